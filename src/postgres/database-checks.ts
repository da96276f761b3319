import type pg from 'pg';
import { sqlState } from './errors.ts';
import { type Login, readLogin } from './login.ts';
import type { DatabaseTarget } from './pool.ts';
import { createClient } from './servers.ts';
import { DatabaseNotStarted } from './start-error.ts';
import { findUnsafeSettings } from './unsafe-settings.ts';

const oldestMajor = 15;

/**
 * Looks whether a PostgreSQL that was not started by us can be trusted with money: reachable, new enough, a primary,
 * durable, and not behind a pooler that takes the session away between statements.
 * @param durabilityRequired false only for tests.
 * @returns who the service logs in as there.
 * @throws DatabaseNotStarted with one line that says what is wrong and what to do.
 */
export async function checkDatabase(target: DatabaseTarget, durabilityRequired: boolean): Promise<Login> {
  const client = await connect(target, 'DATABASE_URL');
  try {
    const found = await readFacts(client);
    if (found.major < oldestMajor) {
      refuse(`runs PostgreSQL ${found.major}; Nsimbi needs ${oldestMajor} or newer`);
    }
    if (found.standby) refuse('is a standby, which only reads; name the primary');
    if (found.encoding !== 'UTF8') {
      refuse(`stores text as ${found.encoding}; create a database with ENCODING 'UTF8'`);
    }
    for (const { name, value, risk, remedy } of durabilityRequired ? await findUnsafeSettings(client) : []) {
      refuse(`has ${name} ${value}, so ${risk}; set it to on: ${remedy}`);
    }
    await refuseSharedSessions(client, target);
    return await readLogin(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Whether a login is accepted. @throws DatabaseNotStarted with one line that names the setting and what to do. */
export async function checkReachable(target: DatabaseTarget, setting: string): Promise<void> {
  const client = await connect(target, setting);
  await client.end().catch(() => undefined);
}

interface Facts {
  readonly major: number;
  readonly standby: boolean;
  readonly encoding: string;
}

async function readFacts(client: pg.Client): Promise<Facts> {
  const { rows } = await client.query<Facts>(`
    SELECT current_setting('server_version_num')::integer / 10000 AS major,
           pg_is_in_recovery() AS standby,
           current_setting('server_encoding') AS encoding`);
  const facts = rows[0];
  if (facts === undefined) throw new Error('the server did not answer a question about itself');
  return facts;
}

/**
 * A pooler in transaction mode (PgBouncer's `pool_mode = transaction`) lends one server session to several clients in
 * turn, and takes along what belongs to a session: role, search path, LISTEN, advisory locks. It shows when two open
 * connections are served by the same server process.
 */
async function refuseSharedSessions(first: pg.Client, target: DatabaseTarget): Promise<void> {
  const second = await connect(target, 'DATABASE_URL');
  try {
    if ((await servedBy(first)) === (await servedBy(second))) {
      refuse(
        'is behind a pooler in transaction mode; name PostgreSQL itself, or a pool in session mode ' +
          '(PgBouncer: pool_mode = session for this database)',
      );
    }
  } finally {
    await second.end().catch(() => undefined);
  }
}

async function servedBy(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
}

async function connect(target: DatabaseTarget, setting: string): Promise<pg.Client> {
  let client: pg.Client;
  try {
    client = createClient(target, {
      application_name: 'nsimbi checks',
      connectionTimeoutMillis: 5_000,
    });
  } catch (error) {
    throw new DatabaseNotStarted(`${setting} is not a URL such as postgresql://user:password@host:5432/database`, {
      cause: error,
    });
  }
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw explainConnection(client, setting, error);
  }
}

function explainConnection(client: pg.Client, setting: string, error: unknown): DatabaseNotStarted {
  const cannot = (text: string) => new DatabaseNotStarted(`${setting}: ${text}`, { cause: error });
  const place = `${client.host}:${client.port}`;
  const said = error instanceof Error && error.message !== '' ? error.message : String(error);
  const state = sqlState(error);
  if (state === '28P01' || state === '28000') {
    return cannot(`${place} refuses the user ${client.user} (${said}); correct user and password`);
  }
  if (state === '3D000') {
    return cannot(`${place} has no database ${client.database}; create it: CREATE DATABASE ${client.database};`);
  }
  return cannot(`${place} cannot be reached (${said}); start it, or correct host and port`);
}

function refuse(text: string): never {
  throw new DatabaseNotStarted(`DATABASE_URL: the server ${text}`);
}
