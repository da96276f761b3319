import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { interrupted, MovingHistory } from '../../test/history/moving.ts';
import { resolveOpenCases } from '../../test/history/resolve-open-cases.ts';
import { type FixtureWallet, openWallet, paymentOf, payoutOf } from '../../test/ledger/fixtures.ts';
import { proofKeyOf, proveAll } from '../../test/ledger/proofs.ts';
import { run } from '../../test/postgres-server.ts';
import { HistoryUnavailable } from '../history/history-store.ts';
import type { Command } from '../ledger/commands/command.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { Writer } from '../ledger/writer/writer.ts';
import type { SigningKey } from '../proofs/format/round.ts';
import { readMovedTransaction } from '../proofs/moved-transaction.ts';
import { takeHint } from '../settlement/callback-hints.ts';
import { CopyDiffers, copyPartition, OtherCopy } from './copy.ts';
import { dropPassedPartitions } from './drop.ts';
import { readPartitions } from './movable.ts';

const partitionSize = 10_000_000;

let database: TestDatabase;
let moving: MovingHistory;
let writer: Writer;
let key: SigningKey;
let shop: FixtureWallet;
let neighbour: FixtureWallet;
/** The first id of the partition that moves next, in which there are some payments. */
let firstId = -partitionSize;
/** A payout of it that an operator made. */
let payout: Transaction;

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
  for (let n = 0; n < 3; n += 1) await submit(paymentOf(shop, neighbour, 500 + n));
  payout = await submit(await payoutOf(database, shop, 900, 54));
  payout = await submit({
    kind: 'settle',
    walletId: shop.walletId,
    transactionId: payout.transactionId,
    word: { is: 'succeeded', receipt: `R${payout.transactionId}`, amount: null },
  });
  await moving.beginPartition(firstId / partitionSize + 1);
  await proveAll(database.pool, key);
});

async function submit(command: Command): Promise<Transaction> {
  const outcome = await writer.submit(command);
  if (outcome.is !== 'done') throw new Error(outcome.is);
  return outcome.transaction;
}

/** The operator reports late that it did not make the payout, which is a contradiction. */
async function reportFailure(): Promise<void> {
  const { walletId, transactionId } = payout;
  const failure = { stage: 'settlement', code: 'operator_failed', reason: 'The operator did not make it.' } as const;
  const word = { is: 'failed', failure, receipt: null } as const;
  expect((await writer.submit({ kind: 'settle', walletId, transactionId, word })).is).toBe('sent_to_review');
}

/** A callback of the operator names the payout, which plans a query. */
async function callBack(): Promise<void> {
  const { operatorAccountId, externalReference } = payout;
  if (operatorAccountId === null || externalReference === null) throw new Error('the payout is of no operator');
  expect(await takeHint(database.pool, operatorAccountId, externalReference)).not.toBeNull();
}

/** Queries have been answered, as src/settlement/poll.ts notes it, and cases resolved. */
async function endQueries(): Promise<void> {
  const { pool } = database;
  await pool.query('DELETE FROM submission WHERE recheck');
  await resolveOpenCases({ pool, records: moving.records, writer }, 'kept');
  await proveAll(pool, key);
}

/** Whether the payout has moved as it is after the late report, with its booking. */
async function expectReportMoved(): Promise<void> {
  const { walletId, transactionId } = payout;
  const moved = await readMovedTransaction(moving.records, walletId, transactionId);
  expect(moved?.transferCount).toBeGreaterThan(payout.transferCount);
}

/** The history store, where something happens once, as soon as every table of the partition has been copied and before it is closed. */
function whenCopied(act: () => Promise<unknown>) {
  let isDone = false;
  return interrupted(moving.history, async () => {
    if (isDone) return;
    const { rowCount } = await moving.history.query(
      "SELECT FROM copied WHERE first_id = $1 AND table_name = 'event' AND next_page > 0",
      [firstId],
    );
    if (rowCount === 0) return;
    isDone = true;
    await act();
  });
}

/** Interrupts the move when everything is copied. */
async function interruptMove(): Promise<void> {
  const history = whenCopied(async () => {
    throw new Error('interrupted');
  });
  await expect(moving.move({ history })).rejects.toThrow('interrupted');
  expect(await readMoves()).toEqual({ begun: 1, marks: 3 });
}

/** Moves of the partition that have begun and are not closed, and its marks in the history store. */
async function readMoves(): Promise<{ begun: number | null; marks: number | null }> {
  const begun = await database.pool.query('SELECT FROM history_partition WHERE closed_at IS NULL');
  const marks = await moving.history.query('SELECT FROM copied WHERE first_id = $1', [firstId]);
  return { begun: begun.rowCount, marks: marks.rowCount };
}

const queried = { is: 'held', by: ['an operator is still queried about one of its transactions'] };
const givenUp = { begun: 0, marks: 0 };

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

describe('a move is given up', () => {
  test('when something needs the partition again while it is copied', async () => {
    expect(await moving.move({ history: whenCopied(callBack) })).toMatchObject(queried);
    expect(await readMoves()).toEqual(givenUp);
    await reportFailure();
    await endQueries();
    expect(await moving.move()).toMatchObject({ is: 'moved', firstId });
    await expectReportMoved();
  });

  test('when it was interrupted, and something needs the partition by then', async () => {
    await interruptMove();
    await expect(reportFailure()).rejects.toThrow('transactions moved');
    await callBack();
    expect(await moving.move()).toMatchObject(queried);
    expect(await readMoves()).toEqual(givenUp);
    await reportFailure();
    await endQueries();
    expect(await moving.move()).toMatchObject({ is: 'moved', firstId });
    await expectReportMoved();
  });

  test('in two steps, between which the process may end', async () => {
    await interruptMove();
    await callBack();
    const db = interrupted(moving.db, (text) => {
      if (text.startsWith('DELETE FROM history_partition')) throw new Error('the process ended');
    });
    await expect(moving.move({ db })).rejects.toThrow('the process ended');
    expect(await readMoves()).toEqual({ begun: 1, marks: 0 });
    await endQueries();
    expect(await moving.move()).toMatchObject({ is: 'moved', firstId });
  });

  test('when its copy differs from what is proven, and the next move copies the partition anew', async () => {
    const history = whenCopied(() =>
      moving.history.query('UPDATE transaction SET amount = amount + 1 WHERE transaction_id = $1', [
        payout.transactionId,
      ]),
    );
    await expect(moving.move({ history })).rejects.toThrow(CopyDiffers);
    expect(await readMoves()).toEqual(givenUp);
    expect(await moving.move()).toMatchObject({ is: 'moved', firstId });
  });

  test('when its copy has rows that it does not know of, and the next move copies the partition anew', async () => {
    await interruptMove();
    await moving.history.query('UPDATE copied SET next_page = 0 WHERE first_id = $1', [firstId]);
    await expect(moving.move()).rejects.toThrow(CopyDiffers);
    expect(await readMoves()).toEqual(givenUp);
    expect(await moving.move()).toMatchObject({ is: 'moved', firstId });
  });

  test('when the history store has the copy of another database, which only a person replaces', async () => {
    await interruptMove();
    await moving.history.query('UPDATE copied SET copy_id = gen_random_uuid() WHERE first_id = $1', [firstId]);
    await expect(moving.move()).rejects.toThrow(OtherCopy);
    expect(await readMoves()).toEqual({ begun: 0, marks: 3 });
    await reportFailure();
    await endQueries();
    expect(await moving.move({ replacesOther: true })).toMatchObject({ is: 'moved', firstId });
  });
});

test('a copy does not go on behind a step that the history store has lost', async () => {
  expect(await moving.move()).toMatchObject({ is: 'moved', firstId });
  for (let n = 0; n < 60; n += 1) await submit(paymentOf(shop, neighbour, 500 + n));
  await moving.beginPartition(firstId / partitionSize + 2);
  firstId += partitionSize;
  await proveAll(database.pool, key);
  const partition = (await readPartitions(moving.db)).find((one) => one.firstId === firstId);
  if (partition === undefined) throw new Error('there is no such partition');
  const readMark = async () =>
    (
      await moving.history.query<{ next_page: string }>(
        "SELECT next_page FROM copied WHERE first_id = $1 AND table_name = 'transaction'",
        [firstId],
      )
    ).rows[0]?.next_page;
  let firstStep: string[] = [];
  // The store is replaced by a standby that does not have the second step.
  const history = interrupted(moving.history, async () => {
    const page = await readMark();
    if (page === '1') {
      const { rows } = await moving.history.query<{ transaction_id: string }>('SELECT transaction_id FROM transaction');
      firstStep = rows.map(({ transaction_id }) => transaction_id);
    }
    if (page !== '2') return;
    await moving.history.query('DELETE FROM transaction WHERE NOT transaction_id = ANY ($1::bigint[])', [firstStep]);
    await moving.history.query('UPDATE copied SET next_page = 1 WHERE first_id = $1', [firstId]);
  });
  const signal = new AbortController().signal;
  const copying = { db: moving.db, partition, copyId: randomUUID(), replacesOther: false, signal, pagesPerStep: 1 };
  await expect(copyPartition({ ...copying, history })).rejects.toThrow(
    `the copy of transaction from ${firstId} on goes up to page 1, and is continued from page 2`,
  );
  expect(await moving.move({ replacesOther: true })).toMatchObject({ is: 'moved', firstId });
});

describe('of two processes that move the same partition', () => {
  test('one closes it only with the copy that it has verified', async () => {
    const history = whenCopied(() =>
      moving.db.query('UPDATE history_partition SET copy_id = gen_random_uuid() WHERE closed_at IS NULL'),
    );
    await expect(moving.move({ history })).rejects.toThrow(`another process moves the partition from ${firstId} on`);
    const { movedBelow } = await moving.records.boundary();
    expect(movedBelow).toBe(firstId);
    expect(await moving.move({ replacesOther: true })).toMatchObject({ is: 'moved', firstId });
  });

  test('one ends at its next step when the connection of its lock has ended', async () => {
    const history = whenCopied(() =>
      run(
        database.target,
        `SELECT pg_terminate_backend(pid, 10000) FROM pg_locks JOIN pg_stat_activity USING (pid)
          WHERE locktype = 'advisory' AND datname = current_database() AND application_name = 'nsimbi test history'`,
      ),
    );
    await expect(moving.move({ history })).rejects.toThrow('the connection that held the lock');
    expect(await readMoves()).toEqual({ begun: 1, marks: 3 });
    expect(await moving.move()).toMatchObject({ is: 'moved', firstId });
  });
});

test('a column that a migration adds is in the history store after the next look', async () => {
  expect(await moving.move()).toMatchObject({ is: 'moved' });
  await database.owner.query('ALTER TABLE transaction ADD COLUMN added text');
  expect(await moving.move()).toEqual({ is: 'nothing' });
  await moving.history.query('SELECT added FROM transaction LIMIT 1');
});
