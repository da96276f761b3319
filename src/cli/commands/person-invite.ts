import { Option } from '@commander-js/extra-typings';
import { recordAudit } from '../../access/audit-log.ts';
import { addPerson } from '../../dashboard/people/people.ts';
import { clientRoles, platformRoles } from '../../dashboard/people/rights.ts';
import { joinTeam } from '../../dashboard/people/team.ts';
import { inDatabaseTransaction } from '../../postgres/database-transaction.ts';
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
      if (
        (clientId === undefined) !== (role === undefined) ||
        (clientId === undefined) === (platformRole === undefined)
      ) {
        throw new CommandRefused('give --client with --role, or --platform-role');
      }
      const actor = cli.actor;
      const record = await withDatabase(cli, async (database) => {
        const { pool } = database;
        let to = 'the service';
        let person: Awaited<ReturnType<typeof addPerson>>;
        if (clientId !== undefined && role !== undefined) {
          to = (await clientNumbered(pool, clientId)).name;
          person = await joinTeam(pool, { clientId, email, name, role, actor });
        } else {
          person = await inDatabaseTransaction(pool, async (db) => {
            const added = await addPerson(db, { email, name });
            await db.query('UPDATE person SET platform_role = $2 WHERE id = $1', [added.personId, platformRole]);
            const details = { email, platform_role: platformRole };
            await recordAudit(db, { actor, action: 'person.staff', subject: `person ${added.personId}`, details });
            return added;
          });
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
