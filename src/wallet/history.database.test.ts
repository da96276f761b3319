import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openWallet, paymentOf } from '../../test/ledger/fixtures.ts';
import { run } from '../../test/postgres-server.ts';
import { recordsIn } from '../../test/records.ts';
import type { Caller } from '../access/caller.ts';
import { Writer } from '../ledger/writer/writer.ts';
import { type HistoryRequest, listTransactions } from './history.ts';

const payments = 10;
const lookedThrough = 3;
let database: TestDatabase;
let caller: Caller;

/** The oldest transaction of the wallet is a deposit, and the others are payments. */
beforeAll(async () => {
  database = await createTestDatabase();
  const alice = await openWallet(database, 'Alice', '256772000001', 100_000);
  const bob = await openWallet(database, 'Bob', '256772000002', 0);
  const writer = new Writer({ target: database.target });
  for (let count = 0; count < payments; count += 1) await writer.submit(paymentOf(alice, bob, 1_000));
  await writer.close();
  caller = { clientId: 1, walletId: alice.walletId, mode: 'test', apiKeyId: 1, budgetLineage: null };
});
afterAll(() => database.drop());

/** Every page of a request, as a client reads them. */
async function pagesOf(request: HistoryRequest) {
  const pages = [];
  let cursor: string | null = null;
  do {
    const asked: HistoryRequest = cursor === null ? request : { ...request, cursor };
    const page: Awaited<ReturnType<typeof listTransactions>> = await listTransactions(
      recordsIn(database.pool),
      caller,
      asked,
      lookedThrough,
    );
    expect(page.pagination.has_more).toBe(page.pagination.next_cursor !== null);
    pages.push(page.data.map(({ type }) => type));
    cursor = page.pagination.next_cursor;
  } while (cursor !== null);
  return pages;
}

describe('a filter that fits few transactions of a large wallet', () => {
  test('is looked for in pages of bounded work, and finds each once', async () => {
    expect(await pagesOf({ limit: 100, type: 'deposit' })).toEqual([[], [], [], ['deposit']]);
  });

  test('goes on after the last that a page shows when there are more of them', async () => {
    const pages = await pagesOf({ limit: 2, type: 'payment_sent' });
    expect(pages.flat()).toHaveLength(payments);
    expect(pages[0]).toHaveLength(2);
  });

  test('is an amount, or words of a name or a note, whose characters have no other meaning', async () => {
    const typesOf = async (request: Omit<HistoryRequest, 'limit'>) =>
      (await pagesOf({ limit: 100, ...request })).flat();
    expect(await typesOf({ amount: 100_000 })).toEqual(['deposit']);
    expect(await typesOf({ amount: 100_001 })).toEqual([]);
    expect(await typesOf({ phrases: ['bob'], amount: 1_000 })).toHaveLength(payments);
    expect(await typesOf({ phrases: ['bob', 'alice'] })).toEqual([]);
    for (const phrase of ['%', 'b_b', 'bo%', '\\']) expect(await typesOf({ phrases: [phrase] }), phrase).toEqual([]);
  });

  test('is compared with the transaction that a reference names, too', async () => {
    const { data } = await listTransactions(recordsIn(database.pool), caller, { limit: 1 });
    const reference = data[0]?.reference ?? '';
    expect(await pagesOf({ limit: 1, reference, amount: 1_000, phrases: ['bob'] })).toEqual([['payment_sent']]);
    expect(await pagesOf({ limit: 1, reference, amount: 999 })).toEqual([[]]);
    expect(await pagesOf({ limit: 1, reference, phrases: ['carol'] })).toEqual([[]]);
  });

  test('ends where everything older is older than the time that is asked for', async () => {
    const fromMs = Date.now() + 2 * 86_400_000;
    expect(await pagesOf({ limit: 100, fromMs })).toEqual([[]]);
  });

  test('a time long ago is looked for where it is, not through all that came after it', async () => {
    // One transaction in ten days, the oldest a hundred and ten days ago.
    const backdate = `
      UPDATE nsimbi.transaction SET created_at = now() - older * interval '10 days'
        FROM (SELECT transaction_id, row_number() OVER (ORDER BY transaction_id DESC) AS older
                FROM nsimbi.transaction WHERE wallet_id = ${caller.walletId}) AS one
       WHERE one.transaction_id = transaction.transaction_id AND wallet_id = ${caller.walletId}`;
    // The service itself may not change when a transaction was made.
    await run(database.target, backdate);
    const ago = (tens: number) => Date.now() - tens * 10 * 86_400_000;
    expect(await pagesOf({ limit: 100, fromMs: ago(9.5), toMs: ago(7.5) })).toEqual([['payment_sent', 'payment_sent']]);
    expect(await pagesOf({ limit: 100, toMs: ago(10.5) })).toEqual([['deposit']]);
    expect(await pagesOf({ limit: 100, toMs: ago(12) })).toEqual([[]]);
    expect((await pagesOf({ limit: 100, fromMs: ago(3.5) })).flat()).toHaveLength(3);
  });

  test('a history without filters is no look for anything, so its pages are full', async () => {
    expect((await pagesOf({ limit: 100 })).map((page) => page.length)).toEqual([payments + 1]);
  });
});
