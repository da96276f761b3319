import type pg from 'pg';
import type { Logger } from 'pino';
import { audit } from '../../../../ledger/audit.ts';
import { recordLedgerAudit } from '../../../../ledger/audit-record.ts';

/** How far an audit is. */
export interface AuditProgress {
  readonly startedBy: string;
  readonly startedAtMs: number;
  readonly walletsDone: number;
  readonly walletsTotal: number;
}

/** Audits the ledger in the background, one audit at a time in this process. */
export class AuditRun {
  readonly #pool: pg.Pool;
  readonly #reader: pg.Pool;
  readonly #logger: Logger;
  #progress: AuditProgress | null = null;

  constructor(parts: { readonly pool: pg.Pool; readonly reader: pg.Pool; readonly logger: Logger }) {
    this.#pool = parts.pool;
    this.#reader = parts.reader;
    this.#logger = parts.logger;
  }

  /** Null when none runs here. */
  get progress(): AuditProgress | null {
    return this.#progress;
  }

  /** Starts one unless one runs. Its result goes to the audit log. */
  start(actor: string): void {
    if (this.#progress !== null) return;
    this.#progress = { startedBy: actor, startedAtMs: Date.now(), walletsDone: 0, walletsTotal: 0 };
    this.#run(actor)
      .catch((error: unknown) => this.#logger.error({ err: error }, 'the audit of the ledger did not end'))
      .finally(() => {
        this.#progress = null;
      });
  }

  async #run(actor: string): Promise<void> {
    const findings: string[] = [];
    for await (const step of audit(this.#reader)) {
      if (step.is === 'finding') {
        findings.push(`${step.finding.rule}: ${step.finding.detail}`);
        continue;
      }
      if (this.#progress !== null) {
        const { walletsDone, walletsTotal } = step;
        this.#progress = { ...this.#progress, walletsDone, walletsTotal };
      }
    }
    const wallets = this.#progress?.walletsDone ?? 0;
    await recordLedgerAudit(this.#pool, { actor, wallets, findings });
    if (findings.length > 0) this.#logger.error({ findings: findings.slice(0, 20) }, 'the books are wrong');
  }
}
