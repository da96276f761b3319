import { receiptKey } from '../rows/operator-receipt.ts';
import type { Draft, DraftTransaction } from './draft.ts';

/** The transaction that a receipt of the operator pays for; null when it pays for none, or where no receipt is named. */
export function transactionOfReceipt(
  draft: Draft,
  transaction: DraftTransaction,
  receipt: string | null,
): number | null {
  if (receipt === null || transaction.operatorAccountId === null) return null;
  const key = receiptKey(transaction.operatorAccountId, receipt);
  return draft.receiptsMade.get(key) ?? draft.state.receipts.get(key) ?? null;
}

/** Keeps the receipt that a transaction was completed with. */
export function keepReceipt(draft: Draft, transaction: DraftTransaction, receipt: string | null): void {
  reserveReceipt(draft, transaction, receipt);
  if (receipt === null || transaction.operatorReceipt === receipt) return;
  transaction.operatorReceipt = receipt;
  draft.touch(transaction);
}

/** From here on no other transaction can be completed with the receipt. */
export function reserveReceipt(draft: Draft, transaction: DraftTransaction, receipt: string | null): void {
  if (receipt === null || transaction.operatorAccountId === null) return;
  if (transactionOfReceipt(draft, transaction, receipt) !== null) return;
  draft.receiptsMade.set(receiptKey(transaction.operatorAccountId, receipt), transaction.transactionId);
  draft.rows.receipts.push({
    operatorAccountId: transaction.operatorAccountId,
    receipt,
    walletId: transaction.walletId,
    transactionId: transaction.transactionId,
  });
}
