import { GroupedLookup } from '../jobs/grouped-lookup.ts';
import { type TransactionRow, transactionColumns, transactionFromRow } from '../ledger/rows/transaction.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { numberArray } from '../postgres/array-parameter.ts';
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

/** Reads transactions that are needed together in one statement. */
export class TransactionReads {
  readonly #lookup: GroupedLookup<Transaction>;

  constructor(db: Queryable) {
    this.#lookup = new GroupedLookup((keys) => readTransactions(db, keys));
  }

  /** A transaction of a wallet as it now is. @throws Error when it does not exist. */
  async read(walletId: number, transactionId: number): Promise<Transaction> {
    const found = await this.#lookup.find(`${walletId} ${transactionId}`);
    if (found === null) throw new Error(`transaction ${transactionId} of wallet ${walletId} does not exist`);
    return found;
  }
}

/** @param keys wallet and transaction, with a space between. */
async function readTransactions(db: Queryable, keys: readonly string[]): Promise<ReadonlyMap<string, Transaction>> {
  const asked = keys.map((key) => key.split(' ').map(Number));
  const { rows } = await db.query<TransactionRow>({
    name: 'settlement_read_transactions',
    text: `
      SELECT ${transactionColumns} FROM transaction
       WHERE (wallet_id, transaction_id) IN (SELECT * FROM unnest($1::bigint[], $2::bigint[]))`,
    values: [
      numberArray(asked.map(([walletId]) => walletId ?? null)),
      numberArray(asked.map(([, transactionId]) => transactionId ?? null)),
    ],
  });
  const found = rows.map(transactionFromRow);
  return new Map(found.map((one) => [`${one.walletId} ${one.transactionId}`, one]));
}
