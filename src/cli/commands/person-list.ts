import { listPeople, listTeam } from '../../dashboard/people/people.ts';
import type { Cli } from '../cli.ts';
import { newCommand } from '../new-command.ts';
import { countValue, idValue } from '../option-values.ts';
import { personRecord } from '../people.ts';
import { clientNumbered } from '../wallet-record.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi person list */
export function personList(cli: Cli) {
  return newCommand('list', 'List who can sign in to the dashboard, in the order of their addresses.')
    .option('--client <id>', 'only the people of this client', idValue)
    .option('--after <email>', 'only those after this address', '')
    .option('--limit <count>', 'at most so many', countValue(10_000), 1_000)
    .action(async ({ json, client: clientId, after, limit }) => {
      const people = await withDatabase(cli, async ({ pool }) => {
        if (clientId === undefined) return await listPeople(pool, { after, limit });
        await clientNumbered(pool, clientId);
        return await listTeam(pool, clientId);
      });
      cli.showAll(json, people.map(personRecord), 'There is nobody: nsimbi person invite lets somebody in.');
      const last = people.at(-1);
      if (clientId === undefined && people.length === limit && last !== undefined) {
        cli.output.say(`There may be more: nsimbi person list --after ${last.email}`);
      }
    });
}
