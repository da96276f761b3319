import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type FixtureWallet, openWallet, payoutOf } from '../../test/ledger/fixtures.ts';
import { recordsIn } from '../../test/records.ts';
import type { Settlement } from '../ledger/commands/settle.ts';
import { Writer } from '../ledger/writer/writer.ts';
import { readRefundStates } from './refund-states.ts';

let database: TestDatabase;
let writer: Writer;
let shop: FixtureWallet;
let neighbour: FixtureWallet;

beforeAll(async () => {
  database = await createTestDatabase();
  writer = new Writer({ target: database.target });
  shop = await openWallet(database, 'Corner Shop', '256772000001', 100_000);
  neighbour = await openWallet(database, 'Neighbour', '256772000002', 100_000);
});
afterAll(async () => {
  await writer.close();
  await database.drop();
});

/** A payment out of a wallet that ended so, in the place of a refund. */
async function paymentThat(is: 'succeeded' | 'failed' | 'goes on', wallet = shop): Promise<number> {
  const opened = await writer.submit(await payoutOf(database, wallet, 1_000, 0));
  if (opened.is !== 'done') throw new Error(opened.is);
  const { transactionId } = opened.transaction;
  if (is === 'goes on') return transactionId;
  const word: Settlement =
    is === 'succeeded'
      ? { is, receipt: null, amount: null }
      : { is, receipt: null, failure: { stage: 'settlement', code: 'operator_failed', reason: 'Refused.' } };
  await writer.submit({ kind: 'settle', walletId: wallet.walletId, transactionId, word });
  return transactionId;
}

/** The collections from 9010 on are of 3,000 shillings, the others of 1,000, which is what each refund gives back. */
const collectedOf = (collectionId: number) => (collectionId >= 9010 ? 3_000 : 1_000);

test('of several refunds of a collection the one that gave or may give the money decides', async () => {
  const { pool } = database;
  const claim = (collectionId: number, refundId: number, paidLate = false, { walletId } = shop) =>
    pool.query(
      `INSERT INTO refund_claim (collection_id, refund_id, wallet_id, paid_late, amount, collected)
       VALUES ($1, $2, $3, $4, 1000, CASE WHEN NOT $4 THEN $5::bigint END)`,
      [collectionId, refundId, walletId, paidLate, collectedOf(collectionId)],
    );
  const end = (collectionId: number, refundId: number) =>
    pool.query('INSERT INTO refund_ended (collection_id, refund_id) VALUES ($1, $2)', [collectionId, refundId]);

  await claim(9001, await paymentThat('succeeded'));
  await claim(9002, await paymentThat('goes on'));
  await end(9003, await paymentThat('failed'));
  // Failed, and made again.
  await end(9004, await paymentThat('failed'));
  await claim(9004, await paymentThat('goes on'));
  // Failed, and its customer was paid all the same.
  const paidLate = await paymentThat('failed');
  await end(9005, paidLate);
  await claim(9005, paidLate, true);
  // Paid, and the money came back.
  await end(9006, await paymentThat('succeeded'));
  // Of another wallet.
  await claim(9007, await paymentThat('succeeded', neighbour), false, neighbour);

  // In parts: one; one and another under way; one and another that failed; all three, of which one was paid late.
  await claim(9010, await paymentThat('succeeded'));
  await claim(9011, await paymentThat('succeeded'));
  await claim(9011, await paymentThat('goes on'));
  await claim(9012, await paymentThat('succeeded'));
  await end(9012, await paymentThat('failed'));
  await claim(9013, await paymentThat('succeeded'));
  await claim(9013, await paymentThat('succeeded'));
  await claim(9013, await paymentThat('failed'), true);

  const ids = [9001, 9002, 9003, 9004, 9005, 9006, 9007, 9008, 9010, 9011, 9012, 9013];
  const states = await readRefundStates(
    recordsIn(pool),
    shop.walletId,
    ids.map((id) => ({ id, amount: collectedOf(id) })),
  );
  expect(Object.fromEntries(states)).toEqual({
    9001: 'refunded',
    9002: 'in_progress',
    9003: 'failed',
    9004: 'in_progress',
    9005: 'refunded',
    9006: 'failed',
    9010: 'partly_refunded',
    9011: 'in_progress',
    9012: 'partly_refunded',
    9013: 'refunded',
  });
});
