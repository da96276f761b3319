import { readDatabaseId } from '../postgres/installation.ts';
import type { Cli } from './cli.ts';
import { newCommand } from './new-command.ts';
import { withDatabase } from './with-database.ts';

/** nsimbi migrate: bring the database to the newest migration. */
export function migrateCommand(cli: Cli) {
  return newCommand(
    'migrate',
    'Apply all migrations to the database, as the user of NSIMBI_OWNER_DATABASE_URL if that is set, and print its installation id. Starting the service applies them too.',
  ).action(async (options) => {
    await withDatabase(cli, async ({ pool, applied }) => {
      cli.show(options.json, { applied, installation_id: await readDatabaseId(pool) });
    });
  });
}
