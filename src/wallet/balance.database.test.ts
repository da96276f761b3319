import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openWallet, payoutOf } from '../../test/ledger/fixtures.ts';
import { recordsIn } from '../../test/records.ts';
import { waitUntil } from '../../test/service/wait-until.ts';
import type { Caller } from '../access/caller.ts';
import { Writer } from '../ledger/writer/writer.ts';
import { BalanceReader, readBalanceAt } from './balance.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

test('whoever asks together is told their own balance, by one statement, and a wallet that never was is not found', async () => {
  const alice = await openWallet(database, 'Alice', '256772000001', 5_000);
  const bob = await openWallet(database, 'Bob', '256772000002', 7_000);
  const balances = new BalanceReader(database.pool);
  const asked = vi.spyOn(database.pool, 'query');
  const read = (walletId: number) =>
    balances.read({ walletId, mode: 'test', clientId: 1, apiKeyId: 1, budgetLineage: null });
  const told = await Promise.allSettled([bob.walletId, 999_999, alice.walletId].map(read));
  expect(told).toMatchObject([
    { value: { balance: 7_000, held_balance: 0, currency: 'UGX', mode: 'test' } },
    { reason: { code: 'not_found' } },
    { value: { balance: 5_000 } },
  ]);
  expect(asked).toHaveBeenCalledTimes(1);
});

test('the balance at a moment is what the wallet had after everything that happened before it', async () => {
  const writer = new Writer({ target: database.target });
  const beganMs = Date.now();
  const shop = await openWallet(database, 'Coffee Roasters', '256772000003', 10_000);
  const at = async (atMs: number) =>
    await readBalanceAt(recordsIn(database.pool), { walletId: shop.walletId, mode: 'test' } as Caller, atMs);
  const opened = await nextMoment();
  const outcome = await writer.submit(await payoutOf(database, shop, 1_000, 60));
  if (outcome.is !== 'done') throw new Error(outcome.is);
  const sent = await nextMoment();
  await writer.submit({
    kind: 'settle',
    walletId: shop.walletId,
    transactionId: outcome.transaction.transactionId,
    word: { is: 'succeeded', receipt: 'R1', amount: null },
  });
  const settled = await nextMoment();
  await writer.close();
  expect(await at(beganMs - 1)).toMatchObject({ balance: 0, held_balance: 0 });
  expect(await at(opened)).toEqual({
    balance: 10_000,
    held_balance: 0,
    currency: 'UGX',
    mode: 'test',
    as_of: new Date(opened).toISOString(),
  });
  expect(await at(sent)).toMatchObject({ balance: 8_940, held_balance: 1_060 });
  expect(await at(settled)).toMatchObject({ balance: 8_940, held_balance: 0 });
  await expect(at(Date.now() + 60_000)).rejects.toMatchObject({
    code: 'invalid_request',
    errors: { at: [expect.stringContaining('must not be in the future')] },
  });
});

/** A moment after everything that was done, and before everything that follows. */
async function nextMoment(): Promise<number> {
  const done = Date.now();
  await waitUntil('the clock has gone on', async () => Date.now() > done + 1);
  const moment = Date.now();
  await waitUntil('the clock has gone on', async () => Date.now() > moment + 1);
  return moment;
}
