import { numberArray, textArray } from '../../postgres/array-parameter.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { arrayStatement, type Send } from './statement.ts';

/** The one transaction that an operator's receipt pays for. */
export interface OperatorReceipt {
  readonly operatorAccountId: number;
  readonly receipt: string;
  readonly walletId: number;
  readonly transactionId: number;
}

/** A receipt and the transaction that it is reported for. */
export interface ReportedReceipt extends Omit<OperatorReceipt, 'operatorAccountId'> {
  /** The account of a transaction that has moved to the history store; null where the transaction is here. */
  readonly operatorAccountId: number | null;
}

/** The key of `readReceipts`' map. */
export const receiptKey = (operatorAccountId: number, receipt: string) => `${operatorAccountId} ${receipt}`;

// An operator numbers its receipts over all accounts that we have with it. OFFSET 0 keeps the look for a receipt apart: a
// plan made while the table was empty would else read all receipts of the account for each one.
const read = {
  name: 'ledger.read_receipts',
  text: `
    SELECT own.operator_account_id, r.receipt, r.transaction_id
      FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::integer[])
             AS asked (wallet_id, transaction_id, receipt, operator_account_id)
      LEFT JOIN transaction t ON t.wallet_id = asked.wallet_id AND t.transaction_id = asked.transaction_id
      JOIN operator_account own ON own.operator_account_id = coalesce(asked.operator_account_id, t.operator_account_id)
      JOIN operator_account account ON account.mode = own.mode AND account.operator = own.operator
     CROSS JOIN LATERAL (SELECT * FROM operator_receipt o
                          WHERE o.operator_account_id = account.operator_account_id AND o.receipt = asked.receipt
                         OFFSET 0) AS r`,
};

/** The transactions that receipts pay for already, by `receiptKey`. */
export async function readReceipts(db: Queryable, asked: readonly ReportedReceipt[]): Promise<Map<string, number>> {
  if (asked.length === 0) return new Map();
  const { rows } = await db.query<{ operator_account_id: number; receipt: string; transaction_id: string }>({
    ...read,
    values: [
      numberArray(asked.map(({ walletId }) => walletId)),
      numberArray(asked.map(({ transactionId }) => transactionId)),
      textArray(asked.map(({ receipt }) => receipt)),
      numberArray(asked.map(({ operatorAccountId }) => operatorAccountId)),
    ],
  });
  return new Map(rows.map((row) => [receiptKey(row.operator_account_id, row.receipt), Number(row.transaction_id)]));
}

/**
 * Stored under the first of the accounts that we have with an operator, so that two of them cannot claim one receipt at the
 * same moment.
 */
const insert = {
  name: 'ledger.insert_receipts',
  text: `
    INSERT INTO operator_receipt (operator_account_id, receipt, wallet_id, transaction_id)
    SELECT (SELECT min(account.operator_account_id)
              FROM operator_account own
              JOIN operator_account account ON account.mode = own.mode AND account.operator = own.operator
             WHERE own.operator_account_id = new.operator_account_id), receipt, wallet_id, transaction_id
      FROM unnest($1::integer[], $2::text[], $3::bigint[], $4::bigint[])
        AS new (operator_account_id, receipt, wallet_id, transaction_id)`,
};

export function insertReceipts(receipts: readonly OperatorReceipt[]): Send[] {
  return arrayStatement(insert, receipts.length, () => [
    numberArray(receipts.map((row) => row.operatorAccountId)),
    textArray(receipts.map((row) => row.receipt)),
    numberArray(receipts.map((row) => row.walletId)),
    numberArray(receipts.map((row) => row.transactionId)),
  ]);
}
