import type { Cli } from '../cli.ts';
import { feesClear } from '../commands/fees-clear.ts';
import { feesSet } from '../commands/fees-set.ts';
import { feesShow } from '../commands/fees-show.ts';
import { newGroup } from '../new-command.ts';

/** nsimbi fees */
export function feesCommands(cli: Cli) {
  return newGroup('fees', 'Fee schedules.', [feesShow(cli), feesSet(cli), feesClear(cli)]);
}
