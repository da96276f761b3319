import { adjustWallet } from '../adjust-wallet.ts';
import type { Cli } from '../cli.ts';
import { newCommand } from '../new-command.ts';
import { idValue, modeValue, sentenceValue, shillingsValue } from '../option-values.ts';
import { personNamed } from '../person.ts';

/** nsimbi wallet fund */
export function walletFund(cli: Cli) {
  return newCommand('fund', 'Put money in a wallet: test money is issued, live money has arrived at our bank.')
    .requiredOption('--client <id>', 'whose wallet', idValue)
    .requiredOption('--mode <mode>', 'live or test', modeValue)
    .requiredOption('--amount <shillings>', 'how much', shillingsValue)
    .option('--reason <text>', 'what the client reads', sentenceValue, 'Top-up')
    .option('--external-reference <text>', 'the deposit slip, booked once; required for live', sentenceValue)
    .option('--approver <name>', 'another person who agrees; required for live', personNamed)
    .action(async (options) => {
      const record = await adjustWallet(cli, {
        clientId: options.client,
        mode: options.mode,
        type: 'deposit',
        direction: 'in',
        amount: options.amount,
        reason: options.reason,
        externalReference: options.externalReference,
        approver: options.approver,
      });
      cli.show(options.json, record);
    });
}
