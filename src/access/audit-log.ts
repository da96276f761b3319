import { type Actor, type AuditEntry, auditEntriesJson, insertAuditEntries } from '../ledger/rows/audit-log.ts';
import type { Queryable } from '../postgres/pool.ts';

/** On whose behalf an act is that is for the service as a whole. */
export const onBehalfOfPlatform = 'platform';

/** On whose behalf an act is that is for one client. */
export function onBehalfOfClient(clientId: number): string {
  return `client ${clientId}`;
}

/** The service itself, or what it finishes later for somebody: an actor without an address or a session. */
export function serviceActor(name = 'nsimbi'): Actor {
  return { name, onBehalfOf: onBehalfOfPlatform, address: null, session: null };
}

/** The service at its first start, which makes the first client and the first administrator. */
export const firstStartActor: Actor = serviceActor('first start');

/**
 * Writes acts to the append-only audit log. Call it in the database transaction of the acts themselves; an act on the
 * ledger is written with its command instead (`audit`).
 */
export async function recordAudit(db: Queryable, entries: AuditEntry | readonly AuditEntry[]): Promise<void> {
  await db.query(insertAuditEntries, [auditEntriesJson([entries].flat())]);
}
