import type { Config } from './config.ts';
import { createLogger } from './http/logging.ts';
import { migrate } from './postgres/migrate.ts';
import { type OpenDatabase, openDatabase } from './postgres/open-database.ts';
import type { Service } from './service/run-service.ts';

/**
 * Starts the service. Its code, which takes a second to load the first time, is loaded while the database is made, which
 * takes another process longer than that.
 * @param options.atTerminal whether a person watches.
 * @throws ConfigError, DatabaseNotStarted and other errors whose message is one line for the person who started it.
 */
export async function startService(
  config: Config,
  { atTerminal = false }: { readonly atTerminal?: boolean } = {},
): Promise<Service> {
  const logger = createLogger(config.logLevel);
  const [opened, loaded] = await Promise.allSettled([
    openMigrated(config, (sentence) => logger.warn(sentence)),
    import('./service/run-service.ts'),
  ]);
  if (opened.status === 'rejected') throw opened.reason;
  if (loaded.status === 'fulfilled') return await loaded.value.runService(config, opened.value, logger, atTerminal);
  await opened.value.close();
  throw loaded.reason;
}

async function openMigrated(config: Config, report: (sentence: string) => void): Promise<OpenDatabase> {
  const database = await openDatabase(config, { purpose: 'service', report });
  try {
    await migrate(database.target);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
