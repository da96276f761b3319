import { numberOfReference } from '../../../ledger/reference.ts';
import { transactionObject } from '../../../ledger/transaction-object.ts';
import type { Queryable } from '../../../postgres/pool.ts';
import type { Caller } from '../../../wallet/answer.ts';
import { findTransaction, type HistoryRequest } from '../../../wallet/history.ts';
import { invalidField } from '../../../wallet/refusal.ts';
import type { DeskTransaction } from '../../schemas/transactions.ts';
import { deskTransactions } from './desk-transaction.ts';

/** What somebody who typed this may mean. */
export interface Meant {
  /** The number of a transaction: an id, or what our reference holds. */
  readonly transactionId: number | null;
  /** Our whole reference; null for an id alone. */
  readonly reference: string | null;
  /** Of the form 256 and nine digits. */
  readonly phone: string | null;
  /** What an operator knows a payment under, or its receipt. */
  readonly operatorText: string | null;
}

/** Reads a search: spaces do not matter, and phones may be written as people write them. Pure. */
export function meantBy(text: string): Meant {
  const typed = text.replace(/\s+/g, '');
  const phone = /^(?:\+?256|0)?(7\d{8})$/.exec(typed.replace(/[()-]/g, ''));
  const isNumber = /^\d{1,15}$/.test(typed);
  const reference = typed.toUpperCase();
  const number = isNumber ? Number(typed) : numberOfReference(reference);
  return {
    transactionId: number === 0 ? null : number,
    reference: isNumber || number === null ? null : reference,
    phone: phone === null ? null : `256${phone[1]}`,
    // Receipts of operators may be numbers too.
    operatorText: typed === '' ? null : typed,
  };
}

/**
 * What a search finds: one transaction, or the filter by which the history is to be looked through.
 * @throws Refusal for a text that can be neither reference, phone nor id.
 */
export async function search(
  db: Queryable,
  caller: Caller,
  text: string,
): Promise<{ readonly found: DeskTransaction[] } | Pick<HistoryRequest, 'phone'>> {
  const meant = meantBy(text);
  const numbers = new Set<number>();
  if (meant.transactionId !== null) numbers.add(meant.transactionId);
  for (const id of await knownToOperators(db, caller, meant.operatorText ?? '')) numbers.add(id);
  const transactions = await Promise.all([...numbers].map((id) => findTransaction(db, caller.walletId, id)));
  const objects = transactions.filter((transaction) => transaction !== null).map(transactionObject);
  const found = (await deskTransactions(db, caller.walletId, objects)).filter(
    ({ id, reference }) => id !== meant.transactionId || reference === (meant.reference ?? reference),
  );
  if (found.length > 0) return { found };
  if (meant.phone !== null) return { phone: meant.phone };
  if (meant.transactionId === null && /[^\w.-]/.test(text.trim())) {
    throw invalidField(
      'search',
      'Search for a reference such as SM_1781000000_42, a phone such as 0772 000 001, or an id.',
    );
  }
  return { found: [] };
}

/** By the keys of the operators' references and receipts, so that the history's size does not matter. */
async function knownToOperators(db: Queryable, { walletId, mode }: Caller, text: string): Promise<number[]> {
  const { rows } = await db.query<{ transaction_id: string }>({
    name: 'dashboard.known_to_operators',
    text: `
      SELECT transaction_id
        FROM operator_account CROSS JOIN LATERAL (
             SELECT wallet_id, transaction_id FROM operator_reference
              WHERE operator_account_id = operator_account.operator_account_id AND reference = $3
              UNION
             SELECT wallet_id, transaction_id FROM operator_receipt
              WHERE operator_account_id = operator_account.operator_account_id AND receipt = $3 OFFSET 0) AS known
       WHERE mode = $2 AND wallet_id = $1 LIMIT 20`,
    values: [walletId, mode, text],
  });
  return rows.map((row) => Number(row.transaction_id));
}
