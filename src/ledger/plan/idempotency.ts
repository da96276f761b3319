import type { Ugx } from '../../money/ugx.ts';
import { answerMadeAgain } from '../answer-made-again.ts';
import { neverChanges, type Transaction } from '../transaction.ts';
import type { Draft } from './draft.ts';
import type { IdempotencyPromise } from './opening.ts';
import type { Outcome } from './outcome.ts';
import { promiseKey } from './state.ts';

/** What an Idempotency-Key that was seen before answers; null when the command may go on. */
export function outcomeOfRepeat(draft: Draft, walletId: number, promise: IdempotencyPromise | null): Outcome | null {
  if (promise === null) return null;
  const key = promiseKey(walletId, promise.key);
  const stored = draft.promisesMade.get(key) ?? draft.state.promises.get(key);
  if (stored === undefined) return null;
  if (stored.fingerprint !== promise.fingerprint) return { is: 'refused', refusal: { code: 'idempotency_key_reused' } };
  const { transactionId } = stored;
  if (stored.answer !== null) {
    return { is: 'replayed', status: stored.answer.status, answer: stored.answer.text, transactionId };
  }
  const madeAgain = answerMadeAgain(stored.transaction, promise.answer);
  if (madeAgain !== null) return { is: 'replayed', status: 200, answer: madeAgain, transactionId };
  const retryAfterMs = stored.answerDueAtMs - draft.state.nowMs;
  if (retryAfterMs > 0 || stored.transaction === null)
    return { is: 'in_progress', retryAfterMs: Math.max(retryAfterMs, 0) };
  return { is: 'answer_owed', transaction: stored.transaction, balanceWhenAccepted: stored.balanceWhenAccepted };
}

/**
 * Remembers the promise together with the transaction that it is about. The answer's text is kept where the transaction may
 * still change; else a repeat has it made again.
 * @returns the answer; null where there is no promise, or its answer comes later.
 */
export function keepPromise(
  draft: Draft,
  promise: IdempotencyPromise | null,
  transaction: Transaction,
  balance: Ugx,
): string | null {
  if (promise === null) return null;
  const answer = promise.answer(transaction, balance);
  const row = {
    walletId: transaction.walletId,
    key: promise.key,
    fingerprint: promise.fingerprint,
    transactionId: transaction.transactionId,
    answerDueAtMs: draft.state.nowMs + promise.answerDueAfterMs,
  };
  draft.rows.promises.push({ ...row, answer: neverChanges(transaction) ? null : answer });
  draft.promisesMade.set(promiseKey(transaction.walletId, promise.key), {
    ...row,
    answer: answer === null ? null : { status: 200, text: answer },
    transaction: null,
    balanceWhenAccepted: null,
  });
  return answer;
}
