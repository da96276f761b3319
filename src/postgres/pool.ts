import pg from 'pg';
import { primaryOf } from './servers.ts';

/** Where a database is: a PostgreSQL connection URL, which may name several servers or a unix socket (`?host=/folder`). */
export interface DatabaseTarget {
  readonly connectionString: string;
}

/**
 * The roles of design.md section 3. Nobody signs in as one of them: a connection becomes one by SET ROLE. The service's login
 * is a member of nsimbi_service alone, and that of nsimbi_reader, so no session of it can become nsimbi_owner.
 */
export type DatabaseRole = 'nsimbi_service' | 'nsimbi_owner' | 'nsimbi_reader';

/** What can run a statement: a client inside a database transaction, or a pool outside one. */
export type Queryable = { query: pg.ClientBase['query'] };

interface Patience {
  readonly statementMs: number;
  readonly lockMs: number;
  readonly idleInTransactionMs: number;
  /** Milliseconds until we stop waiting for a server that says nothing at all; 0 waits for ever. */
  readonly answerMs: number;
}

/**
 * How long each role's work may take. A request is answered within five seconds even when the server hangs, so the
 * service gives up before that; migrations and the audit are allowed to take their time.
 */
const patienceOf: Record<DatabaseRole, Patience> = {
  nsimbi_service: { statementMs: 3_500, lockMs: 2_000, idleInTransactionMs: 5_000, answerMs: 4_500 },
  nsimbi_owner: { statementMs: 0, lockMs: 5_000, idleInTransactionMs: 60_000, answerMs: 0 },
  nsimbi_reader: { statementMs: 120_000, lockMs: 2_000, idleInTransactionMs: 120_000, answerMs: 0 },
};

/**
 * What readers have beyond the settings of the server: the audit and statements join and sort some hundred thousand rows in a statement,
 * which the usual 4 MB would write to the disk.
 */
const readerSettings = { work_mem: "'64MB'" } as const;

export interface PoolOptions {
  readonly applicationName: string;
  readonly max: number;
  readonly role?: DatabaseRole;
  /** Sends a statement without waiting for the answers to those before it. */
  readonly pipeline?: boolean;
  /** More settings of the session, such as `{ enable_hashjoin: 'off' }`; names and values are ours, never input. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Builds a statement of ours that each connection runs, and commits, before anything else uses it. */
  readonly opening?: () => string;
}

const connectTimeoutMs = 3_000;

/**
 * Opens connections to a database on demand, at most `max`. Each has the schema nsimbi first in its path, runs as
 * `role`, keeps UTC, and gives up on statements, locks and idle database transactions that take too long.
 */
export function createPool(target: DatabaseTarget, options: PoolOptions): pg.Pool {
  const role = options.role ?? 'nsimbi_service';
  const pool = new pg.Pool({
    ...primaryOf(target),
    application_name: options.applicationName,
    max: options.max,
    pipeline: options.pipeline ?? false,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    query_timeout: patienceOf[role].answerMs,
    onConnect: async (client) => {
      await prepareSession(client, role, options.settings);
      if (options.opening !== undefined) await client.query(options.opening());
    },
  });
  // As with a client's own errors (`primaryOf`): a connection that breaks while idle must not end the process.
  pool.on('error', () => undefined);
  return pool;
}

/**
 * Puts a fresh connection in the state that every statement of ours expects. A server that waits for the rest of a COPY
 * is stopped by none of its timeouts: where our machine vanished, its TCP must notice, or the locks stay for two hours. PostgreSQL
 * compiles a statement that it takes for expensive (jit), and estimates of tables that were empty when they were analyzed are such: to
 * compile takes a third of a second, each time, where our longest statement of a payment takes milliseconds.
 */
export async function prepareSession(
  client: pg.ClientBase,
  role: DatabaseRole,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const patience = patienceOf[role];
  const own = role === 'nsimbi_reader' ? readerSettings : {};
  const more = Object.entries({ ...own, ...settings }).map(([name, value]) => `SET ${name} = ${value};`);
  await client.query(`
    SET search_path = nsimbi, pg_temp;
    SET TIME ZONE 'UTC';
    SET jit = off;
    SET statement_timeout = ${patience.statementMs};
    SET lock_timeout = ${patience.lockMs};
    SET idle_in_transaction_session_timeout = ${patience.idleInTransactionMs};
    SET tcp_keepalives_idle = 5;
    SET tcp_keepalives_interval = 2;
    SET tcp_keepalives_count = 3;
    SET tcp_user_timeout = '11s';
    SET ROLE ${role};
    ${more.join(' ')}
  `);
}
