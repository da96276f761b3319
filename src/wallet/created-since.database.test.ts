import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openWallet, paymentOf } from '../../test/ledger/fixtures.ts';
import { run } from '../../test/postgres-server.ts';
import { Writer } from '../ledger/writer/writer.ts';
import { idsCreatedBetween } from './created-since.ts';

const dayMs = 86_400_000;
const nobody = 999_999_999;
let database: TestDatabase;
let walletId: number;
/** The wallet's transactions by id, with when they were made. */
let made: { id: number; atMs: number }[];

/** The ids of two wallets take turns; times have gaps that grow, and the eighth seems half a day older than the seventh. */
beforeAll(async () => {
  database = await createTestDatabase();
  const alice = await openWallet(database, 'Alice', '256772000001', 100_000);
  const bob = await openWallet(database, 'Bob', '256772000002', 0);
  const writer = new Writer({ target: database.target });
  for (let count = 0; count < 20; count += 1) await writer.submit(paymentOf(alice, bob, 1_000));
  await writer.close();
  walletId = alice.walletId;
  // The service itself may not change when a transaction was made.
  await run(
    database.target,
    `UPDATE nsimbi.transaction SET created_at = timestamptz '2026-01-01' + nth * nth * interval '2 days'
                                   - CASE nth WHEN 8 THEN interval '30.5 days' ELSE interval '0' END
       FROM (SELECT transaction_id, row_number() OVER (ORDER BY transaction_id) AS nth
               FROM nsimbi.transaction WHERE wallet_id = ${walletId}) AS one
      WHERE one.transaction_id = transaction.transaction_id AND wallet_id = ${walletId}`,
  );
  const { rows } = await database.pool.query<{ id: string; at: Date }>(
    'SELECT transaction_id AS id, created_at AS at FROM transaction WHERE wallet_id = $1 ORDER BY transaction_id',
    [walletId],
  );
  made = rows.map(({ id, at }) => ({ id: Number(id), atMs: at.getTime() }));
});
afterAll(() => database.drop());

test('every period’s transactions are inside its ids, and nothing else but a day’s', async () => {
  const moments = made.flatMap(({ atMs }) => [atMs - 1.5 * dayMs, atMs, atMs + 1]);
  for (const fromMs of moments) {
    const toMs = fromMs + 9 * dayMs;
    const { atLeast, before } = await idsCreatedBetween(database.pool, walletId, { fromMs, toMs });
    const inside = made.filter(({ id }) => id >= atLeast && id < before);
    const asked = made.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
    expect(inside).toEqual(expect.arrayContaining(asked));
    for (const { atMs } of inside) {
      expect(atMs).toBeGreaterThanOrEqual(fromMs - 2 * dayMs);
      expect(atMs).toBeLessThan(toMs + 2 * dayMs);
    }
  }
});

test('an open end is as far as ids go, and a wallet without transactions has none', async () => {
  const [first] = made;
  const all = await idsCreatedBetween(database.pool, walletId, {});
  expect(all).toEqual({ atLeast: 0, before: Number.MAX_SAFE_INTEGER });
  const none = await idsCreatedBetween(database.pool, nobody, { fromMs: first?.atMs ?? 0, toMs: Date.now() });
  expect(none.before - none.atLeast).toBe(0);
});
