import { Argument } from '@commander-js/extra-typings';
import { setOneCollectionPerPayer } from '../../access/wallet-settings.ts';
import type { Cli } from '../cli.ts';
import { newCommand } from '../new-command.ts';
import { idValue, modeValue } from '../option-values.ts';
import { clientNumbered, walletRecord } from '../wallet-record.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi client one-collection-per-payer */
export function clientOneCollectionPerPayer(cli: Cli) {
  return newCommand(
    'one-collection-per-payer',
    'Refuse a collection from a customer who still has one of this wallet to answer, or allow it again.',
  )
    .addArgument(new Argument('<switch>', 'on refuses, off allows').choices(['on', 'off'] as const))
    .requiredOption('--client <id>', 'whose wallet', idValue)
    .requiredOption('--mode <mode>', 'live or test', modeValue)
    .action(async (to, { json, client: clientId, mode }) => {
      const record = await withDatabase(cli, async ({ pool }) => {
        await setOneCollectionPerPayer(pool, { clientId, mode, on: to === 'on', actor: cli.actor });
        return walletRecord(await clientNumbered(pool, clientId), mode);
      });
      cli.show(json, record);
    });
}
