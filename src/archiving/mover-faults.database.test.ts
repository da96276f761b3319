import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { MovingHistory } from '../../test/history/moving.ts';
import { type FixtureWallet, openWallet, paymentOf } from '../../test/ledger/fixtures.ts';
import { proofKeyOf, proveAll } from '../../test/ledger/proofs.ts';
import { HistoryUnavailable } from '../history/history-store.ts';
import { Writer } from '../ledger/writer/writer.ts';
import type { SigningKey } from '../proofs/format/round.ts';
import { readMovedTransaction } from '../proofs/moved-transaction.ts';
import { dropPassedPartitions } from './drop.ts';

const partitionSize = 10_000_000;

let database: TestDatabase;
let moving: MovingHistory;
let writer: Writer;
let key: SigningKey;
let shop: FixtureWallet;
let neighbour: FixtureWallet;
/** The first id of the partition that moves next, in which there are some payments. */
let firstId = -partitionSize;

beforeAll(async () => {
  database = await createTestDatabase();
  moving = await MovingHistory.of(database);
  writer = new Writer({ target: database.target });
  key = await proofKeyOf(database.pool);
  shop = await openWallet(database, 'Coffee Roasters', '256772000001', 10_000_000);
  neighbour = await openWallet(database, 'Neighbour', '256772000002', 10_000_000);
});
afterAll(async () => {
  await writer.close();
  await moving.end();
  await database.drop();
});

beforeEach(async () => {
  firstId += partitionSize;
  for (let n = 0; n < 3; n += 1) await writer.submit(paymentOf(shop, neighbour, 500 + n));
  await moving.beginPartition(firstId / partitionSize + 1);
  await proveAll(database.pool, key);
});

/** How many transactions of the partition are here. */
async function countHere(): Promise<number> {
  const { rows } = await database.pool.query<{ here: number }>(
    'SELECT count(*)::integer AS here FROM transaction WHERE transaction_id >= $1 AND transaction_id < $2',
    [firstId, firstId + partitionSize],
  );
  return rows[0]?.here ?? 0;
}

/** Moves the partition, and ends before it is dropped here. */
async function moveWithoutDrop(): Promise<void> {
  const stop = new AbortController();
  const move = moving.move({ keptMs: 3_600_000, signal: stop.signal });
  const isClosed = async () =>
    (
      await database.pool.query('SELECT FROM history_partition WHERE first_id = $1 AND closed_at IS NOT NULL', [
        firstId,
      ])
    ).rowCount;
  await expect.poll(isClosed, { timeout: 60_000 }).toBe(1);
  stop.abort();
  await expect(move).rejects.toThrow('aborted');
}

test('a partition that has moved is not dropped here while the history store lacks it', async () => {
  await moveWithoutDrop();
  const change = (by: string) =>
    moving.history.query(
      `UPDATE copied SET rows = rows ${by} WHERE first_id = ${firstId} AND table_name = 'transaction'`,
    );
  await change('- 1');
  const here = await countHere();
  expect(here).toBeGreaterThan(0);
  const lacked = `of the partition from ${firstId} on`;
  await expect(dropPassedPartitions(database.owner, moving.history, new AbortController().signal, 0)).rejects.toThrow(
    lacked,
  );
  await expect(moving.move()).rejects.toThrow(HistoryUnavailable);
  expect(await countHere()).toBe(here);
  await change('+ 1');
  expect(await moving.move()).toEqual({ is: 'nothing' });
  expect(await countHere()).toBe(0);
});

test('a transaction that is proven and not in the history store is not taken for one that never was', async () => {
  expect(await moving.move()).toMatchObject({ is: 'moved' });
  const { rows } = await moving.history.query<{ id: string }>(
    'SELECT max(transaction_id) AS id FROM transaction WHERE wallet_id = $1',
    [shop.walletId],
  );
  const id = Number(rows[0]?.id);
  expect(await readMovedTransaction(moving.records, neighbour.walletId, id)).toBeNull();
  expect(await readMovedTransaction(moving.records, shop.walletId, id)).toMatchObject({ transactionId: id });
  await moving.history.query(`CREATE TABLE kept AS SELECT * FROM transaction WHERE transaction_id = ${id}`);
  await moving.history.query(`DELETE FROM transaction WHERE transaction_id = ${id}`);
  await expect(readMovedTransaction(moving.records, shop.walletId, id)).rejects.toThrow(/as it was proven/);
  await moving.history.query('INSERT INTO transaction SELECT * FROM kept; DROP TABLE kept');
});
