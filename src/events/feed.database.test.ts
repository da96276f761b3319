import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openWallet, paymentOf } from '../../test/ledger/fixtures.ts';
import { recordsIn } from '../../test/records.ts';
import { Writer } from '../ledger/writer/writer.ts';
import { readEvents } from './feed.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

test('a wallet with more events than 32 bits count has a feed', async () => {
  const payer = await openWallet(database, 'Payer', '256772000702', 1_000);
  const payee = await openWallet(database, 'Payee', '256772000703', 0);
  const before = 2 ** 32;
  await database.pool.query('UPDATE wallet SET event_sequence = $2 WHERE wallet_id = $1', [payer.walletId, before]);
  const writer = new Writer({ target: database.target });
  await writer.submit(paymentOf(payer, payee, 500));
  await writer.close();

  const { data, pagination } = await readEvents(recordsIn(database.pool), payer.walletId, {
    after: before,
    limit: 100,
  });
  expect(data.length).toBeGreaterThan(1);
  expect(data.map(({ sequence }) => sequence)).toEqual(data.map((_event, index) => before + 1 + index));

  const last = Number(pagination.next_cursor);
  for (const after of [last, Number.MAX_SAFE_INTEGER]) {
    expect(await readEvents(recordsIn(database.pool), payer.walletId, { after, limit: 100 })).toEqual({
      data: [],
      pagination: { next_cursor: String(after), has_more: false },
    });
  }
});
