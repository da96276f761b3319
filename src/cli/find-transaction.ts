import { InvalidArgumentError } from '@commander-js/extra-typings';
import { numberOfReference } from '../ledger/reference.ts';
import type { Transaction } from '../ledger/transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { findTransaction } from '../wallet/history.ts';
import { CommandRefused } from './command-refused.ts';

/** A transaction's number, or its reference, which holds the number. */
export function transactionIdValue(text: string): number {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : numberOfReference(text);
  if (id === null || id < 1)
    throw new InvalidArgumentError('It must be an id or a reference such as SM_1769990400_17.');
  return id;
}

/**
 * Finds a transaction by its number alone. A record belongs to its wallet, so every wallet is asked by key: a
 * person can wait for that, a payment never does it.
 * @throws CommandRefused when there is none.
 */
export async function transactionNumbered(db: Queryable, transactionId: number): Promise<Transaction> {
  const { rows } = await db.query<{ wallet_id: string }>(
    `SELECT found.wallet_id
       FROM wallet, LATERAL (SELECT t.wallet_id FROM transaction t
                              WHERE t.wallet_id = wallet.wallet_id AND t.transaction_id = $1 OFFSET 0) found
      LIMIT 1`,
    [transactionId],
  );
  const walletId = rows[0]?.wallet_id;
  const transaction = walletId === undefined ? null : await findTransaction(db, Number(walletId), transactionId);
  if (transaction === null) throw new CommandRefused(`there is no transaction ${transactionId}; check the id`);
  return transaction;
}
