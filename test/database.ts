import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { createPool, type DatabaseTarget } from '../src/postgres/pool.ts';
import { lookEveryMs, TrustedClock } from '../src/postgres/trusted-clock.ts';
import { inDatabase, run, serverVariable, servingTarget, templateVariable } from './postgres-server.ts';

export interface TestDatabase {
  /** With the login of the server's administrator. */
  readonly target: DatabaseTarget;
  /** With a login that may only serve. */
  readonly serving: DatabaseTarget;
  /** The settings with which a service or a command uses this database. */
  readonly settings: {
    readonly DATABASE_URL: string;
    readonly NSIMBI_OWNER_DATABASE_URL: string;
    readonly NSIMBI_REHEARSAL: 'on';
  };
  /** Connections in the role of the service. */
  readonly pool: pg.Pool;
  /** Connections in the role of the owner, to change what the service may not. */
  readonly owner: pg.Pool;
  /** Ends the pool and removes the database, cutting the connections that are left. */
  drop(): Promise<void>;
}

/**
 * A migrated database of one's own, cloned from the template of this test run. Its trusted clock begins with it and runs, as it
 * does in every database that a service works with.
 * Live mode is not enabled, and services and commands rehearse: one person does everything in live mode, until a test enables it.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const database = await createDatabase(`TEMPLATE ${variable(templateVariable)} STRATEGY file_copy`);
  await run(
    database.target,
    `UPDATE nsimbi.trusted_clock SET trusted_at = at, wall_at = at, steady_since = at
       FROM (SELECT date_trunc('milliseconds', clock_timestamp()) AS at) AS beginning`,
  );
  const clockPool = createPool(database.target, { applicationName: 'nsimbi test clock', max: 1 });
  const clock = new TrustedClock(() => undefined);
  // A look that fails, because a test cuts connections or locks much, is made up for by the next.
  const timer = setInterval(() => void clock.look(clockPool).catch(() => undefined), lookEveryMs).unref();
  return {
    ...database,
    drop: async () => {
      clearInterval(timer);
      await clockPool.end();
      await database.drop();
    },
  };
}

/** Makes the service one in which live mode was never enabled: one administrator sets it up alone. */
export async function beforeLiveMode({ owner }: Pick<TestDatabase, 'owner'>): Promise<void> {
  await owner.query('DELETE FROM live_mode');
}

/** Enables live mode, as two people who are none of the test's. */
export async function enableLiveMode({ owner }: Pick<TestDatabase, 'owner'>): Promise<void> {
  await owner.query(
    `WITH enabled AS (
       INSERT INTO live_mode (enabled_at, proposed_by, approved_by)
       VALUES (clock_timestamp(), 'first@nsimbi.test', 'second@nsimbi.test') ON CONFLICT DO NOTHING
       RETURNING proposed_by, approved_by
     )
     INSERT INTO audit_log (actor, action, subject, details)
     SELECT proposed_by, 'live_mode.enabled', 'service', jsonb_build_object('approved_by', approved_by) FROM enabled`,
  );
}

/** A database of one's own that is empty. The roles of the service exist, because they belong to the server. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('TEMPLATE template0');
}

async function createDatabase(options: string): Promise<TestDatabase> {
  const server = { connectionString: variable(serverVariable) };
  // The end of the test run drops what has this prefix.
  const name = `${variable(templateVariable)}_${randomBytes(5).toString('hex')}`;
  await run(server, `CREATE DATABASE ${name} ${options}`);
  const target = inDatabase(server, name);
  const serving = servingTarget(target);
  const pool = createPool(target, { applicationName: 'nsimbi test', max: 10 });
  const owner = createPool(target, { applicationName: 'nsimbi test owner', max: 2, role: 'nsimbi_owner' });
  return {
    target,
    serving,
    settings: {
      DATABASE_URL: serving.connectionString,
      NSIMBI_OWNER_DATABASE_URL: target.connectionString,
      NSIMBI_REHEARSAL: 'on',
    },
    pool,
    owner,
    drop: async () => {
      await Promise.all([pool.end(), owner.end()]);
      await run(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run this test with vitest, which starts its server`);
  return value;
}
