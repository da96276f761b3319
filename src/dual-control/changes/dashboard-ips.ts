import { allowsMore } from '../../access/allowed-ips.ts';
import { checkedDashboardIps, setDashboardIps } from '../../access/dashboard-ips.ts';
import { notFound } from '../../refusal.ts';
import type { ChangeOf } from '../change.ts';
import type { ChangeKind } from '../change-kind.ts';

/** From which addresses people can use the pages of a client. */
export const dashboardIps: ChangeKind<ChangeOf<'dashboard_ips'>> = {
  // The pages are the same in both modes.
  mode: () => null,
  read: async (db, { client_id, allowed_ips }) => {
    checkedDashboardIps(allowed_ips, null);
    const { rows } = await db.query<{ name: string; dashboard_ips: string[] }>(
      'SELECT name, dashboard_ips FROM client WHERE client_id = $1',
      [client_id],
    );
    if (rows[0] === undefined) throw notFound();
    return { client: rows[0].name, allowed_ips: rows[0].dashboard_ips };
  },
  isLoosening: ({ allowed_ips }, before) => allowsMore(before.allowed_ips as readonly string[], allowed_ips),
  make: async (db, { client_id: clientId, allowed_ips: entries }, { proposedBy: actor }) => {
    await setDashboardIps(db, { clientId, entries, actor });
    return {};
  },
};
