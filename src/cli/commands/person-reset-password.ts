import { recordAudit } from '../../access/audit-log.ts';
import { removeSecondFactor } from '../../dashboard/people/people.ts';
import type { Cli } from '../cli.ts';
import { newCommand } from '../new-command.ts';
import { emailArgument, passwordLinks, personWithEmail } from '../people.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi person reset-password */
export function personResetPassword(cli: Cli) {
  return newCommand('reset-password', 'Make a link by which somebody sets a new password, for whoever is locked out.')
    .addArgument(emailArgument())
    .option('--remove-second-factor', 'also take their authenticator app away, with the recovery codes')
    .action(async (email, { json, removeSecondFactor: removes = false }) => {
      const record = await withDatabase(cli, async (database) => {
        const { pool } = database;
        const person = await personWithEmail(pool, email);
        const { personId } = person;
        if (removes) await removeSecondFactor(pool, { personId, actor: cli.actor });
        const action = 'person.password_link';
        await recordAudit(pool, { actor: cli.actor, action, subject: `person ${personId}`, details: { email } });
        const { link } = await (await passwordLinks(database)).reset(person);
        return { person_id: personId, email, link };
      });
      cli.show(json, record);
      if (json !== true && record.link !== null) {
        cli.output.say('Give them the link; it works once, for 24 hours, for whoever has it.');
      }
    });
}
