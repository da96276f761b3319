import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { ledgerFindings, openWallet, paymentOf } from '../../../test/ledger/fixtures.ts';
import { QueueFull } from './errors.ts';
import { Writer } from './writer.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a batch of payments is refused when half of the queue is taken, and a single payment when all of it is', async () => {
  const alice = await openWallet(database, 'Alice', '256775000001', 100_000);
  const bob = await openWallet(database, 'Bob', '256775000002', 0);
  const writer = new Writer({ target: database.target, limits: { queueMax: 8, deadlineMs: 60_000 } });
  const { route, ...single } = paymentOf(alice, bob, 500);
  if (route.to !== 'wallet') throw new Error('the payment is to a wallet');
  const batchOf = (count: number) =>
    writer.submit({
      ...single,
      kind: 'open_batch',
      payments: Array.from({ length: count }, () => ({ ...single, route })),
    });
  // The writer takes the first command at once, in the next turn of the event loop: until then all of them wait.
  const ends = await Promise.allSettled([
    batchOf(3),
    batchOf(2),
    batchOf(2),
    writer.submit(paymentOf(alice, bob, 500)),
    writer.submit(paymentOf(alice, bob, 500)),
    writer.submit(paymentOf(alice, bob, 500)),
    writer.submit(paymentOf(alice, bob, 500)),
  ]);
  expect(ends.map((end) => (end.status === 'fulfilled' ? end.value.is : end.reason.constructor))).toEqual([
    'done',
    'done',
    QueueFull,
    'done',
    'done',
    'done',
    QueueFull,
  ]);
  await writer.close();
  expect(await ledgerFindings(database.pool)).toEqual([]);
});
