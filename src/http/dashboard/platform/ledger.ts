import type pg from 'pg';
import type { Logger } from 'pino';
import { Type } from 'typebox';
import { readLastLedgerAudit, recordLedgerAudit } from '../../../audit/record.ts';
import { readTrialBalance } from '../../../audit/trial-balance.ts';
import { auditWhole } from '../../../audit/whole-audit.ts';
import { recordsBy } from '../../../history/boundary.ts';
import type { Records } from '../../../history/records.ts';
import type { Actor } from '../../../ledger/rows/audit-log.ts';
import { isoTime } from '../../../ledger/transaction-object.ts';
import { readProofLag } from '../../../proofs/lag.ts';
import { roundsFile } from '../../../proofs/rounds-file.ts';
import { readLatestRound } from '../../../proofs/stored-rounds.ts';
import { sendData } from '../../response.ts';
import { chosenMode } from '../../schemas/transaction.ts';
import type { DashboardApi, DashboardParts } from '../server/api.ts';
import { actorOf } from '../server/context.ts';

const params = Type.Object({ mode: chosenMode });

/** The trial balance of a mode, and audits of the whole ledger. */
export function registerLedgerRoutes(
  api: DashboardApi,
  { pool, records, reader, logger, settings, proofState }: DashboardParts,
): void {
  const published = settings.proofRoundsFile ?? roundsFile(settings.dataDir);
  const run = new AuditRun({ pool, records: recordsBy(reader, records), logger, published });

  api.get(
    '/platform/ledger/trial-balance/:mode',
    { schema: { summary: 'The trial balance of a mode', params }, config: { right: 'ledger.read' } },
    async (request, reply) => {
      const { lines, debit, credit } = await readTrialBalance(reader, request.params.mode);
      sendData(reply, 'Trial balance retrieved.', {
        accounts: lines.map((line) => ({
          account: line.account,
          operator: line.operator,
          operator_account_id: line.operatorAccountId,
          normal: line.normal,
          debit: Number(line.debit),
          credit: Number(line.credit),
        })),
        debit: Number(debit),
        credit: Number(credit),
        balanced: debit === credit,
      });
    },
  );

  const audits = async () => {
    const last = await readLastLedgerAudit(pool);
    const { progress } = run;
    return {
      running:
        progress === null
          ? null
          : {
              started_by: progress.startedBy,
              started_at: isoTime(progress.startedAtMs),
              wallets_done: progress.walletsDone,
              wallets_total: progress.walletsTotal,
            },
      last:
        last === null
          ? null
          : {
              by: last.by,
              at: isoTime(last.atMs),
              wallets: last.wallets,
              broken: last.broken,
              findings: last.findings,
            },
    };
  };

  api.get(
    '/platform/ledger/audit',
    { schema: { summary: 'The last audit, and the running one' }, config: { right: 'ledger.read' } },
    async (_request, reply) => sendData(reply, 'Audit retrieved.', await audits()),
  );

  api.get(
    '/platform/ledger/proofs',
    {
      schema: { summary: 'The newest signed round, and how far the proofs are behind' },
      config: { right: 'ledger.read' },
    },
    async (_request, reply) => {
      const [round, lag] = await Promise.all([readLatestRound(reader), readProofLag(reader)]);
      sendData(reply, 'Proofs retrieved.', {
        state: proofState(),
        round,
        lag_seconds: Math.round(lag.seconds),
        history_proven: lag.isHistoryProven,
      });
    },
  );

  api.post(
    '/platform/ledger/audit',
    { schema: { summary: 'Audit the ledger now' }, config: { right: 'ledger.audit' } },
    async (request, reply) => {
      run.start(actorOf(request));
      sendData(reply, 'The audit has started.', await audits());
    },
  );
}

/** How far an audit is. */
interface AuditProgress {
  readonly startedBy: string;
  readonly startedAtMs: number;
  readonly walletsDone: number;
  readonly walletsTotal: number;
}

/** Audits the ledger in the background, one audit at a time in this process. */
class AuditRun {
  readonly #pool: pg.Pool;
  readonly #records: Records;
  readonly #logger: Logger;
  readonly #published: string;
  #progress: AuditProgress | null = null;

  /** @param parts `published` is the file of the published rounds. */
  constructor(parts: {
    readonly pool: pg.Pool;
    /** Their reads take minutes. */
    readonly records: Records;
    readonly logger: Logger;
    readonly published: string;
  }) {
    this.#pool = parts.pool;
    this.#records = parts.records;
    this.#logger = parts.logger;
    this.#published = parts.published;
  }

  /** Null when none runs here. */
  get progress(): AuditProgress | null {
    return this.#progress;
  }

  /** Starts one unless one runs. Its result goes to the audit log. */
  start(actor: Actor): void {
    if (this.#progress !== null) return;
    this.#progress = { startedBy: actor.name, startedAtMs: Date.now(), walletsDone: 0, walletsTotal: 0 };
    this.#run(actor)
      .catch((error: unknown) => this.#logger.error({ err: error }, 'the audit of the ledger did not end'))
      .finally(() => {
        this.#progress = null;
      });
  }

  async #run(actor: Actor): Promise<void> {
    const findings: string[] = [];
    for await (const step of auditWhole(this.#records, { roundsFile: this.#published })) {
      if (step.is === 'finding') {
        findings.push(`${step.finding.rule}: ${step.finding.detail}`);
        continue;
      }
      if (this.#progress !== null) {
        const { walletsDone, walletsTotal } = step.progress.books;
        this.#progress = { ...this.#progress, walletsDone, walletsTotal };
      }
    }
    const wallets = this.#progress?.walletsDone ?? 0;
    await recordLedgerAudit(this.#pool, { actor, wallets, findings });
    if (findings.length > 0) this.#logger.error({ findings: findings.slice(0, 20) }, 'the books are wrong');
  }
}
