import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { Direction } from '../../ledger/transaction.ts';
import { adjustWallet } from '../adjust-wallet.ts';
import type { Cli } from '../cli.ts';
import { newCommand } from '../new-command.ts';
import { idValue, modeValue, sentenceValue, shillingsValue } from '../option-values.ts';
import { personNamed } from '../person.ts';

/** nsimbi wallet adjust */
export function walletAdjust(cli: Cli) {
  return newCommand('adjust', "Correct a wallet's balance, with a reason that the client reads.")
    .requiredOption('--client <id>', 'whose wallet', idValue)
    .requiredOption('--mode <mode>', 'live or test', modeValue)
    .requiredOption('--direction <direction>', 'in or out', directionValue)
    .requiredOption('--amount <shillings>', 'how much', shillingsValue)
    .requiredOption('--reason <text>', 'why', sentenceValue)
    .option('--external-reference <text>', 'the document, booked once; required for live', sentenceValue)
    .option('--approver <name>', 'another person who agrees; required for live', personNamed)
    .action(async (options) => {
      const record = await adjustWallet(cli, {
        clientId: options.client,
        mode: options.mode,
        type: 'adjustment',
        direction: options.direction,
        amount: options.amount,
        reason: options.reason,
        externalReference: options.externalReference,
        approver: options.approver,
      });
      cli.show(options.json, record);
    });
}

function directionValue(text: string): Direction {
  if (text === 'in' || text === 'out') return text;
  throw new InvalidArgumentError('It must be in or out.');
}
