import { type AuditEntry, insertAuditEntries } from '../ledger/rows/audit-log.ts';
import type { Queryable } from '../postgres/pool.ts';

/**
 * Writes acts to the append-only audit log. Call it in the database transaction of the acts themselves; an act on the
 * ledger is written with its command instead (`audit`).
 */
export async function recordAudit(db: Queryable, entries: AuditEntry | readonly AuditEntry[]): Promise<void> {
  await db.query(insertAuditEntries, [JSON.stringify([entries].flat())]);
}
