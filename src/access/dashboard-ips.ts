import type { Actor } from '../ledger/rows/audit-log.ts';
import { inDatabaseTransaction, type Transactional } from '../postgres/database-transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { notFound, Refusal } from '../refusal.ts';
import { allowedIpProblem, isAllowed, parseAllowedIps } from './allowed-ips.ts';
import { recordAudit } from './audit-log.ts';

/**
 * From which addresses people may use a client's pages in the dashboard. API keys have lists of their own, and the pages of the service's own
 * staff below /platform have none.
 */

/** Addresses and networks in one list. */
export const dashboardIpsMax = 100;

/**
 * What is wrong with a list that somebody wants to set, a sentence for each wrong entry; empty when nothing is.
 * @param ownAddress the address of who sets it, which must stay allowed; null where they would not lock themselves out.
 */
export function dashboardIpsProblems(entries: readonly string[], ownAddress: string | null): string[] {
  if (entries.length > dashboardIpsMax) return [`A list has at most ${dashboardIpsMax} addresses and networks.`];
  const wrong = entries.map(allowedIpProblem).flatMap((problem) => (problem === null ? [] : [`${problem}.`]));
  if (wrong.length > 0 || ownAddress === null || isDashboardIp(entries, ownAddress)) return wrong;
  return [`This list does not contain your own address, ${ownAddress}: you would lock yourself out. Add it.`];
}

/** Whether a client's pages can be used from an address. */
export function isDashboardIp(entries: readonly string[], address: string): boolean {
  return isAllowed(parseAllowedIps(entries), address);
}

/** Refuses a person at an address that a client does not allow. @throws Refusal `ip_not_allowed` */
export function refuseOtherAddress(entries: readonly string[], address: string): void {
  if (isDashboardIp(entries, address)) return;
  throw new Refusal(
    'ip_not_allowed',
    `This client can be used only from certain addresses, and yours, ${address}, is not one of them. Use an allowed network, or ask ` +
      'an owner of the client or an administrator of the service.',
  );
}

/** The addresses and networks from which a client's pages can be used; empty where all may. @throws Refusal `not_found` */
export async function readDashboardIps(db: Queryable, clientId: number): Promise<string[]> {
  const { rows } = await db.query<{ dashboard_ips: string[] }>(
    'SELECT dashboard_ips FROM client WHERE client_id = $1',
    [clientId],
  );
  if (rows[0] === undefined) throw notFound();
  return rows[0].dashboard_ips;
}

/**
 * A list that somebody wants to set, each entry once.
 * @param ownAddress as of `dashboardIpsProblems`.
 * @throws Refusal `invalid_request` with a sentence for each wrong entry.
 */
export function checkedDashboardIps(entries: readonly string[], ownAddress: string | null): string[] {
  const problems = dashboardIpsProblems(entries, ownAddress);
  if (problems.length > 0) {
    throw new Refusal('invalid_request', problems.join(' '), { errors: { allowed_ips: problems } });
  }
  return [...new Set(entries)];
}

/** A new list for a client. */
export interface DashboardIpsChange {
  readonly clientId: number;
  /** Addresses and networks; none lets everybody in from everywhere. */
  readonly entries: readonly string[];
  readonly actor: Actor;
}

/**
 * Sets from which addresses a client's pages can be used, in place of the list before; open event streams of others end within a second, by
 * a trigger. Interfaces propose it, or let it be made, through `src/dual-control`.
 * @returns the list as it is now.
 * @throws Refusal `invalid_request` with a sentence for each wrong entry, or `not_found`.
 */
export async function setDashboardIps(pool: Transactional, change: DashboardIpsChange): Promise<string[]> {
  const { clientId, actor } = change;
  const entries = checkedDashboardIps(change.entries, null);
  return await inDatabaseTransaction(pool, async (db) => {
    const { rows } = await db.query<{ dashboard_ips: string[] }>(
      'SELECT dashboard_ips FROM client WHERE client_id = $1 FOR UPDATE',
      [clientId],
    );
    const before = rows[0]?.dashboard_ips;
    if (before === undefined) throw notFound();
    if (JSON.stringify(before) === JSON.stringify(entries)) return before;
    await db.query('UPDATE client SET dashboard_ips = $2 WHERE client_id = $1', [clientId, entries]);
    await recordAudit(db, {
      actor,
      action: 'client.dashboard_ips_set',
      subject: `client ${clientId}`,
      details: { allowed_ips: entries, before },
    });
    return entries;
  });
}
