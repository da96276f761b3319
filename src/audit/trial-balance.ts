import type { Mode } from '../ledger/transaction.ts';
import type { Queryable } from '../postgres/pool.ts';

/** One account, or all wallets together, with its balance as people read it: on its normal side above 0. */
export interface TrialBalanceLine {
  readonly account: string;
  /** Null for accounts that are with no operator. */
  readonly operator: string | null;
  readonly operatorAccountId: number | null;
  readonly normal: 'debit' | 'credit';
  /** Shillings; exactly one of the two is above 0, or both are 0. */
  readonly debit: bigint;
  readonly credit: bigint;
}

export interface TrialBalance {
  readonly lines: readonly TrialBalanceLine[];
  readonly debit: bigint;
  readonly credit: bigint;
}

/**
 * What every account of a mode holds at one moment, wallets in one line: debits equal credits. One statement, so that no
 * payment is seen on one side only. It reads every wallet of the mode: give it a session with time.
 */
export async function readTrialBalance(db: Queryable, mode: Mode): Promise<TrialBalance> {
  const { rows } = await db.query<{
    account: string;
    operator: string | null;
    operator_account_id: number | null;
    normal: 'debit' | 'credit';
    balance: string;
  }>(
    `SELECT kind AS account, operator, operator_account_id, normal,
            balance + coalesce((SELECT sum(amount) FROM system_account_delta AS delta
                                 WHERE delta.account_id = account.account_id), 0) AS balance
       FROM system_account AS account LEFT JOIN operator_account USING (operator_account_id)
      WHERE account.mode = $1
      UNION ALL
     SELECT 'wallets', NULL, NULL, 'credit', coalesce(sum(available::numeric), 0) FROM wallet WHERE mode = $1
      ORDER BY account, operator NULLS FIRST, operator_account_id`,
    [mode],
  );
  const lines = rows.map((row): TrialBalanceLine => {
    const creditsLessDebits = BigInt(row.balance);
    return {
      account: row.account,
      operator: row.operator,
      operatorAccountId: row.operator_account_id,
      normal: row.normal,
      debit: creditsLessDebits < 0n ? -creditsLessDebits : 0n,
      credit: creditsLessDebits > 0n ? creditsLessDebits : 0n,
    };
  });
  const sumOf = (side: 'debit' | 'credit') => lines.reduce((sum, line) => sum + line[side], 0n);
  return { lines, debit: sumOf('debit'), credit: sumOf('credit') };
}
