import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../src/access/caller.ts';
import { readEvents } from '../../src/events/feed.ts';
import { recordsBy } from '../../src/history/boundary.ts';
import type { Records } from '../../src/history/records.ts';
import type { Command } from '../../src/ledger/commands/command.ts';
import type { Transaction } from '../../src/ledger/transaction.ts';
import { Writer } from '../../src/ledger/writer/writer.ts';
import type { Queryable } from '../../src/postgres/pool.ts';
import { readStatement, statementRows } from '../../src/statements/statement.ts';
import { readBalanceAt } from '../../src/wallet/balance.ts';
import { listTransactions } from '../../src/wallet/history.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type FixtureWallet, openWallet, paymentOf, payoutOf } from '../ledger/fixtures.ts';
import { proofKeyOf, proveAll } from '../ledger/proofs.ts';
import { MovingHistory } from './moving.ts';

const partitionSize = 10_000_000;

let database: TestDatabase;
let moving: MovingHistory;
let writer: Writer;
let shop: FixtureWallet;
let caller: Caller;
let beganMs: number;
/** Before the second payment of the first partition. */
let betweenMs: number;
let before: unknown;

/** The first partition of a wallet moves. It has a payout that ended after the payments of the next partition. */
beforeAll(async () => {
  database = await createTestDatabase();
  moving = await MovingHistory.of(database);
  writer = new Writer({ target: database.target });
  const key = await proofKeyOf(database.pool);
  beganMs = Date.now();
  shop = await openWallet(database, 'Coffee Roasters', '256772000001', 1_000_000);
  const neighbour = await openWallet(database, 'Neighbour', '256772000002', 0);
  caller = { walletId: shop.walletId, mode: 'test' } as Caller;
  await submit(paymentOf(shop, neighbour, 500));
  betweenMs = (await submit(paymentOf(shop, neighbour, 600))).createdAtMs;
  const { walletId, transactionId } = await submit(await payoutOf(database, shop, 900, 54));
  await moving.beginPartition(1);
  await submit(paymentOf(shop, neighbour, 700));
  const word = { is: 'succeeded', receipt: 'R1', amount: null } as const;
  await submit({ kind: 'settle', walletId, transactionId, word });
  await proveAll(database.pool, key);
  before = await readAll(moving.records);
  expect(await moving.move()).toMatchObject({ is: 'moved', firstId: 0 });
});
afterAll(async () => {
  await writer.close();
  await moving.end();
  await database.drop();
});

async function submit(command: Command): Promise<Transaction> {
  const outcome = await writer.submit(command);
  if (outcome.is !== 'done') throw new Error(outcome.is);
  return outcome.transaction;
}

async function readAll(records: Records) {
  const { walletId } = shop;
  const period = { fromMs: beganMs, toMs: Date.now() + 86_400_000, fromDay: '', toDay: '' };
  const { period: _, ...statement } = await readStatement(records, walletId, period as never);
  const rows: unknown[] = [];
  for await (const row of statementRows(records, { ...statement, period: period as never })) rows.push(row);
  return {
    transactions: await listTransactions(records, caller, { limit: 100 }),
    events: await readEvents(records, walletId, { limit: 100 }),
    balance: await readBalanceAt(records, caller, betweenMs),
    statement,
    rows,
  };
}

test('what has moved is read by way of a standby that does not know yet that something of the wallet has moved', async () => {
  const query = async (asked: string | pg.QueryConfig, values?: unknown[]) => {
    const isOfRuns = typeof asked === 'object' && asked.text.includes('history_event_run');
    return isOfRuns ? { rows: [] } : await database.pool.query(asked as string, values as string[]);
  };
  const standby: Queryable = { query: query as unknown as Queryable['query'] };
  expect(await readAll(recordsBy(standby, moving.records))).toEqual(before);
});

test('events of a partition whose copy is not complete, or was given up, do not hide those that have moved', async () => {
  // More than a step of a statement, where the payments of the wallet are that have moved.
  const { history } = moving;
  await history.query(
    `CREATE TABLE more AS
     SELECT * FROM event WHERE wallet_id = ${shop.walletId} AND created_at >= to_timestamp(${betweenMs} / 1000.0)
      ORDER BY first_sequence LIMIT 1`,
  );
  const { rowCount } = await history.query(
    `INSERT INTO event
     SELECT (jsonb_populate_record(more, jsonb_build_object('transaction_id', $1::bigint + number))).*
       FROM more, generate_series(1, 600) AS number`,
    [partitionSize],
  );
  expect(rowCount).toBe(600);
  expect(await readAll(moving.records)).toEqual(before);
});
