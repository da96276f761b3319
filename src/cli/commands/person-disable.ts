import { disablePerson, enablePerson } from '../../dashboard/people/people.ts';
import type { Cli } from '../cli.ts';
import { newCommand } from '../new-command.ts';
import { emailArgument, personRecord, personWithEmail } from '../people.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi person disable */
export function personDisable(cli: Cli) {
  return newCommand('disable', 'Shut somebody out of the dashboard; their sessions end at once.')
    .addArgument(emailArgument())
    .action(async (email, { json }) => cli.show(json, await change(cli, email, disablePerson)));
}

/** nsimbi person enable */
export function personEnable(cli: Cli) {
  return newCommand('enable', 'Let somebody in again who was shut out.')
    .addArgument(emailArgument())
    .action(async (email, { json }) => cli.show(json, await change(cli, email, enablePerson)));
}

async function change(cli: Cli, email: string, act: typeof disablePerson) {
  return await withDatabase(cli, async ({ pool }) => {
    const { personId } = await personWithEmail(pool, email);
    await act(pool, { personId, actor: cli.actor });
    return personRecord(await personWithEmail(pool, email));
  });
}
