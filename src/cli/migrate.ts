import { ensureMigrated } from '../postgres/migrate.ts';
import type { Cli } from './cli.ts';
import { newCommand } from './new-command.ts';
import { withOpenDatabase } from './with-database.ts';

/** nsimbi migrate: bring the database to the newest migration. */
export function migrateCommand(cli: Cli) {
  return newCommand(
    'migrate',
    'Apply all migrations to the database, as the user of NSIMBI_OWNER_DATABASE_URL if that is set. Starting the service does this too.',
  ).action(async (options) => {
    const applied = await withOpenDatabase(cli, cli.config(), ensureMigrated);
    cli.show(options.json, { applied });
  });
}
