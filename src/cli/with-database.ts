import type pg from 'pg';
import type { Config } from '../config.ts';
import { recordsOf } from '../history/boundary.ts';
import { createHistoryPool } from '../history/history-store.ts';
import type { Records } from '../history/records.ts';
import { ensureMigrated } from '../postgres/migrate.ts';
import { type OpenDatabase, openDatabase } from '../postgres/open-database.ts';
import { createPool, type DatabaseRole, type DatabaseTarget } from '../postgres/pool.ts';
import type { Cli } from './cli.ts';

/** The database while a command works with it. */
export interface CommandDatabase {
  readonly config: Config;
  readonly target: DatabaseTarget;
  readonly pool: pg.Pool;
  /** The records of transactions by way of `pool` and the history store. */
  readonly records: Records;
  /** The names of the migrations that were applied for the command. */
  readonly applied: readonly string[];
}

/**
 * Opens the database of the settings for the length of a command: a running service's, else one that is started and
 * stopped with the command. Brings it to the newest migration first, so that a command works before the first start.
 * @param role what the command may do there: `nsimbi_reader` for those that only look.
 * @throws ConfigError, DatabaseNotStarted, and what `ensureMigrated` and `work` throw.
 */
export async function withDatabase<T>(
  cli: Cli,
  work: (database: CommandDatabase) => Promise<T>,
  role: Extract<DatabaseRole, 'nsimbi_service' | 'nsimbi_reader'> = 'nsimbi_service',
): Promise<T> {
  const config = cli.config();
  return await withOpenDatabase(cli, config, async (database) => {
    const applied = await ensureMigrated(database);
    const { target } = database;
    const names = { applicationName: 'nsimbi command', max: 4 };
    const pool = createPool(target, { ...names, role });
    const history =
      config.historyUrl === null ? null : createHistoryPool(config.historyUrl, { ...names, waits: 'command' });
    try {
      const records = recordsOf(pool, history);
      return await work({ config, target, pool, records, applied });
    } finally {
      await Promise.all([pool.end(), history?.end()]);
    }
  });
}

/**
 * As `withDatabase`, but leaves the database as it is and connects nothing to it.
 * @throws DatabaseNotStarted, and what `work` throws.
 */
export async function withOpenDatabase<T>(
  cli: Cli,
  config: Config,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  const opening = openDatabase(config, { purpose: 'command', report: (sentence) => cli.output.say(sentence) });
  const stopListening = closeOnSignal(opening);
  try {
    const database = await opening;
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    stopListening();
  }
}

/** A server that is started for this command must not outlive it when the person presses Ctrl-C. */
function closeOnSignal(opening: Promise<OpenDatabase>): () => void {
  const end = (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => {
    const exit = () => process.exit(128 + { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }[signal]);
    stop();
    opening.then((database) => database.close()).then(exit, exit);
  };
  const stop = () => {
    for (const signal of signals) process.off(signal, end);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, end);
  return stop;
}
