import { setFrozen } from '../../access/wallet-settings.ts';
import type { Cli } from '../cli.ts';
import { newCommand } from '../new-command.ts';
import { idValue, modeValue } from '../option-values.ts';
import { clientNumbered, walletRecord } from '../wallet-record.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi client freeze */
export function clientFreeze(cli: Cli) {
  return freezing(cli, 'freeze', 'Let nothing new leave a wallet. What is on its way still settles.', true);
}

/** nsimbi client unfreeze */
export function clientUnfreeze(cli: Cli) {
  return freezing(cli, 'unfreeze', 'Let money leave a frozen wallet again.', false);
}

function freezing(cli: Cli, name: string, description: string, frozen: boolean) {
  return newCommand(name, description)
    .requiredOption('--client <id>', 'whose wallet', idValue)
    .requiredOption('--mode <mode>', 'live or test', modeValue)
    .action(async ({ json, client: clientId, mode }) => {
      const record = await withDatabase(cli, async ({ pool }) => {
        await setFrozen(pool, { clientId, mode, frozen, actor: cli.actor });
        return walletRecord(await clientNumbered(pool, clientId), mode);
      });
      cli.show(json, record);
    });
}
