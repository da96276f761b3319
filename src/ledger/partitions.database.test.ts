import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

test('two partitions lie ahead of the newest number, and asking again makes none', async () => {
  await asOwner("SELECT setval('transaction_number', 25000000)");
  expect(await ensurePartitions()).toBe(6);
  expect(await ensurePartitions()).toBe(0);
  expect((await partitionsOf('transaction')).map(({ name }) => name)).toEqual(
    [0, 1, 2, 3, 4].map((n) => `transaction_p00000${n}`),
  );
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
    await asOwner("SELECT setval('transaction_number', 45000000)");
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

async function asOwner(statement: string): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query(`BEGIN; SET LOCAL ROLE nsimbi_owner; ${statement}; COMMIT`);
  } finally {
    client.release();
  }
}
