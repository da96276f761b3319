import { type Actor, auditEntriesJson, insertAuditEntries } from '../ledger/rows/audit-log.ts';
import type { Queryable } from '../postgres/pool.ts';

const action = 'ledger.audited';
/** Broken rules that are kept in full; the number of all is kept besides. */
const findingsKept = 50;

/** What an audit of the ledger found. */
export interface LedgerAudit {
  readonly actor: Actor;
  readonly wallets: number;
  /** A sentence for each broken rule; empty when the books are right. */
  readonly findings: readonly string[];
}

/** Keeps the result of an audit in the audit log, whoever ran it and wherever. */
export async function recordLedgerAudit(db: Queryable, { actor, wallets, findings }: LedgerAudit): Promise<void> {
  const details = { wallets, broken: findings.length, findings: findings.slice(0, findingsKept) };
  await db.query(insertAuditEntries, [auditEntriesJson([{ actor, action, subject: 'ledger', details }])]);
}

/** The audit that ended last, with how many rules were broken; null before the first. */
export async function readLastLedgerAudit(
  db: Queryable,
): Promise<
  (Omit<LedgerAudit, 'actor'> & { readonly by: string; readonly broken: number; readonly atMs: number }) | null
> {
  const { rows } = await db.query<{
    actor: string;
    details: { wallets: number; broken: number; findings: string[] };
    at_ms: string;
  }>(
    `SELECT actor, details, round(extract(epoch FROM at) * 1000)::bigint AS at_ms
       FROM audit_log WHERE action = $1 ORDER BY audit_log_id DESC LIMIT 1`,
    [action],
  );
  const [row] = rows;
  return row === undefined ? null : { by: row.actor, ...row.details, atMs: Number(row.at_ms) };
}
