import type { Cli } from '../cli.ts';
import { personDisable, personEnable } from '../commands/person-disable.ts';
import { personInvite } from '../commands/person-invite.ts';
import { personList } from '../commands/person-list.ts';
import { personResetPassword } from '../commands/person-reset-password.ts';
import { newGroup } from '../new-command.ts';

/** nsimbi person */
export function personCommands(cli: Cli) {
  return newGroup('person', 'Who signs in to the dashboard.', [
    personInvite(cli),
    personList(cli),
    personResetPassword(cli),
    personDisable(cli),
    personEnable(cli),
  ]);
}
