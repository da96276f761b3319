import { setApprovalThreshold } from '../../access/wallet-settings.ts';
import type { Cli } from '../cli.ts';
import { newCommand } from '../new-command.ts';
import { idValue, limitFrom, limitValue, modeValue } from '../option-values.ts';
import { clientNumbered, walletRecord } from '../wallet-record.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi client approval-threshold */
export function clientApprovalThreshold(cli: Cli) {
  return newCommand('approval-threshold', 'Set from which amount on a person must approve what leaves a wallet.')
    .requiredOption('--client <id>', 'whose wallet', idValue)
    .requiredOption('--mode <mode>', 'live or test', modeValue)
    .requiredOption('--amount <shillings>', 'this amount and more, fee included; or none', limitValue)
    .action(async ({ json, client: clientId, mode, amount }) => {
      const record = await withDatabase(cli, async ({ pool }) => {
        await setApprovalThreshold(pool, { clientId, mode, threshold: limitFrom(amount, null), actor: cli.actor });
        return walletRecord(await clientNumbered(pool, clientId), mode);
      });
      cli.show(json, record);
    });
}
