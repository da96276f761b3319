import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { sqlState } from './errors.ts';
import type { DatabaseTarget, Queryable } from './pool.ts';
import { ensureRoles, ensureSchema } from './roles.ts';
import { DatabaseNotStarted } from './start-error.ts';

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

/** One numbered file of migrations/. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
  readonly sql: string;
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
 * of its own. Any number of processes may do so at once; one works, the others wait.
 * @param owner whose login can become nsimbi_owner.
 * @param serving whose login becomes a member of nsimbi_service.
 * @returns the names of the files that were applied now.
 * @throws PrivilegesMissing, AppliedMigrationChanged, DatabaseIsNewer, MigrationBusy
 */
export async function migrate(
  owner: DatabaseTarget,
  folder: string = migrationsFolder,
  serving: DatabaseTarget = owner,
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
    refuseWhatDiffers(migrations, applied);
    const missing = migrations.filter((migration) => !applied.has(migration.number));
    for (const migration of missing) await apply(client, migration);
    return missing.map((migration) => migration.name);
  } finally {
    // Ends the advisory lock as well.
    await client.end().catch(() => undefined);
  }
}

/** Whether every migration that this program knows has been applied; false also when the schema does not exist. */
export async function isMigrated(queryable: Queryable): Promise<boolean> {
  knownNumbers ??= (await readMigrations(migrationsFolder)).map((migration) => migration.number);
  try {
    const { rows } = await queryable.query<{ number: number }>('SELECT number FROM nsimbi.schema_migration');
    const applied = new Set(rows.map((row) => row.number));
    return knownNumbers.every((number) => applied.has(number));
  } catch (error) {
    if (sqlState(error) === undefinedTable) return false;
    throw error;
  }
}

let knownNumbers: number[] | undefined;
const undefinedTable = '42P01';

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(
    names.map(async (name) => {
      const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]);
      if (Number.isNaN(number)) throw new Error(`migrations/${name} should be named like 0001-ledger.sql`);
      const sql = await readFile(join(folder, name), 'utf8');
      return { number, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
  const twice = migrations.find((migration, index) => migration.number === migrations[index - 1]?.number);
  if (twice !== undefined) throw new Error(`migrations/${twice.name} has the number of another file`);
  return migrations;
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
  const client = new pg.Client({
    connectionString: target.connectionString,
    application_name: 'nsimbi migrate',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  client.on('error', () => undefined);
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
    refuseWhatDiffers(migrations, applied);
    const missing = migrations.find(({ number }) => !applied.has(number));
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
      applied_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
    )`);
}

interface Applied {
  readonly name: string;
  readonly checksum: string;
}

async function readApplied(client: pg.Client): Promise<Map<number, Applied>> {
  const { rows } = await client.query<{ number: number } & Applied>(
    'SELECT number, name, checksum FROM schema_migration ORDER BY number',
  );
  return new Map(rows.map((row) => [row.number, row]));
}

function refuseWhatDiffers(migrations: readonly Migration[], applied: ReadonlyMap<number, Applied>): void {
  for (const [number, { name, checksum }] of applied) {
    const known = migrations.find((migration) => migration.number === number);
    if (known === undefined) throw new DatabaseIsNewer(name);
    if (known.checksum !== checksum) throw new AppliedMigrationChanged(known.name);
  }
}

/** On a busy table a migration gives way after the lock timeout, lets the payments through, and tries again. */
async function apply(client: pg.Client, migration: Migration): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await client.query('BEGIN');
      await client.query(migration.sql);
      await client.query('INSERT INTO schema_migration (number, name, checksum) VALUES ($1, $2, $3)', [
        migration.number,
        migration.name,
        migration.checksum,
      ]);
      const end = await client.query('COMMIT');
      if (end.command !== 'COMMIT') throw new Error(`migrations/${migration.name} was rolled back by the server`);
      return;
    } catch (error) {
      await client.query('ROLLBACK');
      if (sqlState(error) !== '55P03' || tried === 10) throw error;
      await sleep(1_000 * tried);
    }
  }
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

/** Another process has been migrating this database for two minutes. */
export class MigrationBusy extends DatabaseNotStarted {
  override readonly name = 'MigrationBusy';

  constructor() {
    super('another process has been migrating this database for two minutes; look what it waits for, then start again');
  }
}
