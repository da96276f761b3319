import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openWallet, payoutOf } from '../../test/ledger/fixtures.ts';
import type { Caller } from '../access/caller.ts';
import { FeeBook } from '../fees/fee-book.ts';
import { addFeeSchedule } from '../fees/schedules.ts';
import { Writer } from '../ledger/writer/writer.ts';
import { ugx, zeroUgx } from '../money/ugx.ts';
import { readLimits } from './read-limits.ts';

let database: TestDatabase;
let writer: Writer;

beforeAll(async () => {
  database = await createTestDatabase();
  writer = new Writer({ target: database.target });
});
afterAll(async () => {
  await writer.close();
  await database.drop();
});

test('a wallet without limits has none, and the fees of everybody', async () => {
  const limits = await read(await openWallet(database, 'Alice', '256772000001', 100_000));
  expect(limits).toMatchObject({
    frozen: false,
    per_payment: null,
    per_day: null,
    used_today: 0,
    left_today: null,
    approval_threshold: null,
  });
  expect(limits.fees.map(({ operation, bands }) => [operation, bands[0]?.basis_points])).toEqual([
    ['collection', 500],
    ['send_money_internal', 0],
    ['send_money_external', 600],
    ['withdrawal', 350],
  ]);
});

test('a payment takes from the limit of the day with its fee, as the ledger counts it, and a limit that was lowered leaves nothing', async () => {
  const wallet = await openWallet(database, 'Bob', '256772000002', 100_000);
  const setLimit = (perDay: number) =>
    database.owner.query(
      'UPDATE wallet SET limit_per_transaction = 20000, limit_per_day = $2, approval_threshold = 15000 WHERE wallet_id = $1',
      [wallet.walletId, perDay],
    );
  await setLimit(50_000);
  const payout = await payoutOf(database, wallet, 10_000, 600);
  expect((await writer.submit(payout)).is).toBe('done');
  expect(await read(wallet)).toMatchObject({
    per_payment: 20_000,
    per_day: 50_000,
    used_today: 10_600,
    left_today: 39_400,
    approval_threshold: 15_000,
  });
  await setLimit(10_000);
  expect(await read(wallet)).toMatchObject({ used_today: 10_600, left_today: 0 });
});

test('the fees of a client come before those of everybody, once they are in force', async () => {
  const { walletId } = await openWallet(database, 'Carol', '256772000003', 100_000);
  const clientId = 7;
  const bands = [{ upTo: null, fixed: ugx(700), basisPoints: 0, minimum: zeroUgx, maximum: null }];
  const schedule = { clientId, operation: 'withdrawal', bands, createdBy: 'staff' } as const;
  await addFeeSchedule(database.owner, { ...schedule, effectiveFromMs: Date.now() - 60_000 });
  await addFeeSchedule(database.owner, {
    ...schedule,
    operation: 'collection',
    effectiveFromMs: Date.now() + 86_400_000,
  });
  const { fees } = await read({ walletId, clientId });
  expect(fees.find(({ operation }) => operation === 'withdrawal')?.bands).toEqual([
    { up_to: null, fixed: 700, basis_points: 0, minimum: 0, maximum: null },
  ]);
  expect(fees.find(({ operation }) => operation === 'collection')?.bands[0]?.basis_points).toBe(500);
});

test('a wallet that never was is not found', async () => {
  await expect(read({ walletId: 999_999 })).rejects.toMatchObject({ code: 'not_found' });
});

interface Shown {
  readonly fees: readonly {
    readonly operation: string;
    readonly bands: readonly { readonly basis_points: number }[];
  }[];
}

async function read({ walletId, clientId = 1 }: { walletId: number; clientId?: number }): Promise<Shown> {
  const caller = { walletId, clientId, mode: 'test' } as Caller;
  return (await readLimits(database.pool, new FeeBook(database.pool), caller)) as Shown;
}
