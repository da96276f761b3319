import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { run, signedInAs } from '../../test/postgres-server.ts';
import { serviceActor } from '../access/audit-log.ts';
import { createClient } from '../access/clients.ts';
import { readLogin } from './login.ts';
import {
  AppliedMigrationChanged,
  DatabaseIsNewer,
  ensureMigrated,
  isMigrated,
  MigrationsMissing,
  migrate,
  OlderProgramsRun,
  type Phase,
  readWaiting,
} from './migrate.ts';
import { openDatabase, testFolderMark } from './open-database.ts';
import { createPool, type DatabaseTarget } from './pool.ts';
import { ProgramTooOld, Registration } from './processes.ts';
import { programVersion } from './program-version.ts';
import { PrivilegesMissing } from './roles.ts';

const shipped = join(import.meta.dirname, '../../migrations');

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
});

beforeEach(async () => {
  await run(database.target, 'DROP SCHEMA IF EXISTS nsimbi CASCADE');
  folder = await mkdtemp(join(tmpdir(), 'nsimbi-migrations-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

afterAll(async () => {
  await database.drop();
});

test('an empty database gets every file once, and is then known as migrated', async () => {
  expect(await isMigrated(database.pool)).toBe(false);
  expect(await migrate(database.target)).toContain('0001-ledger.sql');
  expect(await isMigrated(database.pool)).toBe(true);
  expect(await migrate(database.target)).toEqual([]);
  const { rows } = await database.pool.query('SELECT count(*)::integer AS wallets FROM wallet');
  expect(rows).toEqual([{ wallets: 2 }]);
});

test('of four processes that migrate at once, one applies each file', async () => {
  await writeFile(join(folder, '0001-a.sql'), 'CREATE TABLE a (n integer); SELECT pg_sleep(0.1)');
  await writeFile(join(folder, '0002-b.sql'), 'CREATE TABLE b (n integer)');
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(database.target, folder)));
  expect(applied.flat()).toEqual(['0001-a.sql', '0002-b.sql']);
});

test('a file that fails leaves nothing of itself and the files before it in place', async () => {
  await writeFile(join(folder, '0001-good.sql'), 'CREATE TABLE good (n integer)');
  await writeFile(join(folder, '0002-bad.sql'), 'CREATE TABLE half (n integer); SELECT 1 / 0');
  await expect(migrate(database.target, folder)).rejects.toThrow('division by zero');
  expect(await tables(database.target)).toEqual(['good', 'schema_migration']);
  await writeFile(join(folder, '0002-bad.sql'), 'CREATE TABLE whole (n integer)');
  expect(await migrate(database.target, folder)).toEqual(['0002-bad.sql']);
});

test('a file that was edited after it was applied is refused by name', async () => {
  await writeFile(join(folder, '0001-a.sql'), 'CREATE TABLE a (n integer)');
  await migrate(database.target, folder);
  await writeFile(join(folder, '0001-a.sql'), 'CREATE TABLE a (n bigint)');
  const refused = migrate(database.target, folder);
  await expect(refused).rejects.toThrow(AppliedMigrationChanged);
  await expect(refused).rejects.toThrow('migrations/0001-a.sql was changed');
});

test('a database that a newer program has migrated is refused', async () => {
  await cp(shipped, folder, { recursive: true });
  await write('9998-of-the-future.sql', 'expand', programVersion, 'CREATE TABLE future (n integer)');
  await migrate(database.target, folder);
  // A program may go on with what a newer one has added.
  expect(await migrate(database.target)).toEqual([]);
  expect(await isMigrated(database.pool)).toBe(true);

  await write('9999-of-the-far-future.sql', 'contract', '99.0.0', 'DROP TABLE future');
  await migrate(database.target, folder, database.target, '99.0.0');
  const refused = migrate(database.target);
  await expect(refused).rejects.toThrow(DatabaseIsNewer);
  await expect(refused).rejects.toThrow('9999-of-the-far-future.sql');
  await expect(register(programVersion)).rejects.toThrow(ProgramTooOld);
});

test('what an older program cannot run with waits until it has ended, and what it can is applied', async () => {
  await cp(shipped, folder, { recursive: true });
  await migrate(database.target, folder);
  const old = await register('0.2.0');
  await write('9997-contract.sql', 'contract', '0.3.0', 'DROP TABLE statement_columns');
  await write('9998-expand.sql', 'expand', '0.2.0', 'CREATE TABLE future (n integer)');
  expect(await migrate(database.target, folder)).toEqual(['9998-expand.sql']);
  expect(await readWaiting(database.pool, folder)).toEqual(['9997-contract.sql']);
  expect(await tables(database.target)).toContain('statement_columns');

  const young = await register('0.3.0');
  expect(await migrate(database.target, folder)).toEqual([]);
  await old.end();
  expect(await migrate(database.target, folder)).toEqual(['9997-contract.sql']);
  expect(await readWaiting(database.pool, folder)).toEqual([]);
  await expect(register('0.2.0')).rejects.toThrow(
    'migration 9997-contract.sql needs Nsimbi 0.3.0 or newer, and this is 0.2.0; start that version',
  );
  await young.end();
});

test('a migration that the new program needs and an older one cannot run with is refused with the name of the process', async () => {
  await cp(shipped, folder, { recursive: true });
  await migrate(database.target, folder);
  const old = await register('0.2.0');
  await write('9998-expand.sql', 'expand', '0.3.0', 'CREATE TABLE future (n integer)');
  const refused = migrate(database.target, folder);
  await expect(refused).rejects.toThrow(OlderProgramsRun);
  await expect(refused).rejects.toThrow(
    `needs Nsimbi 0.3.0 or newer everywhere, and there runs 0.2.0 on ${hostname()} (process ${process.pid})`,
  );
  expect(await tables(database.target)).not.toContain('future');
  await old.end();
  expect(await migrate(database.target, folder)).toEqual(['9998-expand.sql']);
});

test('a program that wants to register while a contract is being applied waits, and is refused', async () => {
  await cp(shipped, folder, { recursive: true });
  await migrate(database.target, folder);
  await write('9998-slow.sql', 'contract', '0.3.0', 'SELECT pg_sleep(1)');
  const migrating = migrate(database.target, folder);
  const superuser = new pg.Client({ connectionString: database.target.connectionString });
  await superuser.connect();
  const isUnderWay = async () => {
    const { rowCount } = await superuser.query(
      `SELECT FROM pg_stat_activity WHERE application_name = 'nsimbi migrate' AND query LIKE '%pg_sleep(1)%'`,
    );
    return rowCount === 1;
  };
  await expect.poll(isUnderWay, { interval: 20 }).toBe(true);
  await superuser.end();
  await expect(register('0.2.0')).rejects.toThrow(ProgramTooOld);
  expect(await migrating).toEqual(['9998-slow.sql']);
});

test('a process that was silent does not hold up a contract, and stops when it goes on', async () => {
  await cp(shipped, folder, { recursive: true });
  await migrate(database.target, folder);
  const refusal = Promise.withResolvers<Error>();
  const pool = createPool(database.target, { applicationName: 'nsimbi test process', max: 1 });
  const frozen = await register('0.2.0', refusal.resolve, pool);
  // Its heartbeats need the only connection.
  const held = await pool.connect();
  await database.owner.query(`UPDATE process SET seen_at = trusted_now() - interval '31 seconds'`);
  await write('9998-contract.sql', 'contract', '0.3.0', 'DROP TABLE statement_columns');
  expect(await migrate(database.target, folder)).toEqual(['9998-contract.sql']);
  held.release();
  expect((await refusal.promise).message).toContain('needs Nsimbi 0.3.0 or newer');
  await frozen.end();
  await pool.end();
});

test('a migration without its phase and oldest program is refused', async () => {
  await writeFile(join(folder, '0041-unmarked.sql'), 'CREATE TABLE a (n integer)');
  await expect(migrate(database.target, folder)).rejects.toThrow(
    'migrations/0041-unmarked.sql should begin with a line such as "-- phase: expand; oldest program: 0.2.0"',
  );
});

async function write(name: string, phase: Phase, oldest: string, sql: string): Promise<void> {
  await writeFile(join(folder, name), `-- phase: ${phase}; oldest program: ${oldest}\n${sql}`);
}

/** A process with a program of this version. */
function register(
  version: string,
  onRefused: (error: Error) => void = () => undefined,
  pool = database.pool,
): Promise<Registration> {
  return Registration.begin({ pool, roles: ['api'], version, onRefused, onError: () => undefined });
}

test.each([
  { entries: 0, left: ['Owner live', 'Demo test', 'Owner test'] },
  { entries: 3, left: ['Demo live', 'Owner live', 'Demo test', 'Owner test'] },
])('the live phone of a Demo whose live wallet has $entries entries', async ({ entries, left }) => {
  await cp(shipped, folder, { recursive: true, filter: (file) => !file.endsWith('0014-phone-of-demo.sql') });
  await migrate(database.target, folder);
  const demo = await createClient(database.pool, {
    name: 'Demo',
    phone: '256772000000',
    actor: serviceActor('first start'),
  });
  await createClient(database.pool, { name: 'Owner', phone: '256772000001', actor: serviceActor('cli:owner') });
  await run(database.target, `UPDATE nsimbi.wallet SET entry_no = ${entries} WHERE wallet_id = ${demo.wallets.live}`);
  expect(await migrate(database.target)).toEqual(['0014-phone-of-demo.sql']);
  const { rows } = await database.pool.query<{ holder: string }>(
    `SELECT holder_name || ' ' || wallet_phone.mode AS holder FROM wallet_phone JOIN wallet USING (wallet_id)
      ORDER BY wallet_phone.mode, holder_name`,
  );
  expect(rows.map(({ holder }) => holder)).toEqual(left);
});

test('a table in use is waited for a while and not for ever: the payments come first', async () => {
  await writeFile(join(folder, '0001-a.sql'), 'CREATE TABLE a (n integer)');
  await writeFile(join(folder, '0002-b.sql'), `SET LOCAL lock_timeout = '50ms'; ALTER TABLE a ADD COLUMN b integer`);
  const first = await mkdtemp(join(tmpdir(), 'nsimbi-migrations-'));
  await cp(join(folder, '0001-a.sql'), join(first, '0001-a.sql'));
  await migrate(database.target, first);
  await rm(first, { recursive: true });

  const payment = new pg.Client({ connectionString: database.target.connectionString });
  await payment.connect();
  await payment.query('BEGIN; LOCK TABLE nsimbi.a IN ROW EXCLUSIVE MODE');
  const migrating = migrate(database.target, folder);
  await new Promise((resolve) => setTimeout(resolve, 200));
  await payment.query('COMMIT');
  await payment.end();
  expect(await migrating).toEqual(['0002-b.sql']);
});

test('a role without privileges is told the whole SQL that an administrator must run, and that SQL is enough', async () => {
  const login = `lowly_${Math.random().toString(36).slice(2)}`;
  await run(database.target, `CREATE ROLE ${login} LOGIN PASSWORD 'lowly'`);
  const name = (await database.pool.query<{ name: string }>('SELECT current_database() AS name')).rows[0]?.name;
  try {
    const lowly = signedInAs(database.target, login, 'lowly');
    const refused = await migrate(lowly).then(
      () => null,
      (error: unknown) => error,
    );
    if (!(refused instanceof PrivilegesMissing)) throw new Error(`not refused: ${String(refused)}`);
    expect(refused.message).not.toContain('\n');
    expect(refused.sql).toBe(
      `GRANT nsimbi_owner, nsimbi_service, nsimbi_reader TO "${login}"; CREATE SCHEMA nsimbi AUTHORIZATION nsimbi_owner;`,
    );
    await run(database.target, refused.sql);
    expect(await migrate(lowly)).toContain('0001-ledger.sql');
  } finally {
    await run(
      database.target,
      `REVOKE nsimbi_owner, nsimbi_service, nsimbi_reader FROM ${login}; REASSIGN OWNED BY ${login} TO CURRENT_USER;
       REVOKE ALL ON DATABASE ${name} FROM ${login}; DROP ROLE ${login}`,
    );
  }
});

async function tables(target: DatabaseTarget): Promise<string[]> {
  const client = new pg.Client({ connectionString: target.connectionString });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'nsimbi'::regnamespace AND relkind = 'r' ORDER BY 1`,
  );
  await client.end();
  return rows.map((row) => row.name);
}

describe('a login that may only serve', () => {
  const open = (settings: { databaseUrl: string; ownerDatabaseUrl: string | null }) =>
    openDatabase({ ...settings, dataDir: folder }, { purpose: 'command' });
  const serves = () => database.serving.connectionString;

  beforeEach(async () => {
    await writeFile(join(folder, testFolderMark), '');
  });

  test('starts with a database that is migrated, and is refused with the command that migrates it when it is not', async () => {
    const alone = await open({ databaseUrl: serves(), ownerDatabaseUrl: null });
    expect(alone.owner).toBeNull();
    const refused = ensureMigrated(alone);
    await expect(refused).rejects.toThrow(MigrationsMissing);
    await expect(refused).rejects.toThrow(/^migration 0001-ledger\.sql is not applied.*NSIMBI_OWNER_DATABASE_URL/);

    const older = await mkdtemp(join(tmpdir(), 'nsimbi-migrations-'));
    await cp(shipped, older, { recursive: true, filter: (file) => !file.endsWith('0029-rights-of-the-service.sql') });
    await migrate(database.target, older);
    await rm(older, { recursive: true });
    await expect(ensureMigrated(alone)).rejects.toThrow('migration 0029-rights-of-the-service.sql is not applied');

    await migrate(database.target);
    expect(await ensureMigrated(alone)).toEqual([]);
  });

  test('serves after the login of the owner has migrated, which makes it a member of nsimbi_service and of nothing else', async () => {
    const login = `fresh_${Math.random().toString(36).slice(2)}`;
    await run(database.target, `CREATE ROLE ${login} LOGIN PASSWORD 'fresh'`);
    const fresh = signedInAs(database.target, login, 'fresh');
    try {
      const both = await open({
        databaseUrl: fresh.connectionString,
        ownerDatabaseUrl: database.target.connectionString,
      });
      expect(await ensureMigrated(both)).toContain('0001-ledger.sql');
      const pool = createPool(fresh, { applicationName: 'nsimbi test', max: 1 });
      expect(await readLogin(pool)).toEqual({ name: login, serves: true, becomesOwner: false, excess: [] });
      await pool.end();
    } finally {
      await run(database.target, `REVOKE nsimbi_service FROM ${login}; DROP ROLE ${login}`);
    }
  });

  test('is refused beside an owner of another database, and of a wrong password, which is not shown', async () => {
    const other = await createTestDatabase();
    try {
      const mixed = await open({ databaseUrl: serves(), ownerDatabaseUrl: other.target.connectionString });
      await expect(ensureMigrated(mixed)).rejects.toThrow('both must name the same database');
    } finally {
      await other.drop();
    }
    const nobody = signedInAs({ connectionString: 'postgresql://127.0.0.1:1/nsimbi' }, 'nobody', 'hunter2');
    const refused = open({ databaseUrl: serves(), ownerDatabaseUrl: nobody.connectionString });
    await expect(refused).rejects.toThrow(/^NSIMBI_OWNER_DATABASE_URL: 127\.0\.0\.1:1 cannot be reached/);
    await expect(refused).rejects.not.toThrow(/hunter2/);
  });
});

test('slips that were booked several times in different spellings stay booked, and none of them is booked again', async () => {
  const names = (await readdir(shipped)).sort();
  const before = names.filter((name) => name < '0023');
  for (const name of before) await cp(join(shipped, name), join(folder, name));
  await migrate(database.target, folder);
  const { pool } = database;
  await pool.query(`
    INSERT INTO adjustment_claim (mode, external_reference, wallet_id, transaction_id)
    VALUES ('live', 'slip-1', 1, 12), ('live', 'SLIP-1', 1, 11), ('live', 'SLIP 1', 1, 13), ('live', 'SLIP-2', 1, 14),
           ('test', 'SLIP-1', 2, 15)`);
  expect(await migrate(database.target)).toContain('0023-references-compared-without-punctuation.sql');
  const { rows } = await pool.query(
    'SELECT external_reference AS typed, reference_key AS key FROM adjustment_claim ORDER BY transaction_id',
  );
  expect(rows).toEqual([
    { typed: 'SLIP-1', key: 'slip1' },
    { typed: 'slip-1', key: null },
    { typed: 'SLIP 1', key: null },
    { typed: 'SLIP-2', key: 'slip2' },
    { typed: 'SLIP-1', key: 'slip1' },
  ]);
  const book = (slip: string) =>
    pool.query(
      'INSERT INTO adjustment_claim (mode, external_reference, wallet_id, transaction_id) VALUES ($1, $2, 1, 16)',
      ['live', slip],
    );
  for (const slip of ['slip1', 'SLIP-1', 'slip-1', ' Slip 2'])
    await expect(book(slip)).rejects.toThrow('duplicate key');
  await book('SLIP-3');
});

test('keys that were rolled one to another before there were budgets belong together', async () => {
  const names = (await readdir(shipped)).sort();
  for (const name of names.filter((known) => known < '0033')) await cp(join(shipped, name), join(folder, name));
  await migrate(database.target, folder);
  const { pool } = database;
  // The second became the fourth, and that the fifth; the others were rolled from none.
  await pool.query(`
    INSERT INTO client (name, phone) VALUES ('Kasubi Hardware', '256772000001');
    INSERT INTO api_key (public_id, secret_hash, client_id, wallet_id, mode, name, permissions, expires_at, rolled_to, created_by)
    SELECT 'abcdefghijk' || n, sha256(n::text::bytea), (SELECT client_id FROM client), 1, 'test', 'Till', '{wallet:read}',
           now(), CASE n WHEN 2 THEN 4 WHEN 4 THEN 5 END, 'cli:test'
      FROM generate_series(1, 5) AS n ORDER BY n`);
  await migrate(database.target);
  const { rows } = await pool.query('SELECT api_key_id, lineage FROM api_key ORDER BY api_key_id');
  expect(rows.map(({ api_key_id, lineage }) => [api_key_id, lineage])).toEqual([
    ['1', null],
    ['2', null],
    ['3', null],
    ['4', '2'],
    ['5', '2'],
  ]);
});
