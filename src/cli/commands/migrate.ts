import { migrate } from '../../postgres/migrate.ts';
import { openDatabase } from '../../postgres/open-database.ts';
import type { Cli } from '../cli.ts';
import { newCommand } from '../new-command.ts';

/** nsimbi migrate: bring the database to the newest migration. */
export function migrateCommand(cli: Cli) {
  return newCommand('migrate', 'Bring the database to the newest migration. Starting does so too.').action(
    async (options) => {
      const database = await openDatabase(cli.config(), {
        purpose: 'command',
        report: (sentence) => cli.output.say(sentence),
      });
      try {
        cli.show(options.json, { applied: await migrate(database.target) });
      } finally {
        await database.close();
      }
    },
  );
}
