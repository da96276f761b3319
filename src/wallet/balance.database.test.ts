import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openWallet } from '../../test/ledger/fixtures.ts';
import { BalanceReader } from './balance.ts';

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
