import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type FixtureWallet, openWallet, paymentOf } from '../../test/ledger/fixtures.ts';
import { recordsIn } from '../../test/records.ts';
import type { Caller } from '../access/caller.ts';
import type { Records } from '../history/records.ts';
import { Writer } from '../ledger/writer/writer.ts';
import type { Read, Reads } from '../postgres/reads.ts';
import { refuseLongFile, type StatementPageRequest, statementOperations } from './operations.ts';
import { workbookRowsMax } from './statement-table.ts';

let database: TestDatabase;
let shop: FixtureWallet;

beforeAll(async () => {
  database = await createTestDatabase();
  shop = await openWallet(database, 'Coffee Roasters', '256772000001', 100_000);
  const neighbour = await openWallet(database, 'Neighbour', '256772000002', 0);
  const writer = new Writer({ target: database.target });
  for (const amount of [1_000, 2_000, 3_000]) {
    expect((await writer.submit(paymentOf(shop, neighbour, amount))).is).toBe('done');
  }
  await writer.close();
});
afterAll(() => database.drop());

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

function readPage(
  long: Read<Records>,
  more: Pick<StatementPageRequest, 'limit' | 'cursor'>,
  signal = new AbortController().signal,
) {
  const caller: Caller = { clientId: 1, walletId: shop.walletId, mode: 'test', apiKeyId: 1, budgetLineage: null };
  const reads: Reads<Records> = { run: () => Promise.reject(new Error('not used')), long: () => long };
  const days = { from: dayFromNow(-2), to: dayFromNow(2) };
  return statementOperations(recordsIn(database.pool), reads, null).readPage(caller, { ...days, ...more }, signal);
}

/** A standby that has nothing of the wallet yet, and whose rows must not be read. */
function standbyBehind(): Records {
  const query = async (asked: string | { readonly text: string }) => {
    const text = typeof asked === 'string' ? asked : asked.text;
    if (!text.includes('event_sequence FROM wallet')) throw new Error('the standby is behind');
    return { rows: [{ available: '0', held: '0', event_sequence: '0' }] };
  };
  return { ...recordsIn(database.pool), query: query as unknown as Records['query'] };
}

test('a page continues at the primary where the standby is behind the page before', async () => {
  const asOf = new Date();
  const first = await readPage({ value: recordsIn(database.pool), asOf }, { limit: 2 });
  expect(first.asOf).toBe(asOf);
  const cursor = first.value.pagination.next_cursor ?? '';
  const atStandby = await readPage({ value: recordsIn(database.pool), asOf }, { limit: 2, cursor });
  expect(atStandby.asOf).toBe(asOf);
  const atPrimary = await readPage({ value: standbyBehind(), asOf }, { limit: 2, cursor });
  expect(atPrimary.asOf).toBeNull();
  expect(atPrimary.value).toEqual(atStandby.value);
  expect(atPrimary.value.data.rows.map(({ money_out }) => money_out)).toEqual([2_000, 3_000]);
  expect(atPrimary.value.pagination).toEqual({ next_cursor: null, has_more: false });
});

test('nothing more is added up when nobody waits for the statement', async () => {
  const left = AbortSignal.abort(new Error('the client left'));
  const long = { value: recordsIn(database.pool), asOf: null };
  await expect(readPage(long, { limit: 2 }, left)).rejects.toThrow('the client left');
});

it('refuses more rows than a workbook takes, as a workbook alone, and names the field', () => {
  expect(workbookRowsMax).toBe(19_997);
  expect(() => refuseLongFile('xlsx', workbookRowsMax)).not.toThrow();
  expect(() => refuseLongFile('csv', workbookRowsMax + 1)).not.toThrow();
  expect(() => refuseLongFile('xlsx', workbookRowsMax + 1)).toThrow(
    expect.objectContaining({ code: 'invalid_request', errors: { format: [expect.stringContaining('19997 rows')] } }),
  );
});
