import { readWithdrawalNumbers, setWithdrawalNumbers } from '../../access/wallet-settings.ts';
import type { Cli } from '../cli.ts';
import { CommandRefused } from '../command-refused.ts';
import { newCommand } from '../new-command.ts';
import { idValue, modeValue, phoneValues } from '../option-values.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi client withdrawal-numbers */
export function clientWithdrawalNumbers(cli: Cli) {
  return newCommand(
    'withdrawal-numbers',
    'Show or change the numbers registered for withdrawals, and whether withdrawals go to no others.',
  )
    .requiredOption('--client <id>', 'whose wallet', idValue)
    .requiredOption('--mode <mode>', 'live or test', modeValue)
    .option('--add <phone>', 'register a number; may be repeated', phoneValues)
    .option('--remove <phone>', 'take a number off the list; may be repeated', phoneValues)
    .option('--only-listed', 'withdrawals go to registered numbers only')
    .option('--any-number', 'withdrawals go to any number')
    .action(async ({ json, client: clientId, mode, add = [], remove = [], onlyListed, anyNumber }) => {
      if (onlyListed === true && anyNumber === true) {
        throw new CommandRefused('--only-listed and --any-number exclude each other; say one of them');
      }
      const changes = add.length + remove.length > 0 || onlyListed === true || anyNumber === true;
      const numbers = await withDatabase(cli, async ({ pool }) => {
        const before = await readWithdrawalNumbers(pool, { clientId, mode });
        if (!changes) return before;
        await setWithdrawalNumbers(pool, {
          clientId,
          mode,
          listedOnly: onlyListed === true || (anyNumber !== true && before.listedOnly),
          phones: [...new Set([...before.phones, ...add])].filter((phone) => !remove.includes(phone)),
          actor: cli.actor,
        });
        return await readWithdrawalNumbers(pool, { clientId, mode });
      });
      cli.show(json, { client_id: clientId, mode, only_listed: numbers.listedOnly, phones: numbers.phones });
    });
}
