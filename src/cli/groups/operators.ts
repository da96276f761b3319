import type { Cli } from '../cli.ts';
import { operatorsPrefixes } from '../commands/operators-prefixes.ts';
import { operatorsSimulate } from '../commands/operators-simulate.ts';
import { newGroup } from '../new-command.ts';

/** nsimbi operators */
export function operatorsCommands(cli: Cli) {
  return newGroup('operators', 'MTN and Airtel.', [operatorsPrefixes(cli), operatorsSimulate(cli)]);
}
