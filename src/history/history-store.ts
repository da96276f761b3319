import pg from 'pg';
import { isConnectionLost, sqlState } from '../postgres/errors.ts';

/** The history store does not respond, lacks what has moved, or this process does not know where it is. What has not moved is not affected. */
export class HistoryUnavailable extends Error {
  override readonly name = 'HistoryUnavailable';

  constructor(reason: string, cause?: unknown) {
    super(`the history store is not available: ${reason}`, { cause });
  }
}

/** The statement timeouts are those of the service's own database, so that a request is answered in time. */
const patience = {
  request: { statementMs: 3_500, answerMs: 4_500 },
  command: { statementMs: 0, answerMs: 0 },
} as const;

const connectTimeoutMs = 3_000;

/**
 * Opens connections to the history store on demand, at most `max`: a PostgreSQL, or a Citus cluster by its coordinator. Its tables are in
 * the schema nsimbi and are read one wallet at a time, the only statements that both of them run alike.
 */
export function createHistoryPool(
  url: string,
  { max, applicationName, waits = 'request' }: { max: number; applicationName: string; waits?: keyof typeof patience },
): pg.Pool {
  const { statementMs, answerMs } = patience[waits];
  const pool = new pg.Pool({
    connectionString: url,
    application_name: applicationName,
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    query_timeout: answerMs,
    onConnect: async (client) => {
      await client.query(
        `SET search_path = nsimbi; SET TIME ZONE 'UTC'; SET jit = off; SET statement_timeout = ${statementMs}`,
      );
    },
  });
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  return pool;
}

/** Whether a statement failed because the store, or a worker of a cluster, is away or too slow. */
export function isAway(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== null && awayStates.has(state)) return true;
  return isConnectionLost(error);
}

const awayStates = new Set([
  '3D000', // there is no such database
  '28000', // the login is not accepted
  '28P01',
  '57014', // the statement took too long
]);
