import type { Transaction } from '../ledger/transaction.ts';
import { type TransactionRow, transactionColumns, transactionFromRow } from '../ledger/transaction-row.ts';
import type { Queryable } from '../postgres/pool.ts';

/** A transaction of a wallet as it now is. @throws Error when it does not exist. */
export async function readTransaction(db: Queryable, walletId: number, transactionId: number): Promise<Transaction> {
  const { rows } = await db.query<TransactionRow>({
    name: 'settlement_read_transaction',
    text: `SELECT ${transactionColumns} FROM transaction WHERE wallet_id = $1 AND transaction_id = $2`,
    values: [walletId, transactionId],
  });
  const row = rows[0];
  if (row === undefined) throw new Error(`transaction ${transactionId} of wallet ${walletId} does not exist`);
  return transactionFromRow(row);
}
