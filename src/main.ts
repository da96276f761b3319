import type { Config } from './config.ts';
import { createLogger } from './logging/logger.ts';
import { ensureMigrated } from './postgres/migrate.ts';
import { type OpenDatabase, openDatabase } from './postgres/open-database.ts';
import type { Service } from './service/run-service.ts';
import { roles as allRoles, type Roles } from './settings/roles.ts';

/**
 * Starts the service. Its code, which takes a second to load the first time, is loaded while the database is made, which
 * takes another process longer than that.
 * @param options.atTerminal whether a person watches.
 * @param options.roles what this process does; everything when left out.
 * @throws ConfigError, DatabaseNotStarted and other errors with a message of one line for the person who started it.
 */
export async function startService(
  config: Config,
  { atTerminal = false, roles = allRoles }: { readonly atTerminal?: boolean; readonly roles?: Roles } = {},
): Promise<Service> {
  const logger = createLogger(config.logLevel);
  const loading = import('./service/run-service.ts');
  // Prevents an unhandled rejection when the database fails first; who awaits it gets the error.
  loading.catch(() => undefined);
  const database = await openMigrated(config, loading, (sentence) => logger.warn(sentence));
  const { runService } = await loading;
  return await runService(config, roles, database, logger, atTerminal);
}

/**
 * Code that is being loaded keeps this thread for as long as a crowded machine takes, and an answer of the database that
 * came meanwhile is read after the time that its connection had. So only the start of the embedded server, which
 * connects until it succeeds, runs while the modules load.
 */
async function openMigrated(
  config: Config,
  loading: Promise<unknown>,
  report: (sentence: string) => void,
): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) await loading;
  const database = await openDatabase(config, { purpose: 'service', report });
  try {
    await loading;
    await ensureMigrated(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
