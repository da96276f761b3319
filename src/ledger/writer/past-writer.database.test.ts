import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, enableLiveMode, type TestDatabase } from '../../../test/database.ts';
import { topUp } from '../../../test/ledger/books.ts';
import { type FixtureWallet, ledgerFindings, openWallet, paymentOf } from '../../../test/ledger/fixtures.ts';
import { PastWriter } from './past-writer.ts';
import { Writer } from './writer.ts';

let database: TestDatabase;
let writer: PastWriter;
let alice: FixtureWallet;
let bob: FixtureWallet;
let opened = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.owner.query('DELETE FROM live_mode');
  writer = await PastWriter.open(database.serving);
  opened += 2;
  alice = await openWallet(database, 'Alice', String(256772000000 + opened), 0);
  bob = await openWallet(database, 'Bob', String(256772000001 + opened), 0);
  return () => writer.close();
});
afterAll(async () => {
  expect(await ledgerFindings(database.pool)).toEqual([]);
  await database.drop();
});

const june = Date.parse('2026-06-01T09:00:00+03:00');

/** What a wallet has, and the times of its transactions and events. */
async function readWallet({ walletId }: FixtureWallet) {
  const { rows } = await database.pool.query<{
    available: string;
    times: string[] | null;
    event_times: string[] | null;
  }>(
    `SELECT available,
            (SELECT array_agg(DISTINCT to_char(created_at, 'YYYY-MM-DD HH24:MI')) FROM transaction t WHERE t.wallet_id = w.wallet_id) AS times,
            (SELECT array_agg(DISTINCT to_char(created_at, 'YYYY-MM-DD HH24:MI')) FROM event e WHERE e.wallet_id = w.wallet_id) AS event_times
       FROM wallet w WHERE wallet_id = $1`,
    [walletId],
  );
  const row = rows[0];
  return { available: Number(row?.available), times: row?.times ?? [], eventTimes: row?.event_times ?? [] };
}

test('payments have the times that they are written at, in the books and in the events', async () => {
  await writer.write(june, [topUp(alice.walletId, 10_000)]);
  const [paid] = await writer.write(june + 60_000, [paymentOf(alice, bob, 4_000)]);
  expect(paid?.is).toBe('done');
  expect(await readWallet(alice)).toEqual({
    available: 6_000,
    times: ['2026-06-01 06:00', '2026-06-01 06:01'],
    eventTimes: ['2026-06-01 06:00', '2026-06-01 06:01'],
  });
  expect(await readWallet(bob)).toMatchObject({ available: 4_000, times: ['2026-06-01 06:01'] });
});

test('the limit of a day counts the day of the payment', async () => {
  await database.pool.query('UPDATE wallet SET limit_per_day = 5000 WHERE wallet_id = $1', [alice.walletId]);
  await writer.write(june, [topUp(alice.walletId, 10_000)]);
  const day = 86_400_000;
  const outcomes = [];
  for (const atMs of [june + 1, june + 2, june + day]) {
    outcomes.push((await writer.write(atMs, [paymentOf(alice, bob, 3_000)]))[0]?.is);
  }
  expect(outcomes).toEqual(['done', 'refused', 'done']);
});

test('nothing is written where live mode was enabled, not even when that was while the writer was open', async () => {
  await writer.write(june, [topUp(alice.walletId, 10_000)]);
  await enableLiveMode(database);
  await expect(writer.write(june + 1, [paymentOf(alice, bob, 1_000)])).rejects.toThrow(
    /^nothing was written at a time in the past: live mode/,
  );
  expect(await readWallet(alice)).toMatchObject({ available: 10_000 });
});

test('nothing is written to a live wallet', async () => {
  const { rows } = await database.pool.query<{ wallet_id: string }>(
    `INSERT INTO wallet (mode, holder_name) VALUES ('live', 'Live') RETURNING wallet_id`,
  );
  const walletId = Number(rows[0]?.wallet_id);
  const adjust = { ...topUp(walletId, 10_000), mode: 'live' as const, externalReference: 'SLIP 1', approver: 'other' };
  await expect(writer.write(june, [adjust])).rejects.toThrow(`wallet ${walletId} is of live mode`);
  expect(await readWallet({ walletId, phone: '' })).toMatchObject({ available: 0, times: [] });
});

test('a wallet with a history of its own gets no entries before it, on neither side of a payment', async () => {
  const usual = new Writer({ target: database.serving });
  await usual.submit(topUp(bob.walletId, 500));
  await usual.close();
  await writer.write(june, [topUp(alice.walletId, 10_000)]);
  await expect(writer.write(june + 1, [paymentOf(alice, bob, 1_000)])).rejects.toThrow(
    `wallet ${bob.walletId} has a history already`,
  );
  await expect(writer.write(june + 2, [topUp(bob.walletId, 1_000)])).rejects.toThrow('has a history already');
  expect(await readWallet(bob)).toMatchObject({ available: 500 });
  expect(await readWallet(alice)).toMatchObject({ available: 10_000 });
});

test('times only go forward, and never beyond the clock of the database', async () => {
  await writer.write(june, [topUp(alice.walletId, 10_000)]);
  await expect(writer.write(june - 1, [topUp(alice.walletId, 1)])).rejects.toThrow('a later time was written before');
  await expect(writer.write(Date.now() + 3_600_000, [topUp(alice.walletId, 1)])).rejects.toThrow(
    'the time is still to come',
  );
  await writer.write(june, [topUp(alice.walletId, 1)]);
  expect(await readWallet(alice)).toMatchObject({ available: 10_001 });
});

test('after a batch that the database refuses, the writer goes on', async () => {
  await writer.write(june, [topUp(alice.walletId, 10_000)]);
  const notText = { ...topUp(alice.walletId, 1), reason: 'a\0b' };
  await expect(writer.write(june + 1, [notText])).rejects.toThrow(/invalid byte sequence/);
  await writer.write(june + 2, [paymentOf(alice, bob, 1_000)]);
  expect(await readWallet(alice)).toMatchObject({ available: 9_000 });
});
