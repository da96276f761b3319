import type { Cli } from '../cli.ts';
import { keyCreate } from '../commands/key-create.ts';
import { keyList } from '../commands/key-list.ts';
import { keyRevoke } from '../commands/key-revoke.ts';
import { keyRoll } from '../commands/key-roll.ts';
import { newGroup } from '../new-command.ts';

/** nsimbi key */
export function keyCommands(cli: Cli) {
  return newGroup('key', 'API keys.', [keyCreate(cli), keyList(cli), keyRevoke(cli), keyRoll(cli)]);
}
