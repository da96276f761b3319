import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { ledgerFindings, openWallet, paymentOf, payoutOf } from '../../../test/ledger/fixtures.ts';
import { Writer } from './writer.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
});

test("an operator's receipt that is too long for an index fails alone, and not what was written beside it", async () => {
  const alice = await openWallet(database, 'Alice', '256774000001', 10_000);
  const bob = await openWallet(database, 'Bob', '256774000002', 0);
  const writer = new Writer({ target: database.target });
  const opened = await writer.submit(await payoutOf(database, alice, 5_000, 0));
  if (opened.is !== 'done') throw new Error(opened.is);
  const { transactionId } = opened.transaction;
  const word = { is: 'succeeded', receipt: randomBytes(4_000).toString('hex'), amount: null } as const;
  const [settled, paid] = await Promise.allSettled([
    writer.submit({ kind: 'settle', walletId: alice.walletId, transactionId, word }),
    writer.submit(paymentOf(alice, bob, 500)),
  ]);
  expect(paid).toMatchObject({ status: 'fulfilled', value: { is: 'done' } });
  expect(settled).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('index row') } });
  await writer.close();
  expect(await ledgerFindings(database.pool)).toEqual([]);
});
