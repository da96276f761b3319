import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type FixtureWallet, openWallet, paymentOf } from '../../test/ledger/fixtures.ts';
import { recordsIn } from '../../test/records.ts';
import { Writer } from '../ledger/writer/writer.ts';
import { readRecentRecipients, recentRecipientsMax } from './recent-recipients.ts';

let database: TestDatabase;
let alice: FixtureWallet;
let others: FixtureWallet[];

/** Alice pays ten others, each twice in a row; the last one is Other 9. */
beforeAll(async () => {
  database = await createTestDatabase();
  alice = await openWallet(database, 'Alice', '256772000001', 100_000);
  others = [];
  const writer = new Writer({ target: database.target });
  for (let number = 0; number < 10; number += 1) {
    const other = await openWallet(database, `Other ${number}`, `25677200010${number}`, 0);
    others.push(other);
    for (let count = 0; count < 2; count += 1) await writer.submit(paymentOf(alice, other, 1_000));
  }
  await writer.close();
});
afterAll(() => database.drop());

const phonesOf = async (rowsOfFirst?: number) =>
  (await readRecentRecipients(recordsIn(database.pool), alice.walletId, 'payment_sent', rowsOfFirst)).map(
    ({ phone }) => phone,
  );

test('the phones of the last payments are each there once, the latest first, with the name that was recorded', async () => {
  const recent = await readRecentRecipients(recordsIn(database.pool), alice.walletId, 'payment_sent');
  expect(recent).toHaveLength(recentRecipientsMax);
  expect(recent[0]).toEqual({ phone: '256772000109', name: 'Other 9', lastAtMs: expect.any(Number) });
  expect(recent.map(({ phone }) => phone)).toEqual(
    others
      .map(({ phone }) => phone)
      .reverse()
      .slice(0, recentRecipientsMax),
  );
});

test.each([1, 2, 3, 7])(
  'read in parts, of which the first has %d transactions, they are the same',
  async (rowsOfFirst) => {
    expect(await phonesOf(rowsOfFirst)).toEqual(await phonesOf());
  },
);

test('payments of other types, and of other wallets, are left out', async () => {
  const records = recordsIn(database.pool);
  expect(await readRecentRecipients(records, alice.walletId, 'withdrawal')).toEqual([]);
  const [other] = others;
  expect(await readRecentRecipients(records, other?.walletId ?? 0, 'payment_sent')).toEqual([]);
});

test('what has moved to the history store is not read', async () => {
  const { rows } = await database.pool.query<{ id: string }>(
    'SELECT max(transaction_id) - 1 AS id FROM transaction WHERE wallet_id = $1',
    [alice.walletId],
  );
  const records = {
    ...recordsIn(database.pool),
    query: database.pool.query.bind(database.pool),
    boundary: async () => ({ movedBelow: Number(rows[0]?.id), createdUntilMs: Date.now() }),
  };
  const recent = await readRecentRecipients(records as never, alice.walletId, 'payment_sent');
  expect(recent.map(({ name }) => name)).toEqual(['Other 9']);
});
