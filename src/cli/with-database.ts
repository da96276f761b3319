import type pg from 'pg';
import type { Config } from '../config.ts';
import { migrate } from '../postgres/migrate.ts';
import { type OpenDatabase, openDatabase } from '../postgres/open-database.ts';
import { createPool, type DatabaseRole, type DatabaseTarget } from '../postgres/pool.ts';
import type { Cli } from './cli.ts';

/** The database while a command works with it. */
export interface CommandDatabase {
  readonly config: Config;
  readonly target: DatabaseTarget;
  readonly pool: pg.Pool;
}

/**
 * Opens the database of the settings for the length of a command: a running service's, else one that is started and
 * stopped with the command. Brings it to the newest migration first, so that a command works before the first start.
 * @param role what the command may do there: `nsimbi_reader` for those that only look.
 * @throws ConfigError, DatabaseNotStarted, and what `migrate` and `work` throw.
 */
export async function withDatabase<T>(
  cli: Cli,
  work: (database: CommandDatabase) => Promise<T>,
  role: Extract<DatabaseRole, 'nsimbi_service' | 'nsimbi_reader'> = 'nsimbi_service',
): Promise<T> {
  const config = cli.config();
  const database = await openDatabase(config, { purpose: 'command', report: (sentence) => cli.output.say(sentence) });
  const stopListening = closeOnSignal(database);
  try {
    await migrate(database.target);
    const pool = createPool(database.target, { applicationName: 'nsimbi command', max: 4, role });
    try {
      return await work({ config, target: database.target, pool });
    } finally {
      await pool.end();
    }
  } finally {
    stopListening();
    await database.close();
  }
}

/** A server that was started for this command must not outlive it when the person presses Ctrl-C. */
function closeOnSignal(database: OpenDatabase): () => void {
  const end = (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => {
    stop();
    void database.close().finally(() => process.exit(128 + { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }[signal]));
  };
  const stop = () => {
    for (const signal of signals) process.off(signal, end);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, end);
  return stop;
}
