import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type FixtureWallet, ledgerFindings, openWallet, paymentOf } from '../../test/ledger/fixtures.ts';
import { NothingWritten } from './writer/errors.ts';
import { Writer } from './writer/writer.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

test('two partitions lie ahead of the newest number, and asking again makes none', async () => {
  await database.owner.query("SELECT setval('transaction_number', 25000000)");
  expect(await ensurePartitions()).toBe(6);
  expect(await ensurePartitions()).toBe(0);
  expect((await partitionsOf('transaction')).map(({ name }) => name)).toEqual(
    [0, 1, 2, 3, 4].map((n) => `transaction_p00000${n}`),
  );
});

describe('beside payments and long readers', () => {
  let alice: FixtureWallet;
  let bob: FixtureWallet;

  beforeAll(async () => {
    alice = await openWallet(database, 'Alice', '256772000001', 100_000);
    bob = await openWallet(database, 'Bob', '256772000002', 0);
  });

  test.each([
    ['a report', 'READ COMMITTED'],
    ['a pg_dump', 'REPEATABLE READ'],
  ])('partitions are created while %s reads every table, and payments continue', async (_, isolation) => {
    await skipToEmptyPartitions();
    const reader = await database.pool.connect();
    await reader.query(`BEGIN ISOLATION LEVEL ${isolation}`);
    await reader.query('LOCK TABLE transaction, transfer, event IN ACCESS SHARE MODE');
    await reader.query('SELECT count(*) FROM transaction');
    expect(await ensurePartitions()).toBe(9);
    expect(await pay(500)).toMatchObject({ is: 'done' });
    await reader.query('COMMIT');
    reader.release();
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });

  test('a payment waits for none of the locks with which they are created', async () => {
    const creator = await database.pool.connect();
    await creator.query('BEGIN');
    await database.owner.query("SELECT setval('transaction_number', last_value + 10000000) FROM transaction_number");
    const { rows } = await creator.query('SELECT ensure_partitions() AS made');
    expect(rows).toEqual([{ made: 3 }]);
    expect(await pay(500)).toMatchObject({ is: 'done' });
    await creator.query('COMMIT');
    creator.release();
  });

  test('one process creates them, and another does nothing meanwhile', async () => {
    await database.owner.query("SELECT setval('transaction_number', last_value + 10000000) FROM transaction_number");
    const creator = await database.pool.connect();
    await creator.query('BEGIN; SELECT ensure_partitions()');
    expect(await ensurePartitions()).toBe(0);
    await creator.query('ROLLBACK');
    creator.release();
    expect(await ensurePartitions()).toBe(3);
  });

  test('a payment for whose number there is no partition creates it', async () => {
    await skipToEmptyPartitions();
    expect(await pay(500)).toMatchObject({ is: 'done' });
    expect(await ensurePartitions()).toBe(0);
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });

  test('a payment waits for the process that creates the partition of its number', async () => {
    await skipToEmptyPartitions();
    const creator = await database.pool.connect();
    await creator.query('BEGIN; SELECT ensure_partitions()');
    const paid = pay(500);
    await expect.poll(waitsForTurn).toBe(true);
    await creator.query('COMMIT');
    creator.release();
    expect(await paid).toMatchObject({ is: 'done' });
  });

  test('payments whose partition cannot be created are not written, and are once it can be', async () => {
    const number = await skipToEmptyPartitions();
    const name = `event_p${String(number / 10_000_000).padStart(6, '0')}`;
    await database.owner.query(`CREATE TABLE ${name} (taken boolean)`);
    const before = await balanceOf(alice);
    const refused = await pay(500).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(NothingWritten);
    expect(refused).toMatchObject({ message: 'nothing was written: the database has no partition for it' });
    expect(await balanceOf(alice)).toBe(before);
    await database.owner.query(`DROP TABLE ${name}`);
    expect(await pay(500)).toMatchObject({ is: 'done' });
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });

  async function pay(amount: number) {
    const writer = new Writer({ target: database.target });
    try {
      return await writer.submit(paymentOf(alice, bob, amount));
    } finally {
      await writer.close();
    }
  }
});

test('after numbers have skipped, partitions are created only where they continue', async () => {
  await database.owner.query("SELECT setval('transaction_number', 9007199205000000)");
  expect(await ensurePartitions()).toBe(9);
  const names = (await partitionsOf('transfer')).map(({ name }) => name);
  expect(names.slice(-3)).toEqual(['transfer_p900719920', 'transfer_p900719921', 'transfer_p900719922']);
  await database.owner.query("SELECT setval('transaction_number', 25000000)");
  await ensurePartitions();
});

describe.each(['transaction', 'transfer', 'event', 'request_log', 'operator_call'])('a partition of %s', (table) => {
  test('has everything that CREATE TABLE ... PARTITION OF gives it', async () => {
    await ensurePartitions();
    await database.pool.query("SELECT keep_request_log(now() - interval '7 days'), keep_operator_calls(now())");
    const isLog = table === 'request_log' || table === 'operator_call';
    const bounds = isLog ? "FROM ('2090-01-01') TO ('2090-01-02')" : 'FROM (8000000000000000) TO (8000000010000000)';
    await database.owner.query(`
      CREATE ${table === 'request_log' ? 'UNLOGGED' : ''} TABLE reference PARTITION OF ${table} FOR VALUES ${bounds};
      SELECT analyze_like('${table}', 'reference');
      ${isLog ? "SELECT leave_to_be_dropped('reference')" : 'GRANT SELECT ON reference TO nsimbi_service, nsimbi_reader'}`);
    const expected = await catalogOf('reference');
    await database.owner.query('DROP TABLE reference');
    expect(expected.columns.length).toBeGreaterThan(5);
    expect(expected.indexes.length).toBeGreaterThan(0);
    const last = (await partitionsOf(table)).at(-1)?.name ?? '';
    expect(await catalogOf(last)).toEqual(expected);
  });
});

test('a day of a log is created beside a long reader, and one that is over is dropped when the reader has ended', async () => {
  await database.owner.query(`
    SELECT make_partition('operator_call', 'operator_call_20200101', '', '2020-01-01', '2020-01-02');
    DROP TABLE IF EXISTS operator_call_${await tomorrow()}`);
  const days = async () => (await partitionsOf('operator_call')).map(({ name }) => name);
  const reader = await database.pool.connect();
  await reader.query('BEGIN; SELECT count(*) FROM operator_call');
  await database.pool.query('SELECT keep_operator_calls(now())');
  expect(await days()).toEqual(expect.arrayContaining(['operator_call_20200101', `operator_call_${await tomorrow()}`]));
  await reader.query('COMMIT');
  reader.release();
  await database.pool.query('SELECT keep_operator_calls(now())');
  expect(await days()).not.toContain('operator_call_20200101');
});

const rarelyAnalyzed = 'autovacuum_analyze_scale_factor=0.5';
const notVacuumedForInserts = 'autovacuum_vacuum_insert_threshold=-1';

test.each([
  { table: 'transaction', opaque: 'description', options: [rarelyAnalyzed] },
  { table: 'transfer', opaque: 'amount', options: [rarelyAnalyzed] },
  { table: 'event', opaque: 'snapshot', options: [rarelyAnalyzed] },
  { table: 'request_log', opaque: 'request_body', options: [rarelyAnalyzed, notVacuumedForInserts] },
  { table: 'operator_call', opaque: 'answer_body', options: [rarelyAnalyzed, notVacuumedForInserts] },
])(
  'PostgreSQL visits each partition of $table as rarely, and reads as little of it, as of the first',
  async ({ table, opaque, options }) => {
    await database.owner.query("SELECT setval('transaction_number', 45000000)");
    await ensurePartitions();
    await database.pool.query('SELECT keep_request_log(now()), keep_operator_calls(now())');
    const whole = await tablesWhere(`oid = 'nsimbi.${table}'::regclass`);
    expect(whole[0]?.analyzed).toContain('wallet_id');
    expect(whole[0]?.analyzed).not.toContain(opaque);
    expect(whole[0]?.targets).toEqual([20]);
    const partitions = await partitionsOf(table);
    expect(partitions.length).toBeGreaterThanOrEqual(2);
    for (const partition of partitions) {
      expect(partition).toMatchObject({ analyzed: whole[0]?.analyzed, targets: [20], options });
    }
  },
);

test.each(['wallet', 'api_key', 'idempotency_key', 'delivery_attempt', 'audit_log'])(
  'PostgreSQL reads little of %s, which has no partitions',
  async (table) => {
    expect((await tablesWhere(`oid = 'nsimbi.${table}'::regclass`))[0]?.targets).toEqual([20]);
  },
);

async function ensurePartitions(): Promise<number | undefined> {
  const { rows } = await database.pool.query<{ made: number }>('SELECT ensure_partitions() AS made');
  return rows[0]?.made;
}

/** The sequence continues at the first number of a partition that does not exist. */
async function skipToEmptyPartitions(): Promise<number> {
  const { rows } = await database.pool.query<{ last_value: string }>('SELECT last_value FROM transaction_number');
  const first = (Math.floor(Number(rows[0]?.last_value) / 10_000_000) + 1_000) * 10_000_000;
  // A batch continues with the next number. Nothing is created for numbers that lie a little behind.
  await database.owner.query(`SELECT setval('transaction_number', ${first + 1_000_000})`);
  return first;
}

async function waitsForTurn(): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return rowCount === 1;
}

async function balanceOf({ walletId }: FixtureWallet): Promise<string | undefined> {
  const { rows } = await database.pool.query<{ available: string }>(
    'SELECT available FROM wallet WHERE wallet_id = $1',
    [walletId],
  );
  return rows[0]?.available;
}

async function tomorrow(): Promise<string> {
  const { rows } = await database.pool.query<{ day: string }>(
    "SELECT to_char(clock_timestamp()::date + 1, 'YYYYMMDD') AS day",
  );
  return rows[0]?.day ?? '';
}

interface Catalog {
  readonly table: unknown;
  readonly columns: unknown[];
  readonly constraints: unknown[];
  readonly indexes: unknown[];
  readonly triggers: unknown[];
}

/**
 * What the catalogs say about a table, without its own name, ids and sizes. The column options with the prefix `pg_` are left
 * out: no statement sets them. PostgreSQL 15.20 keeps a number there (`pg_attver`) that is different for each table.
 */
async function catalogOf(name: string): Promise<Catalog> {
  const { rows } = await database.pool.query<Catalog>(
    `SELECT (SELECT to_json(t) FROM (
               SELECT relowner, relacl, relpersistence, relkind, reloptions, relrowsecurity, relforcerowsecurity, relreplident,
                      relispartition, relhastriggers, relhasrules, relam, reltablespace, relchecks, relnatts) AS t) AS table,
            (SELECT json_agg(c ORDER BY attnum) FROM (
               SELECT attnum, attname, atttypid, atttypmod, attcollation, attnotnull, attstorage, attcompression,
                      attstattarget, attislocal, attinhcount, attidentity, attgenerated, attacl,
                      ARRAY(SELECT option FROM unnest(attoptions) AS option WHERE option NOT LIKE 'pg\\_%') AS options,
                      pg_get_expr(adbin, adrelid) AS "default"
                 FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
                WHERE attrelid = k.oid AND attnum > 0) AS c) AS columns,
            (SELECT json_agg(c ORDER BY c.name) FROM (
               SELECT replace(conname, k.relname, 'NAME') AS name, contype, convalidated, condeferrable, conislocal,
                      coninhcount, connoinherit, conparentid, pg_get_constraintdef(oid) AS definition
                 FROM pg_constraint WHERE conrelid = k.oid) AS c) AS constraints,
            (SELECT json_agg(i ORDER BY i.name) FROM (
               SELECT replace(x.relname, k.relname, 'NAME') AS name, x.reloptions, inhparent, indisprimary, indisunique,
                      indisvalid, indisready, indisclustered, indisreplident, indkey::text, indoption::text, indclass::text,
                      pg_get_expr(indpred, indrelid) AS predicate
                 FROM pg_index JOIN pg_class AS x ON x.oid = indexrelid LEFT JOIN pg_inherits ON inhrelid = indexrelid
                WHERE indrelid = k.oid) AS i) AS indexes,
            (SELECT coalesce(json_agg(t ORDER BY t.tgname), '[]') FROM (
               SELECT tgname, tgparentid, tgfoid, tgtype, tgenabled, tgisinternal, tgattr::text,
                      pg_get_expr(tgqual, tgrelid) IS NULL AS is_unconditional
                 FROM pg_trigger WHERE tgrelid = k.oid) AS t) AS triggers
       FROM pg_class AS k WHERE k.oid = to_regclass($1)`,
    [name],
  );
  const catalog = rows[0];
  if (catalog === undefined) throw new Error(`there is no table ${name}`);
  return catalog;
}

function partitionsOf(table: string): Promise<Table[]> {
  return tablesWhere(`oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = 'nsimbi.${table}'::regclass)`);
}

interface Table {
  readonly name: string;
  readonly options: string[] | null;
  /** The columns that PostgreSQL keeps statistics of. */
  readonly analyzed: string[];
  /** How finely: PostgreSQL reads 300 times as many rows. */
  readonly targets: (number | null)[];
}

async function tablesWhere(condition: string): Promise<Table[]> {
  const { rows } = await database.pool.query<Table>(`
    SELECT relname AS name, reloptions AS options, kept.analyzed, kept.targets
      FROM pg_class,
           LATERAL (SELECT array_agg(attname::text ORDER BY attname) AS analyzed,
                           array_agg(DISTINCT attstattarget) AS targets
                      FROM pg_attribute
                     WHERE attrelid = pg_class.oid AND attnum > 0 AND attstattarget IS DISTINCT FROM 0) AS kept
     WHERE ${condition} ORDER BY relname`);
  return rows;
}
