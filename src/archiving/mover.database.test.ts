import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { interrupted, MovingHistory } from '../../test/history/moving.ts';
import { type FixtureWallet, openWallet, paymentOf, payoutOf } from '../../test/ledger/fixtures.ts';
import { proofKeyOf, proveAll } from '../../test/ledger/proofs.ts';
import type { Caller } from '../access/caller.ts';
import { readEvents } from '../events/feed.ts';
import { recordsOf } from '../history/boundary.ts';
import { HistoryUnavailable } from '../history/history-store.ts';
import type { Records } from '../history/records.ts';
import type { Command } from '../ledger/commands/command.ts';
import type { Transaction } from '../ledger/transaction.ts';
import type { TransactionObject } from '../ledger/transaction-object.ts';
import { Writer } from '../ledger/writer/writer.ts';
import type { SigningKey } from '../proofs/format/round.ts';
import { readMovedTransaction } from '../proofs/moved-transaction.ts';
import { everything } from '../receipts/disclosure.ts';
import { readReceiptOf } from '../receipts/read-receipt-of.ts';
import { countTransactions } from '../statements/count-transactions.ts';
import { readStatement, statementRows } from '../statements/statement.ts';
import { readBalanceAt } from '../wallet/balance.ts';
import { findTransaction, type HistoryRequest, listTransactions } from '../wallet/history.ts';
import { readTransactionEvents, readTransfers } from '../wallet/transaction-trail.ts';
import { CopyDiffers } from './copy.ts';

let database: TestDatabase;
let moving: MovingHistory;
let writer: Writer;
let key: SigningKey;
let shop: FixtureWallet;
let neighbour: FixtureWallet;
let beganMs: number;

beforeAll(async () => {
  database = await createTestDatabase();
  moving = await MovingHistory.of(database);
  writer = new Writer({ target: database.target });
  key = await proofKeyOf(database.pool);
  beganMs = Date.now();
  shop = await openWallet(database, 'Coffee Roasters', '256772000001', 10_000_000);
  neighbour = await openWallet(database, 'Neighbour', '256772000002', 10_000_000);
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

async function end({ walletId, transactionId }: Transaction, isPaid: boolean): Promise<void> {
  const failure = { stage: 'settlement', code: 'operator_failed', reason: 'The operator did not make it.' } as const;
  const word = isPaid
    ? ({ is: 'succeeded', receipt: `R${transactionId}`, amount: null } as const)
    : ({ is: 'failed', failure, receipt: null } as const);
  await submit({ kind: 'settle', walletId, transactionId, word });
}

async function pay(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    const payment = n % 3 === 0 ? paymentOf(neighbour, shop, 700 + n) : paymentOf(shop, neighbour, 500 + n);
    const clientData = { reference: `order ${n % 5}`, metadata: { till: String(n % 2) } };
    await submit({ ...payment, clientData });
  }
}

/** All pages of a list. */
async function allPages(
  records: Records,
  { walletId }: FixtureWallet,
  request: HistoryRequest,
  lookedThrough?: number,
): Promise<TransactionObject[]> {
  const all: TransactionObject[] = [];
  for (let cursor: string | null = null; ; ) {
    const asked: HistoryRequest = cursor === null ? request : { ...request, cursor };
    const page = await listTransactions(records, { walletId, mode: 'test' } as Caller, asked, lookedThrough);
    all.push(...page.data);
    cursor = page.pagination.next_cursor;
    if (cursor === null) return all;
  }
}

/** The lists of a wallet: transactions, and events. */
async function readLists(records: Records, wallet: FixtureWallet) {
  const events: unknown[] = [];
  for (let after = 0; ; ) {
    const page = await readEvents(records, wallet.walletId, { after, limit: 11 });
    events.push(...page.data);
    after = Number(page.pagination.next_cursor);
    if (!page.pagination.has_more) break;
  }
  return { transactions: await allPages(records, wallet, { limit: 7 }), events };
}

/** Everything that is read of a wallet. @param untilMs the end of a statement, in milliseconds since 1970. */
async function readAll(records: Records, wallet: FixtureWallet, untilMs: number): Promise<unknown> {
  const { walletId } = wallet;
  const caller = { walletId, mode: 'test' } as Caller;
  const { transactions, events } = await readLists(records, wallet);
  const completed = await allPages(records, wallet, { limit: 100, status: 'completed' }, 5);
  const details: unknown[] = [];
  for (const { id } of transactions) {
    const transaction = await findTransaction(records, walletId, id);
    if (transaction === null) throw new Error(`transaction ${id} is not found`);
    details.push(
      transaction,
      await readTransfers(records, transaction),
      await readTransactionEvents(records, transaction),
      await readReceiptOf(records, { walletId, transactionId: id }, everything),
    );
  }
  const statements: unknown[] = [];
  const third = Math.floor((untilMs - beganMs) / 3);
  for (const [fromMs, toMs] of [
    [beganMs, untilMs],
    [beganMs + third, untilMs - third],
  ] as const) {
    const period = { fromMs, toMs, fromDay: '', toDay: '' } as unknown as Parameters<typeof readStatement>[2];
    const { period: _, ...statement } = await readStatement(records, walletId, period);
    const rows: unknown[] = [];
    for await (const row of statementRows(records, { ...statement, period })) rows.push(row);
    statements.push(statement, rows);
  }
  const balances: unknown[] = [];
  for (const atMs of [beganMs, beganMs + third, untilMs - third, untilMs])
    balances.push(await readBalanceAt(records, caller, atMs));
  const orders = await allPages(records, wallet, { limit: 3, client_reference: 'order 1' });
  const noted = await allPages(records, wallet, { limit: 100, metadata: 'till:1' }, 5);
  if (orders.length === 0 || noted.length === 0) throw new Error('nothing was found by what the client noted');
  const counts = [
    await countTransactions(records, caller, {}),
    await countTransactions(records, caller, { client_reference: 'order 1' }),
    await countTransactions(records, caller, { metadata: 'till:1' }),
  ];
  return { transactions, completed, events, details, statements, balances, orders, noted, counts };
}

describe('the oldest partition', () => {
  let late: Transaction;

  test('stays while its numbers may still be taken', async () => {
    await pay(20);
    expect(await moving.move()).toEqual({ is: 'nothing' });
  });

  test('stays while one of its transactions has not ended, or is not proven, or is young', async () => {
    const failing = await submit(await payoutOf(database, shop, 900, 54));
    late = await submit(await payoutOf(database, shop, 1_000, 60));
    await end(failing, false);
    await moving.beginPartition(1);
    await pay(10);
    expect(await moving.move({ afterMs: 86_400_000 })).toMatchObject({
      is: 'held',
      by: [expect.stringContaining('less than 1 days ago')],
    });
    expect(await moving.move()).toMatchObject({ is: 'held', by: ['1 of its transactions have not ended'] });
    await end(late, true);
    await pay(5);
    expect(await moving.move()).toMatchObject({ is: 'held', by: ['one of its transactions is not proven yet'] });
    await proveAll(database.pool, key);
  });

  test('stays while another process counts one of its wallets, so that no day of the figures lacks it', async () => {
    const client = await database.owner.connect();
    await client.query('DELETE FROM wallet_day WHERE wallet_id = $1', [shop.walletId]);
    await client.query('UPDATE wallet_count SET days_counted_to = 0 WHERE wallet_id = $1', [shop.walletId]);
    await client.query('BEGIN');
    await client.query('SELECT FROM wallet_count WHERE wallet_id = $1 FOR UPDATE', [shop.walletId]);
    expect(await moving.move()).toMatchObject({
      is: 'held',
      by: ['one of its transactions is not counted in the figures of its day yet'],
    });
    await client.query('ROLLBACK');
    client.release();
  });

  test('moves, and everything that is read of it stays the same', async () => {
    const untilMs = Date.now();
    const read = async () => [
      await readAll(moving.records, shop, untilMs),
      await readAll(moving.records, neighbour, untilMs),
    ];
    const before = await read();
    expect(await moving.move()).toMatchObject({ is: 'moved', firstId: 0, endId: 10_000_000 });
    const { rows } = await database.pool.query('SELECT FROM transaction WHERE transaction_id < 10000000');
    expect(rows).toEqual([]);
    expect(await read()).toEqual(before);
    const counted = await database.pool.query(
      `SELECT sum(completed + failed)::integer AS ended FROM wallet_day WHERE wallet_id = $1 AND type <> 'deposit'`,
      [shop.walletId],
    );
    const moved = await moving.history.query(
      `SELECT count(*)::integer AS ended FROM transaction WHERE wallet_id = $1 AND type <> 'deposit'`,
      [shop.walletId],
    );
    expect(counted.rows[0].ended).toBeGreaterThanOrEqual(moved.rows[0].ended);
  });

  test('is followed by payments as before', async () => {
    await pay(5);
    await proveAll(database.pool, key);
    expect(await moving.move()).toEqual({ is: 'nothing' });
  });

  test('is not needed for what is recent while the history store is away', async () => {
    const away: Records = recordsOf(database.pool, null);
    const caller = { walletId: shop.walletId, mode: 'test' } as Caller;
    expect((await listTransactions(away, caller, { limit: 5 })).data).toHaveLength(5);
    await expect(listTransactions(away, caller, { limit: 100 })).rejects.toThrow(HistoryUnavailable);
    await expect(findTransaction(away, shop.walletId, late.transactionId)).rejects.toThrow(HistoryUnavailable);
    expect(await findTransaction(away, 1, 1)).toBeNull();
  });

  test('gives a transaction for a decision about money only as it was proven', async () => {
    const { walletId, transactionId } = late;
    expect(await readMovedTransaction(moving.records, walletId, transactionId)).toEqual(
      await findTransaction(moving.records, walletId, transactionId),
    );
    await moving.history.query(
      'UPDATE transaction SET amount = amount + 1, net_amount = net_amount + 1 WHERE transaction_id = $1',
      [transactionId],
    );
    await expect(readMovedTransaction(moving.records, walletId, transactionId)).rejects.toThrow(/as it was proven/);
    await moving.history.query(
      'UPDATE transaction SET amount = amount - 1, net_amount = net_amount - 1 WHERE transaction_id = $1',
      [transactionId],
    );
  });
});

describe('what is being copied', () => {
  let paid: Transaction;

  test('is not changed by an operator that takes its word back', async () => {
    paid = await submit(await payoutOf(database, shop, 2_000, 120));
    await end(paid, true);
    await pay(3);
    await moving.beginPartition(2);
    await proveAll(database.pool, key);
    let statements = 0;
    const history = interrupted(moving.history, () => {
      statements += 1;
      if (statements > 12) throw new Error('interrupted');
    });
    await expect(moving.move({ history })).rejects.toThrow('interrupted');
    const { rows } = await database.pool.query('SELECT FROM history_partition WHERE closed_at IS NULL');
    expect(rows).toHaveLength(1);
    await expect(end(paid, false)).rejects.toThrow('transactions moved');
  });

  test('is copied when the batches have ended that began before', async () => {
    const client = await database.owner.connect();
    await client.query('BEGIN');
    await client.query('SELECT pg_current_xact_id()');
    let moved = false;
    const move = moving.move().then(() => {
      moved = true;
    });
    await sleep(1_000);
    expect(moved).toBe(false);
    await client.query('ROLLBACK');
    client.release();
    await move;
    const { rows } = await database.pool.query('SELECT FROM transaction WHERE transaction_id < 20000000');
    expect(rows).toEqual([]);
    await expect(end(paid, false)).rejects.toThrow('refused');
  });
});

describe('a move that is interrupted', () => {
  test('at any statement is continued, and no row is lost or there twice', async () => {
    await moving.beginPartition(3);
    await pay(4);
    await proveAll(database.pool, key);
    const before = await readLists(moving.records, shop);
    let moved = false;
    for (let after = 1; !moved; after += 1) {
      const stop = new AbortController();
      let statements = 0;
      const interrupt = () => {
        statements += 1;
        if (statements === after) stop.abort(new Error('interrupted'));
        if (statements >= after) throw new Error('interrupted');
      };
      const history = interrupted(moving.history, interrupt);
      try {
        // Nothing is left to move where only the drop was interrupted.
        const { is } = await moving.move({ history, signal: stop.signal });
        moved = is === 'moved' || is === 'nothing';
      } catch (error) {
        expect(String(error)).toMatch(/interrupted/);
      }
      expect(await readLists(moving.records, shop)).toEqual(before);
    }
    const { rows } = await moving.history.query<{ count: string; ids: string }>(
      'SELECT count(*), count(DISTINCT transaction_id) AS ids FROM transaction',
    );
    expect(rows[0]?.count).toBe(rows[0]?.ids);
  });

  test('does not begin while the audit finds something in the partition', async () => {
    await moving.beginPartition(4);
    await pay(4);
    await proveAll(database.pool, key);
    const change = (by: string) =>
      database.owner.query(`UPDATE transfer SET amount = amount ${by} WHERE transaction_id > 31500000 AND line = 1`);
    expect((await change('+ 1')).rowCount).toBeGreaterThan(0);
    expect(await moving.move()).toMatchObject({
      is: 'held',
      by: expect.arrayContaining([expect.stringContaining('the audit finds shown_transaction_matches_its_transfers')]),
    });
    await change('- 1');
  });

  test('keeps the rows here when the copy is not as they were proven', async () => {
    const { rowCount } = await database.owner.query(
      `UPDATE transaction SET description = 'Another' WHERE transaction_id > 31500000`,
    );
    expect(rowCount).toBeGreaterThan(0);
    await expect(moving.move()).rejects.toThrow(CopyDiffers);
    expect(await database.pool.query('SELECT FROM transaction WHERE transaction_id > 31500000')).toHaveProperty('rows');
  });
});
