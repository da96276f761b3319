import { setWalletLimits } from '../../access/wallet-settings.ts';
import type { Cli } from '../cli.ts';
import { CommandRefused } from '../command-refused.ts';
import { newCommand } from '../new-command.ts';
import { idValue, limitFrom, limitValue, modeValue } from '../option-values.ts';
import { clientNumbered, walletRecord } from '../wallet-record.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi client limit */
export function clientLimit(cli: Cli) {
  return newCommand('limit', 'Set how much may leave a wallet, fees included. What is not named stays.')
    .requiredOption('--client <id>', 'whose wallet', idValue)
    .requiredOption('--mode <mode>', 'live or test', modeValue)
    .option('--per-transaction <shillings>', 'at once, or none', limitValue)
    .option('--per-day <shillings>', 'on one day in Kampala, or none', limitValue)
    .action(async ({ json, client: clientId, mode, perTransaction, perDay }) => {
      if (perTransaction === undefined && perDay === undefined) {
        throw new CommandRefused('say --per-transaction or --per-day, each with shillings or none');
      }
      const record = await withDatabase(cli, async ({ pool }) => {
        const before = (await clientNumbered(pool, clientId)).wallets[mode];
        await setWalletLimits(pool, {
          clientId,
          mode,
          perTransaction: limitFrom(perTransaction, before.limitPerTransaction),
          perDay: limitFrom(perDay, before.limitPerDay),
          actor: cli.actor,
        });
        return walletRecord(await clientNumbered(pool, clientId), mode);
      });
      cli.show(json, record);
    });
}
