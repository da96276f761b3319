import type { Mode } from '../ledger/transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { CommandRefused } from './command-refused.ts';

/** With whom our float is: a host, environment and API user at an operator. */
export interface OperatorAccount {
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
export async function operatorAccountOf(
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
