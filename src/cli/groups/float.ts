import type { Cli } from '../cli.ts';
import { floatCharge, floatFund, floatSweep } from '../commands/float-book.ts';
import { newGroup } from '../new-command.ts';

/** nsimbi float */
export function floatCommands(cli: Cli) {
  return newGroup('float', 'Our money at the operators, moved outside of payments.', [
    floatFund(cli),
    floatSweep(cli),
    floatCharge(cli),
  ]);
}
