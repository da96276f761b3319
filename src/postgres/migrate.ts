import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { sqlState } from './errors.ts';
import type { DatabaseTarget, Queryable } from './pool.ts';
import {
  listProcesses,
  programsLock,
  type RegisteredProcess,
  removeSilentProcesses,
  silentMsMax,
} from './processes.ts';
import { isOlder, programVersion } from './program-version.ts';
import { ensureRoles, ensureSchema } from './roles.ts';
import { createClient } from './servers.ts';
import { DatabaseNotStarted } from './start-error.ts';

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

/**
 * `expand` adds what the new program needs, and programs that run do not mind. `switch` begins to use it, and `contract` removes what
 * no program uses any more: these two wait until no older program runs, and the new program runs with and without them.
 */
export type Phase = 'expand' | 'switch' | 'contract';

/** One numbered file of migrations/. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
  readonly sql: string;
  readonly phase: Phase;
  /** The oldest program that may run when it has been applied; null for those from before programs were registered. */
  readonly oldestProgram: string | null;
}

/** Where a database is for those who serve with it, and for those who may change its tables. */
export interface MigratedDatabase {
  readonly target: DatabaseTarget;
  /** The login that applies migrations, which may be the same; null when this process has none. */
  readonly owner: DatabaseTarget | null;
}

/**
 * Brings a database to the newest migration, or makes sure that it is there where this process has no login for that.
 * @returns the names of the files that were applied now.
 * @throws MigrationsMissing, and what `migrate` throws.
 */
export async function ensureMigrated({ target, owner }: MigratedDatabase): Promise<string[]> {
  const applied = owner === null ? [] : await migrate(owner, migrationsFolder, target);
  if (owner !== target) await refuseUnmigrated(target, owner !== null);
  return applied;
}

/**
 * Brings a database to the newest migration: roles, the schema nsimbi, then each missing file in a database transaction
 * of its own. Any number of processes may do so at once; one works, the others wait. A `switch` or `contract` with which a
 * program that runs now is too old to go on is left out (`readWaiting`).
 * @param owner whose login can become nsimbi_owner.
 * @param serving whose login becomes a member of nsimbi_service.
 * @param version of the program that migrates.
 * @returns the names of the files that were applied now.
 * @throws PrivilegesMissing, AppliedMigrationChanged, DatabaseIsNewer, MigrationBusy, OlderProgramsRun
 */
export async function migrate(
  owner: DatabaseTarget,
  folder: string = migrationsFolder,
  serving: DatabaseTarget = owner,
  version = programVersion,
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await connect(owner);
  try {
    await client.query(`SET TIME ZONE 'UTC'; SET lock_timeout = '5s'; SET statement_timeout = 0`);
    await takeTurn(client);
    const ownerLogin = await loginOf(client);
    const logins = { owner: ownerLogin, serving: serving === owner ? ownerLogin : await loginAt(serving) };
    await ensureRoles(client, logins);
    await ensureSchema(client, logins);
    await client.query('SET ROLE nsimbi_owner; SET search_path = nsimbi');
    await ensureRecord(client);
    const applied = await readApplied(client);
    refuseWhatDiffers(migrations, applied, version);
    const done: string[] = [];
    for (const migration of migrations.filter(({ number }) => !applied.has(number))) {
      const older = await apply(client, migration);
      if (older.length === 0) done.push(migration.name);
      else if (isNeeded(migration)) throw new OlderProgramsRun(migration, older);
    }
    return done;
  } finally {
    // Ends the advisory lock as well.
    await client.end().catch(() => undefined);
  }
}

/** Whether every migration that this program needs has been applied; false also when the schema does not exist. */
export async function isMigrated(queryable: Queryable): Promise<boolean> {
  try {
    return !(await readMissing(queryable)).some(isNeeded);
  } catch (error) {
    if (sqlState(error) === undefinedTable) return false;
    throw error;
  }
}

/** The names of the migrations that wait until no older program runs, in their order. */
export async function readWaiting(queryable: Queryable, folder: string = migrationsFolder): Promise<string[]> {
  return (await readMissing(queryable, folder)).filter((migration) => !isNeeded(migration)).map(({ name }) => name);
}

async function readMissing(queryable: Queryable, folder: string = migrationsFolder): Promise<Migration[]> {
  const migrations = await (folder === migrationsFolder ? readOwnMigrations() : readMigrations(folder));
  const { rows } = await queryable.query<{ number: number }>('SELECT number FROM nsimbi.schema_migration');
  const applied = new Set(rows.map((row) => row.number));
  return migrations.filter(({ number }) => !applied.has(number));
}

/** Those of this program, which do not change while it runs. */
async function readOwnMigrations(): Promise<Migration[]> {
  ownMigrations ??= await readMigrations(migrationsFolder);
  return ownMigrations;
}

let ownMigrations: Migration[] | undefined;
const undefinedTable = '42P01';

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(
    names.map(async (name) => {
      const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]);
      if (Number.isNaN(number)) throw new Error(`migrations/${name} should be named like 0001-ledger.sql`);
      const sql = await readFile(join(folder, name), 'utf8');
      return {
        number,
        name,
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
        ...markOf(number, name, sql),
      };
    }),
  );
  const twice = migrations.find((migration, index) => migration.number === migrations[index - 1]?.number);
  if (twice !== undefined) throw new Error(`migrations/${twice.name} has the number of another file`);
  return migrations;
}

/** The first migration that names its phase and the oldest program in its first line. */
const firstMarked = 41;
const markForm = /^-- phase: (expand|switch|contract); oldest program: (\d+\.\d+\.\d+)\n/;

function markOf(number: number, name: string, sql: string): Pick<Migration, 'phase' | 'oldestProgram'> {
  const [, phase, oldestProgram] = markForm.exec(sql) ?? [];
  if (phase !== undefined && oldestProgram !== undefined) return { phase: phase as Phase, oldestProgram };
  if (number < firstMarked) return { phase: 'expand', oldestProgram: null };
  throw new Error(`migrations/${name} should begin with a line such as "-- phase: expand; oldest program: 0.2.0"`);
}

/** Whether this program cannot run before the migration was applied. */
function isNeeded({ phase }: Migration): boolean {
  return phase === 'expand';
}

/**
 * Waits for the advisory lock by asking again and again: a statement that waited inside the server would keep a
 * snapshot, and the migration that holds the lock might have to wait for that snapshot.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  const giveUpAt = Date.now() + 120_000;
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>(
      `SELECT pg_try_advisory_lock(hashtextextended('nsimbi.migrate', 0)) AS mine`,
    );
    if (rows[0]?.mine === true) return;
    if (Date.now() > giveUpAt) throw new MigrationBusy();
    await sleep(50);
  }
}

async function connect(target: DatabaseTarget): Promise<pg.Client> {
  const client = createClient(target, {
    application_name: 'nsimbi migrate',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  await client.connect();
  return client;
}

/** Also refuses what `migrate` refuses. */
async function refuseUnmigrated(target: DatabaseTarget, ownerIsKnown: boolean): Promise<void> {
  const migrations = await readMigrations(migrationsFolder);
  const client = await connect(target);
  try {
    await client.query('SET ROLE nsimbi_service; SET search_path = nsimbi');
    const applied = await readApplied(client);
    refuseWhatDiffers(migrations, applied, programVersion);
    const missing = migrations.find((migration) => isNeeded(migration) && !applied.has(migration.number));
    if (missing !== undefined) throw new MigrationsMissing(missing.name, ownerIsKnown);
  } catch (error) {
    // Neither the table nor the right to look at it is there before the first migration.
    const isUnknown = [undefinedTable, '42501', '22023'].includes(sqlState(error) ?? '');
    throw isUnknown ? new MigrationsMissing(migrations[0]?.name ?? '', ownerIsKnown) : error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function loginAt(target: DatabaseTarget): Promise<string> {
  const client = await connect(target);
  try {
    return await loginOf(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function loginOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ login: string }>('SELECT session_user AS login');
  const login = rows[0]?.login;
  if (login === undefined) throw new Error('the server did not say who signed in');
  return login;
}

async function ensureRecord(client: pg.Client): Promise<void> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS schema_migration (
      number integer PRIMARY KEY,
      name text NOT NULL,
      checksum text NOT NULL,
      applied_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
      oldest_program text
    )`);
  const { rowCount } = await client.query(
    `SELECT FROM pg_attribute WHERE attrelid = 'schema_migration'::regclass AND attname = 'oldest_program'`,
  );
  if (rowCount === 0) await client.query('ALTER TABLE schema_migration ADD COLUMN IF NOT EXISTS oldest_program text');
}

interface Applied {
  readonly name: string;
  readonly checksum: string;
  readonly oldestProgram: string | null;
}

async function readApplied(client: pg.Client): Promise<Map<number, Applied>> {
  // A database from before programs were registered has no column for it.
  const { rows } = await client.query<{ number: number } & Applied>(
    `SELECT number, name, checksum, to_jsonb(schema_migration) ->> 'oldest_program' AS "oldestProgram"
       FROM schema_migration ORDER BY number`,
  );
  return new Map(rows.map((row) => [row.number, row]));
}

/** A migration of a newer program is no obstacle where it says that this program may go on. */
function refuseWhatDiffers(
  migrations: readonly Migration[],
  applied: ReadonlyMap<number, Applied>,
  version: string,
): void {
  for (const [number, { name, checksum, oldestProgram }] of applied) {
    const known = migrations.find((migration) => migration.number === number);
    if (known === undefined) {
      if (oldestProgram === null || isOlder(version, oldestProgram)) throw new DatabaseIsNewer(name);
    } else if (known.checksum !== checksum) throw new AppliedMigrationChanged(known.name);
  }
}

/**
 * On a busy table a migration gives way after the lock timeout, lets the payments through, and tries again.
 * @returns the processes whose programs are too old for it: then it was not applied. Empty when it was.
 */
async function apply(client: pg.Client, migration: Migration): Promise<readonly RegisteredProcess[]> {
  for (let tried = 1; ; tried += 1) {
    try {
      await client.query('BEGIN');
      const older = await readOlderPrograms(client, migration);
      if (older.length > 0) {
        await client.query('ROLLBACK');
        return older;
      }
      await client.query(migration.sql);
      await client.query(
        'INSERT INTO schema_migration (number, name, checksum, oldest_program) VALUES ($1, $2, $3, $4)',
        [migration.number, migration.name, migration.checksum, migration.oldestProgram],
      );
      const end = await client.query('COMMIT');
      if (end.command !== 'COMMIT') throw new Error(`migrations/${migration.name} was rolled back by the server`);
      return [];
    } catch (error) {
      await client.query('ROLLBACK');
      if (sqlState(error) !== '55P03' || tried === 10) throw error;
      await sleep(1_000 * tried);
    }
  }
}

/** The registered processes whose programs are older than a migration allows. None can register until the end of the database transaction. */
async function readOlderPrograms(
  client: pg.Client,
  { oldestProgram }: Migration,
): Promise<readonly RegisteredProcess[]> {
  if (oldestProgram === null) return [];
  const { rowCount } = await client.query(`SELECT WHERE to_regclass('nsimbi.process') IS NOT NULL`);
  if (rowCount === 0) return [];
  await client.query(`SELECT pg_advisory_xact_lock(${programsLock})`);
  await removeSilentProcesses(client);
  return (await listProcesses(client)).filter(({ version }) => isOlder(version, oldestProgram));
}

/** A file that was applied has been edited since: what the database holds is not what the files say. */
export class AppliedMigrationChanged extends DatabaseNotStarted {
  override readonly name = 'AppliedMigrationChanged';

  constructor(fileName: string) {
    super(
      `migrations/${fileName} was changed after it was applied to this database; restore the file and add a new one`,
    );
  }
}

/** The database was migrated by a newer version of the program. */
export class DatabaseIsNewer extends DatabaseNotStarted {
  override readonly name = 'DatabaseIsNewer';

  constructor(unknownName: string) {
    super(`this database was migrated by a newer Nsimbi (${unknownName}); start that version`);
  }
}

/** The database is older than the program, and the login of DATABASE_URL may not change that. */
export class MigrationsMissing extends DatabaseNotStarted {
  override readonly name = 'MigrationsMissing';

  constructor(firstMissing: string, ownerIsKnown: boolean) {
    super(
      ownerIsKnown
        ? `DATABASE_URL: migration ${firstMissing} is missing there after NSIMBI_OWNER_DATABASE_URL was migrated; both must name the same database`
        : `migration ${firstMissing} is not applied, and the login of DATABASE_URL may not apply it; run nsimbi migrate with the owner's login in NSIMBI_OWNER_DATABASE_URL, then start again`,
    );
  }
}

/** Processes run whose program cannot go on after a migration that this program needs. */
export class OlderProgramsRun extends DatabaseNotStarted {
  override readonly name = 'OlderProgramsRun';

  constructor({ name, oldestProgram }: Migration, older: readonly RegisteredProcess[]) {
    const running = older.map(({ version, host, pid }) => `${version} on ${host} (process ${pid})`).join(', ');
    super(
      `migration ${name} needs Nsimbi ${oldestProgram} or newer everywhere, and there runs ${running}; stop it first, or upgrade ` +
        `it to ${oldestProgram}. A process that was killed counts for ${silentMsMax / 1_000} s`,
    );
  }
}

/** Another process has been migrating this database for two minutes. */
export class MigrationBusy extends DatabaseNotStarted {
  override readonly name = 'MigrationBusy';

  constructor() {
    super('another process has been migrating this database for two minutes; look what it waits for, then start again');
  }
}
