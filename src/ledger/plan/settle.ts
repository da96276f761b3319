import { subtractUgx, type Ugx } from '../../money/ugx.ts';
import type { Outcome, Settle, SettleWord } from '../commands.ts';
import { eventsOf } from '../event-names.ts';
import { isFinal } from '../moves.ts';
import type { Failure } from '../transaction.ts';
import type { Draft, DraftTransaction } from './draft.ts';
import { spendFee } from './internal-payment.ts';
import { uncountOut } from './payout-limits.ts';
import { receiptKey, suspenseKey } from './state.ts';

/**
 * The operator's final word. On a processing transaction it moves the money; on a final one it changes nothing when it
 * agrees and goes through suspense to a person when it does not. Another amount, or a receipt that already paid for
 * something else, settles nothing.
 */
export function settle(draft: Draft, command: Settle): Outcome {
  const transaction = draft.transaction(command.walletId, command.transactionId);
  if (transaction === undefined) return { is: 'refused', refusal: { code: 'not_found' } };
  const { word } = command;
  if (transaction.status === 'pending') {
    return { is: 'refused', refusal: { code: 'not_pending', status: transaction.status } };
  }
  if (word.is === 'failed' && word.onlyAfterSends !== undefined) {
    const sends = isFinal(transaction.status) ? undefined : draft.state.sends.get(transaction.transactionId);
    if (sends !== word.onlyAfterSends) return { is: 'unchanged', transaction };
  }
  if (isFinal(transaction.status)) return wordAfterTheEnd(draft, transaction, word);

  if (word.is === 'failed') return failTransaction(draft, transaction, word.failure);
  const expected = transaction.type === 'collection' ? transaction.amount : transaction.netAmount;
  if (word.amount !== null && word.amount !== expected) {
    return bookOtherAmount(draft, transaction, word.amount, word.receipt, expected);
  }
  const paidBefore = transactionOfReceipt(draft, transaction, word.receipt);
  if (paidBefore !== null && paidBefore !== transaction.transactionId) {
    openReview(draft, transaction, 'receipt_reused', { receipt: word.receipt, transaction_id: paidBefore });
    return { is: 'sent_to_review', transaction };
  }
  return completeTransaction(draft, transaction, word.receipt);
}

function completeTransaction(draft: Draft, transaction: DraftTransaction, receipt: string | null): Outcome {
  draft.move(transaction, 'completed');
  keepReceipt(draft, transaction, receipt);
  const wallet = draft.walletOf(transaction);
  if (transaction.type === 'collection') {
    const float = draft.account(transaction, 'collection_float');
    draft.post(transaction, float, transaction.walletId, transaction.netAmount);
    spendFee(draft, transaction, float);
    draft.emit(transaction, eventsOf.collectionCompleted());
  } else {
    const inTransit = draft.account(transaction, 'in_transit');
    draft.post(transaction, inTransit, draft.account(transaction, 'disbursement_float'), transaction.netAmount);
    spendFee(draft, transaction, inTransit);
    wallet.held = subtractUgx(wallet.held, transaction.amount);
    draft.emit(transaction, eventsOf.payoutCompleted(payoutType(transaction)));
  }
  draft.rows.submissionsEnded.push(transaction.transactionId);
  return { is: 'done', transaction, balance: wallet.available };
}

/** Ends a transaction without the money having moved: what was held is back in the same database transaction. */
export function failTransaction(draft: Draft, transaction: DraftTransaction, failure: Failure): Outcome {
  draft.move(transaction, 'failed');
  transaction.failure = failure;
  const wallet = draft.walletOf(transaction);
  if (transaction.type === 'collection') {
    draft.emit(transaction, eventsOf.collectionFailed());
  } else {
    draft.post(transaction, draft.account(transaction, 'in_transit'), transaction.walletId, transaction.amount);
    wallet.held = subtractUgx(wallet.held, transaction.amount);
    uncountOut(wallet, transaction.amount, transaction.createdAtMs);
    draft.emit(transaction, eventsOf.payoutFailed(payoutType(transaction)));
  }
  if (transaction.route === 'external') draft.rows.submissionsEnded.push(transaction.transactionId);
  return { is: 'done', transaction, balance: wallet.available };
}

function wordAfterTheEnd(draft: Draft, transaction: DraftTransaction, word: SettleWord): Outcome {
  const agrees = (word.is === 'succeeded') === (transaction.status === 'completed');
  if (agrees) return { is: 'unchanged', transaction };
  const collection = transaction.type === 'collection';
  if (!claimSuspense(draft, transaction, word.is, word.receipt)) return { is: 'unchanged', transaction };
  const suspense = draft.account(transaction, 'suspense');
  const float = draft.account(transaction, collection ? 'collection_float' : 'disbursement_float');
  const named = word.is === 'succeeded' ? word.amount : null;
  const amount = named ?? (collection ? transaction.amount : transaction.netAmount);
  const floatGains = collection === (word.is === 'succeeded');
  if (floatGains) draft.post(transaction, float, suspense, amount);
  else draft.post(transaction, suspense, float, amount);
  openReview(draft, transaction, word.is === 'succeeded' ? 'late_success' : 'late_failure', {
    receipt: word.receipt,
    amount: Number(amount),
    status_here: transaction.status,
  });
  return { is: 'sent_to_review', transaction };
}

function bookOtherAmount(
  draft: Draft,
  transaction: DraftTransaction,
  amount: Ugx,
  receipt: string | null,
  expected: Ugx,
): Outcome {
  if (!claimSuspense(draft, transaction, `amount:${amount}`, receipt)) return { is: 'unchanged', transaction };
  const suspense = draft.account(transaction, 'suspense');
  if (transaction.type === 'collection') {
    draft.post(transaction, draft.account(transaction, 'collection_float'), suspense, amount);
  } else {
    draft.post(transaction, suspense, draft.account(transaction, 'disbursement_float'), amount);
  }
  openReview(draft, transaction, 'amount_differs', { receipt, expected: Number(expected), amount: Number(amount) });
  return { is: 'sent_to_review', transaction };
}

/** Whether this is the first time that this word about this transaction is booked. */
function claimSuspense(draft: Draft, transaction: DraftTransaction, word: string, receipt: string | null): boolean {
  const key = suspenseKey(transaction.transactionId, word, receipt ?? '');
  if (draft.suspenseMade.has(key) || draft.state.suspenseClaims.has(key)) return false;
  draft.suspenseMade.add(key);
  draft.rows.suspenseClaims.push({
    transactionId: transaction.transactionId,
    word,
    receipt: receipt ?? '',
    walletId: transaction.walletId,
  });
  return true;
}

function transactionOfReceipt(draft: Draft, transaction: DraftTransaction, receipt: string | null): number | null {
  if (receipt === null || transaction.operatorAccountId === null) return null;
  const key = receiptKey(transaction.operatorAccountId, receipt);
  return draft.receiptsMade.get(key) ?? draft.state.receipts.get(key) ?? null;
}

function keepReceipt(draft: Draft, transaction: DraftTransaction, receipt: string | null): void {
  if (receipt === null || transaction.operatorAccountId === null) return;
  transaction.operatorReceipt = receipt;
  draft.receiptsMade.set(receiptKey(transaction.operatorAccountId, receipt), transaction.transactionId);
  draft.rows.receipts.push({
    operatorAccountId: transaction.operatorAccountId,
    receipt,
    walletId: transaction.walletId,
    transactionId: transaction.transactionId,
  });
}

function openReview(
  draft: Draft,
  transaction: DraftTransaction,
  kind: 'late_success' | 'late_failure' | 'amount_differs' | 'receipt_reused',
  found: Record<string, unknown>,
): void {
  draft.rows.reviewCases.push({
    mode: transaction.mode,
    walletId: transaction.walletId,
    transactionId: transaction.transactionId,
    kind,
    found,
  });
}

/** A payout's type; anything else that reaches an operator's word here is our mistake. */
function payoutType(transaction: DraftTransaction): 'payment_sent' | 'withdrawal' {
  if (transaction.type === 'payment_sent' || transaction.type === 'withdrawal') return transaction.type;
  throw new Error(`a ${transaction.type} is not a payout`);
}
