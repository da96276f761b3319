import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { BookFloat } from '../ledger/commands.ts';
import { referenceOf } from '../ledger/reference.ts';
import type { Mode } from '../ledger/transaction.ts';
import { isoTime } from '../ledger/transaction-object.ts';
import type { Queryable } from '../postgres/pool.ts';
import { personNamed } from './actor.ts';
import type { Cli } from './cli.ts';
import { openWriter, write } from './ledger-command.ts';
import { CommandRefused, newCommand, newGroup } from './new-command.ts';
import { idValue, modeValue, sentenceValue, shillingsValue } from './option-values.ts';
import { withDatabase } from './with-database.ts';

/** nsimbi float */
export function floatCommands(cli: Cli) {
  return newGroup('float', 'Our money at the operators, moved outside of payments.', [
    floatFund(cli),
    floatSweep(cli),
    floatCharge(cli),
  ]);
}

/** nsimbi float fund */
function floatFund(cli: Cli) {
  return booking(cli, 'fund', 'Book money that we moved from the bank to an operator.');
}

/** nsimbi float sweep */
function floatSweep(cli: Cli) {
  return booking(cli, 'sweep', 'Book money that we moved from an operator to the bank.');
}

/** nsimbi float charge */
function floatCharge(cli: Cli) {
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

/** With whom our float is: a host, environment and API user at an operator. */
interface OperatorAccount {
  readonly operatorAccountId: number;
  /** As the prefix table names it. */
  readonly operator: string;
}

/**
 * Finds the account at an operator. There are several once its credentials have changed; then one must be named.
 * @param operator in any case: `mtn`.
 * @param operatorAccountId which of them; undefined when it was left out.
 * @throws CommandRefused when there is none, or more than one to choose from.
 */
async function operatorAccountOf(
  db: Queryable,
  { mode, operator, operatorAccountId }: { mode: Mode; operator: string; operatorAccountId: number | undefined },
): Promise<OperatorAccount> {
  const { rows } = await db.query<AccountRow>(
    `SELECT operator_account_id, operator, host, environment, api_user FROM operator_account
      WHERE mode = $1 AND lower(operator) = lower($2) AND ($3::integer IS NULL OR operator_account_id = $3)
      ORDER BY operator_account_id`,
    [mode, operator, operatorAccountId],
  );
  const [only] = rows;
  if (only === undefined) {
    throw new CommandRefused(
      `there is no such account at ${operator} in ${mode} mode; the service makes one when it starts with its settings`,
    );
  }
  if (rows.length > 1) {
    const known = rows.map((row) => `${row.operator_account_id} (${row.environment} at ${row.host}, ${row.api_user})`);
    throw new CommandRefused(
      `there are several accounts at ${only.operator}; name one with --account: ${known.join('; ')}`,
    );
  }
  return { operatorAccountId: only.operator_account_id, operator: only.operator };
}

interface AccountRow {
  operator_account_id: number;
  operator: string;
  host: string;
  environment: string;
  api_user: string;
}
