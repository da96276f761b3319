import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { BookFloat } from '../../ledger/commands.ts';
import { referenceOf } from '../../ledger/reference.ts';
import { isoTime } from '../../ledger/transaction-object.ts';
import type { Cli } from '../cli.ts';
import { CommandRefused } from '../command-refused.ts';
import { openWriter, write } from '../ledger-command.ts';
import { newCommand } from '../new-command.ts';
import { operatorAccountOf } from '../operator-account.ts';
import { idValue, modeValue, sentenceValue, shillingsValue } from '../option-values.ts';
import { personNamed } from '../person.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi float fund */
export function floatFund(cli: Cli) {
  return booking(cli, 'fund', 'Book money that we moved from the bank to an operator.');
}

/** nsimbi float sweep */
export function floatSweep(cli: Cli) {
  return booking(cli, 'sweep', 'Book money that we moved from an operator to the bank.');
}

/** nsimbi float charge */
export function floatCharge(cli: Cli) {
  return booking(cli, 'charge', 'Book what an operator took from a float for its services.');
}

const audited = { fund: 'float.funded', sweep: 'float.swept', charge: 'float.charged' } as const;

function booking(cli: Cli, what: BookFloat['what'], description: string) {
  return newCommand(what, description)
    .requiredOption('--operator <name>', 'mtn or airtel', operatorValue)
    .requiredOption('--mode <mode>', 'live or test', modeValue)
    .requiredOption('--float <float>', 'collection or disbursement', floatValue)
    .requiredOption('--amount <shillings>', 'how much', shillingsValue)
    .requiredOption('--reason <text>', 'why', sentenceValue)
    .requiredOption('--reference <text>', 'the slip or statement line, booked once', sentenceValue)
    .requiredOption('--approved-by <name>', 'another person who agrees', personNamed)
    .option('--by <name>', 'whose booking it is; yours when left out', personNamed)
    .option('--account <id>', 'which account at the operator, where there are several', idValue)
    .action(async ({ json, operator, mode, float, amount, reason, reference, approvedBy: approver, account, by }) => {
      const maker = by ?? cli.actor;
      if (approver === maker) {
        throw new CommandRefused(`--approved-by is whose booking it is (${maker}); name another person who agrees`);
      }
      const record = await withDatabase(cli, async ({ pool, target }) => {
        const at = await operatorAccountOf(pool, { mode, operator, operatorAccountId: account });
        const { operatorAccountId } = at;
        const writer = openWriter(target);
        try {
          const { transaction } = await write(writer, {
            kind: 'book_float',
            mode,
            what,
            float,
            operatorAccountId,
            amount,
            reason,
            maker,
            approver,
            externalReference: reference,
            audit: ({ transactionId }) => ({
              actor: cli.actor,
              action: audited[what],
              subject: `operator account ${operatorAccountId}`,
              details: { transaction_id: transactionId, float, made_by: maker, approved_by: approver },
            }),
          });
          const { transactionId, type, createdAtMs } = transaction;
          return {
            transaction_id: transactionId,
            reference: referenceOf(type, createdAtMs, transactionId),
            operator: at.operator,
            operator_account_id: operatorAccountId,
            mode,
            float,
            booked: what,
            amount,
            external_reference: reference,
            made_by: maker,
            approved_by: approver,
            created_at: isoTime(createdAtMs),
          };
        } finally {
          await writer.close();
        }
      });
      cli.show(json, record);
    });
}

function operatorValue(text: string): string {
  const name = text.toLowerCase();
  if (name === 'mtn' || name === 'airtel') return name;
  throw new InvalidArgumentError('It must be mtn or airtel.');
}

function floatValue(text: string): BookFloat['float'] {
  if (text === 'collection' || text === 'disbursement') return `${text}_float`;
  throw new InvalidArgumentError('It must be collection or disbursement.');
}
