import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { signedIn } from './person.ts';

it('a restored copy neither sends, nor refuses, nor begins a live bulk payout', async () => {
  // The database has an installation id of its own.
  const world = await World.open({ NSIMBI_INSTALLATION_ID: randomUUID() });
  const shop = await world.business('Flower Farm', 1_000_000);
  const neighbour = await world.business('Neighbour');
  const maker = await signedIn(world, { clients: { [shop.clientId]: 'client_finance' } });
  const approver = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
  const at = (mode: string) => `/clients/${shop.clientId}/${mode}/bulk-payouts`;
  const csv = `${neighbour.phone},10000\n`;
  const { total_deducted } = (await maker.post(`${at('live')}/check`, { csv })).body.data;
  const make = (mode: string) =>
    maker.post(at(mode), { name: 'Wages', csv, total_deducted }, { 'idempotency-key': randomUUID() });

  // When the copy was taken one waited for approval, and another one was being sent.
  const { pool } = world.database;
  const taken = async (status: string) => {
    const { rows } = await pool.query<{ id: number }>(
      `WITH bulk AS (
         INSERT INTO bulk_payout (wallet_id, client_id, mode, name, form_key, fingerprint, status, row_count, amount, fees,
                                  maker, expires_at)
         VALUES ($1, $2, 'live', 'Wages', $3, 'x', $3, 1, 10000, $4, 'x', now() + interval '1 day')
         RETURNING bulk_payout_id)
       INSERT INTO bulk_payout_row (bulk_payout_id, row_no, line, phone, amount, fee)
       SELECT bulk_payout_id, 1, 1, $5, 10000, $4 FROM bulk RETURNING bulk_payout_id::integer AS id`,
      [shop.wallets.live, shop.clientId, status, total_deducted - 10_000, neighbour.phone],
    );
    return rows[0]?.id;
  };
  const ids = [await taken('awaiting_approval'), await taken('running')];
  const seen = { row_count: 1, total_deducted };
  for (const answer of [await make('live'), await approver.post(`${at('live')}/${ids[0]}/approve`, seen)]) {
    expect([answer.status, answer.body.code]).toEqual([503, 'operator_unavailable']);
  }
  // Test money moves, so that the live one was passed over again and again.
  const { id } = (await make('test')).body.data;
  await waitUntil('the one with test money has ended', async () => {
    return (await approver.get(`${at('test')}/${id}`)).body.data.status === 'finished';
  });
  const { rows } = await pool.query(
    'SELECT bulk_payout_id::integer AS id, status, tries FROM bulk_payout_row WHERE bulk_payout_id = ANY ($1) ORDER BY 1',
    [ids],
  );
  expect(rows).toEqual(ids.map((one) => ({ id: one, status: 'waiting', tries: 0 })));
  await world.close();
});
