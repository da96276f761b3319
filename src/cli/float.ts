import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { BookFloat } from '../ledger/commands/book-float.ts';
import type { Mode } from '../ledger/transaction.ts';
import { ugxToJson } from '../money/ugx.ts';
import type { Operator } from '../operators/contract.ts';
import { operators } from '../operators/registry.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { Cli } from './cli.ts';
import { CommandRefused, newCommand, newGroup } from './new-command.ts';
import { idValue, modeValue, sentenceValue, shillingsValue, wordList } from './option-values.ts';
import { requestAtTerminal, showProposed } from './requested-change.ts';
import { withDatabase } from './with-database.ts';

/** nsimbi float */
export function floatCommands(cli: Cli, registry: readonly Operator[] = operators) {
  return newGroup('float', 'Transfers to and from our floats at the operators, and their charges.', [
    floatFund(cli, registry),
    floatSweep(cli, registry),
    floatCharge(cli, registry),
  ]);
}

/** nsimbi float fund */
function floatFund(cli: Cli, registry: readonly Operator[]) {
  return booking(cli, registry, 'fund', 'Book a transfer from the bank to an operator.');
}

/** nsimbi float sweep */
function floatSweep(cli: Cli, registry: readonly Operator[]) {
  return booking(cli, registry, 'sweep', 'Book a transfer from an operator to the bank.');
}

/** nsimbi float charge */
function floatCharge(cli: Cli, registry: readonly Operator[]) {
  return booking(cli, registry, 'charge', 'Book a charge that an operator deducted from a float.');
}

function booking(cli: Cli, registry: readonly Operator[], what: BookFloat['what'], description: string) {
  const keys = registry.map(({ key }) => key);
  return newCommand(what, description)
    .requiredOption('--operator <name>', wordList(keys, 'or'), operatorValueOf(registry))
    .requiredOption('--mode <mode>', 'live or test', modeValue)
    .requiredOption('--float <float>', 'collection or disbursement', floatValue)
    .requiredOption('--amount <shillings>', 'the amount in shillings', shillingsValue)
    .requiredOption('--reason <text>', 'why', sentenceValue)
    .requiredOption('--reference <text>', 'the slip or statement line, booked once', sentenceValue)
    .option('--account <id>', 'the account at the operator, if there are several', idValue)
    .action(async ({ json, operator, mode, float, amount, reason, reference, account }) => {
      const { requested, at } = await withDatabase(cli, async (database) => {
        const found = await operatorAccountOf(database.pool, { mode, operator, operatorAccountId: account });
        const change = {
          kind: 'float_booking',
          mode,
          what,
          float,
          operator_account_id: found.operatorAccountId,
          amount: ugxToJson(amount),
          reason,
          reference,
        } as const;
        return { requested: await requestAtTerminal(cli, database, change), at: found };
      });
      if (requested.is === 'proposed') return showProposed(cli, json, requested.proposalId);
      cli.show(json, {
        transaction_id: requested.transactionId,
        operator: at.operator,
        operator_account_id: at.operatorAccountId,
        mode,
        float,
        booked: what,
        amount,
        external_reference: reference,
        made_by: cli.actor.name,
      });
    });
}

function operatorValueOf(registry: readonly Operator[]): (text: string) => Operator {
  return (text) => {
    const operator = registry.find(({ key }) => key === text.toLowerCase());
    if (operator !== undefined) return operator;
    const keys = registry.map(({ key }) => key);
    throw new InvalidArgumentError(`It must be ${wordList(keys, 'or')}.`);
  };
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
 * @param operatorAccountId which of them; undefined when it was left out.
 * @throws CommandRefused when there is none, or more than one to choose from.
 */
async function operatorAccountOf(
  db: Queryable,
  {
    mode,
    operator: { key, name },
    operatorAccountId,
  }: { mode: Mode; operator: Operator; operatorAccountId: number | undefined },
): Promise<OperatorAccount> {
  const { rows } = await db.query<AccountRow>(
    `SELECT operator_account_id, operator, host, environment, api_user FROM operator_account
      WHERE mode = $1 AND operator = $2 AND ($3::integer IS NULL OR operator_account_id = $3)
      ORDER BY operator_account_id`,
    [mode, name, operatorAccountId],
  );
  const [only] = rows;
  if (only === undefined) {
    throw new CommandRefused(
      `there is no such account at ${key} in ${mode} mode; the service creates one when it starts with its settings`,
    );
  }
  if (rows.length > 1) {
    const known = rows.map((row) => `${row.operator_account_id} (${row.environment} at ${row.host}, ${row.api_user})`);
    throw new CommandRefused(`there are several accounts at ${name}; name one with --account: ${known.join('; ')}`);
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
