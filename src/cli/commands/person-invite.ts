import { Option } from '@commander-js/extra-typings';
import type { KnownPerson } from '../../dashboard/people/people.ts';
import { clientRoles, platformRoles } from '../../dashboard/people/rights.ts';
import { inviteToStaff } from '../../dashboard/people/staff.ts';
import { joinTeam } from '../../dashboard/people/team.ts';
import type { Cli } from '../cli.ts';
import { CommandRefused } from '../command-refused.ts';
import { newCommand } from '../new-command.ts';
import { idValue } from '../option-values.ts';
import { emailValue, passwordLinks } from '../people.ts';
import { clientNumbered } from '../wallet-record.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi person invite */
export function personInvite(cli: Cli) {
  return newCommand(
    'invite',
    'Let somebody into the dashboard: with a role at a client, or of the service’s own staff.',
  )
    .requiredOption('--email <address>', 'the address that they will sign in with', emailValue)
    .requiredOption('--name <text>', 'their name')
    .option('--client <id>', 'at which client; with --role', idValue)
    .addOption(new Option('--role <role>', 'what they are there').choices(clientRoles))
    .addOption(new Option('--platform-role <role>', 'what they are at the service').choices(platformRoles))
    .action(async ({ json, email, name, client: clientId, role, platformRole }) => {
      const isHalf = (clientId === undefined) !== (role === undefined);
      if (isHalf || (clientId !== undefined && platformRole !== undefined)) {
        throw new CommandRefused('give --client with --role, or --platform-role');
      }
      const actor = cli.actor;
      const record = await withDatabase(cli, async (database) => {
        const { pool } = database;
        let to = 'the service';
        let person: KnownPerson;
        if (clientId !== undefined && role !== undefined) {
          to = (await clientNumbered(pool, clientId)).name;
          person = await joinTeam(pool, { clientId, email, name, role, actor });
        } else if (platformRole !== undefined) {
          person = await inviteToStaff(pool, { email, name, role: platformRole, actor });
        } else {
          throw new CommandRefused('give --client with --role, or --platform-role');
        }
        const link =
          person.status === 'invited' ? (await (await passwordLinks(database)).invite(person, to)).link : null;
        return { person_id: person.personId, email, status: person.status, link };
      });
      cli.show(json, record);
      if (json !== true && record.link !== null) {
        cli.output.say('Give them the link; it works once, for seven days, for whoever has it.');
      }
    });
}
