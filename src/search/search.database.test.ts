import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openWallet, paymentOf } from '../../test/ledger/fixtures.ts';
import { run } from '../../test/postgres-server.ts';
import { recordsIn } from '../../test/records.ts';
import type { Records } from '../history/records.ts';
import { Writer } from '../ledger/writer/writer.ts';
import { createPool, type Queryable } from '../postgres/pool.ts';
import { lookBackMs } from './look-back.ts';
import { type Found, searchEverywhere, searchWallet } from './search.ts';
import { parseSearchText } from './search-text.ts';
import { SearchTime, searchStatementMs } from './search-time.ts';

const dayMs = 86_400_000;
const payments = 20;
let database: TestDatabase;
let walletId: number;
let otherWalletId: number;
/** The payments of the first wallet, newest first. */
let ids: number[];

/** One payment of 1,000 shillings every ten days; the receiver has as many. */
beforeAll(async () => {
  database = await createTestDatabase();
  const alice = await openWallet(database, 'Alice', '256772000001', 100_000);
  const bob = await openWallet(database, 'Bob', '256772000002', 0);
  walletId = alice.walletId;
  otherWalletId = bob.walletId;
  const writer = new Writer({ target: database.target });
  for (let count = 0; count < payments; count += 1) {
    await writer.submit({ ...paymentOf(alice, bob, 1_000), description: `Rent ${count}.` });
  }
  await writer.close();
  // The service itself may not change when a transaction was made.
  await run(
    database.target,
    `UPDATE nsimbi.transaction SET created_at = now() - nth * interval '10 days'
       FROM (SELECT wallet_id, transaction_id, row_number() OVER (PARTITION BY wallet_id ORDER BY transaction_id DESC) - 1 AS nth
               FROM nsimbi.transaction) AS one
      WHERE one.wallet_id = transaction.wallet_id AND one.transaction_id = transaction.transaction_id`,
  );
  const { rows } = await database.pool.query<{ id: string }>(
    `SELECT transaction_id AS id FROM transaction WHERE wallet_id = $1 AND type = 'payment_sent' ORDER BY 1 DESC`,
    [walletId],
  );
  ids = rows.map(({ id }) => Number(id));
});
afterAll(() => database.drop());

/** Enough time for everything on a busy machine, so that only the limit of a statement cuts something off. */
const when = () => ({ nowMs: Date.now(), time: new SearchTime(60_000) });
const inWallet = (text: string, records: Records = recordsIn(database.pool)) =>
  searchWallet(records, { walletId, otherWalletId: null }, parseSearchText(text), when());
const everywhere = (text: string, records: Records = recordsIn(database.pool), hidden: readonly number[] = []) =>
  searchEverywhere(records, hidden, parseSearchText(text), when());
const searches: readonly (readonly [string, (text: string, records?: Records) => Promise<Found>])[] = [
  ['in one wallet', inWallet],
  ['in all wallets', everywhere],
];

const idsOf = ({ exact, scanned }: Pick<Found, 'exact' | 'scanned'>) =>
  [...exact, ...scanned].flatMap(({ transactions }) => transactions.map(({ transactionId }) => transactionId));

describe('free text', () => {
  test.each(searches)('%s covers the last 90 days and nothing older', async (_where, search) => {
    const sinceMs = Date.now() - lookBackMs;
    for (const [nth, id] of ids.entries()) {
      const found = await search(`"Rent ${payments - 1 - nth}."`);
      expect(idsOf(found).includes(id), `${nth * 10} days old`).toBe(nth < 9);
      expect(Math.abs((found.freeTextFromMs ?? 0) - sinceMs)).toBeLessThan(60_000);
    }
  });

  test('shows the newest of an amount that many payments have', async () => {
    const [group] = (await inWallet('UGX 1,000')).scanned;
    expect(group).toMatchObject({ kind: 'amount', hasMore: true });
    expect(group?.transactions.map(({ transactionId }) => transactionId)).toEqual(ids.slice(0, 5));
  });

  test('in all wallets leaves out hidden ones', async () => {
    expect(idsOf(await everywhere('"Rent 19."'))).toHaveLength(2);
    const found = await everywhere('"Rent 19."', recordsIn(database.pool), [otherWalletId]);
    expect(idsOf(found)).toEqual([ids[0]]);
  });
});

describe('payments that have moved to the history store', () => {
  /** As if all but the newest three had moved, and the store were away. */
  const moved = (): Records => {
    return {
      ...recordsIn(database.pool),
      boundary: async () => ({ movedBelow: ids[2] ?? 0, createdUntilMs: Date.now() - 30 * dayMs }),
    };
  };

  test.each(searches)('are not read %s, and the result says since when payments were read', async (_where, search) => {
    const found = await search('"Rent 15."', moved());
    expect(idsOf(found)).toEqual([]);
    expect(idsOf(await search('"Rent 18."', moved()))).toContain(ids[1]);
    expect(Math.abs((found.freeTextFromMs ?? 0) - (Date.now() - 30 * dayMs))).toBeLessThan(60_000);
  });

  test.each([
    ['is away', {}],
    ['does not respond', { history: { query: (() => new Promise(() => undefined)) as unknown as Queryable['query'] } }],
  ])(
    'are looked up in the store; where it %s the rest is searched, and the result is not complete',
    async (_how, changed) => {
      await database.owner.query('INSERT INTO history_event_run VALUES ($1, 1, 5)', [walletId]);
      const records = { ...moved(), ...changed };
      // A number that is an id of a payment which has moved, and an amount.
      const text = String(ids[10]);
      const found = await searchWallet(records, { walletId, otherWalletId: null }, parseSearchText(text), {
        nowMs: Date.now(),
        time: new SearchTime(2_000),
      });
      expect(found).toMatchObject({ exact: [], isComplete: false });
      await database.owner.query('DELETE FROM history_event_run');
    },
  );
});

describe('the time limit', () => {
  let pool: pg.Pool;
  beforeEach(() => {
    pool = createPool(database.target, {
      applicationName: 'nsimbi test',
      max: 2,
      settings: { statement_timeout: String(searchStatementMs) },
    });
  });
  afterEach(() => pool.end());

  const rent = parseSearchText('Rent');
  const brief = () => ({ nowMs: Date.now() });

  /** Records by way of a pool on which some statements take longer than the limit. @param isSlow by the text of a statement. */
  function slowed(isSlow: (text: string) => boolean): Records {
    const query = async (statement: pg.QueryConfig) =>
      await pool.query(isSlow(statement.text) ? { text: 'SELECT pg_sleep(10)' } : statement);
    return recordsIn({ query: query as unknown as Queryable['query'] });
  }

  test.each([
    ['in one wallet', (records: Records) => searchWallet(records, { walletId, otherWalletId: null }, rent, brief())],
    ['in all wallets', (records: Records) => searchEverywhere(records, [], rent, brief())],
  ])('ends the reading %s, and the result says that no payment was read', async (_where, search) => {
    const found = await search(slowed((text) => text.includes('LIKE ALL')));
    expect(found).toMatchObject({ exact: [], scanned: [], isComplete: false, isExactComplete: true });
    expect(Math.abs((found.freeTextFromMs ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test.each(searches)('reads less at a time %s after a statement was cut off', async (_where, search) => {
    let tried = 0;
    const found = await search(
      'Rent',
      slowed((text) => text.includes('LIKE ALL') && ++tried === 1),
    );
    expect(idsOf(found).slice(0, 1)).toEqual([expect.any(Number)]);
    expect(tried).toBeGreaterThan(1);
  });

  test.each(searches)(
    'cuts off a look-up by a key %s, and the result says that it is not complete',
    async (_where, search) => {
      const found = await search(
        'Rent 3',
        slowed((text) => text.includes('client_reference = $2')),
      );
      expect(found).toMatchObject({ exact: [], isComplete: false, isExactComplete: false });
    },
  );

  test('is that of no other failure', async () => {
    const broken = slowed(() => false);
    const query = () => Promise.reject(new Error('broken'));
    await expect(inWallet('Rent', { ...broken, query: query as unknown as Queryable['query'] })).rejects.toThrow(
      'broken',
    );
  });
});

test('a wallet of many payments is read in parts, and its oldest payment of the last 90 days is found', async () => {
  const many = await createTestDatabase();
  try {
    const large = await openWallet(many, 'Large', '256772000003', 1_000);
    await run(
      many.target,
      `INSERT INTO nsimbi.transaction (wallet_id, transaction_id, mode, type, direction, route, status, amount, fee_amount, net_amount,
                                       description, counterparty_phone, counterparty_name, api_triggered, created_at, completed_at)
       SELECT ${large.walletId}, 1000 + n, 'test', 'payment_sent', 'out', 'internal', 'completed', 1000 + n, 0, 1000 + n,
              'Stall ' || n || '.', '256701' || lpad(n::text, 6, '0'), 'Customer ' || n || '.', true, at, at
         FROM generate_series(1, 30000) AS n, LATERAL (SELECT now() - (30000 - n) * interval '4 minutes' AS at) AS made`,
    );
    const asked = { walletId: large.walletId, otherWalletId: null };
    for (const text of ['"Stall 17."', 'UGX 1,017', '0701000017', '"Customer 17."']) {
      const found = await searchWallet(recordsIn(many.pool), asked, parseSearchText(text), when());
      expect(idsOf(found), text).toContain(1_017);
    }
  } finally {
    await many.drop();
  }
});
