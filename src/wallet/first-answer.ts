import { answerMadeAgain } from '../ledger/answer-made-again.ts';
import { ugx } from '../money/ugx.ts';
import type { Queryable } from '../postgres/pool.ts';
import { Refusal, type RefusalCode } from '../refusal.ts';
import type { Caller, IdempotentRequest, MoneyAnswer } from './answer.ts';
import { findTransaction } from './history.ts';
import { answerOwed, type Render, stillRunning } from './operation.ts';
import { refusalOf } from './sentences.ts';

/** These say themselves what is known of the first request, or that nothing can be asked now. */
const final: ReadonlySet<RefusalCode> = new Set([
  'request_in_progress',
  'idempotency_key_reused',
  'database_unavailable',
  'outcome_unknown',
]);

/**
 * Does an operation. Where it is refused now, before the ledger saw the Idempotency-Key, because the operator is away
 * or fees have changed, a request that was accepted with that key before still gets its first answer, and is not told
 * that nothing happened.
 * @throws Refusal when the key is new too, when its first request had another body, or still runs.
 */
export async function orFirstAnswer(
  db: Queryable,
  caller: Caller,
  idempotency: IdempotentRequest | null,
  render: Render,
  operate: () => Promise<MoneyAnswer>,
): Promise<MoneyAnswer> {
  try {
    return await operate();
  } catch (error) {
    if (idempotency === null || !(error instanceof Refusal) || final.has(error.code)) throw error;
    const first = await findPromise(db, caller.walletId, idempotency.key);
    if (first === undefined) throw error;
    if (first.fingerprint !== idempotency.fingerprint) throw refusalOf({ code: 'idempotency_key_reused' });
    if (first.answer !== null && first.answer_status !== null) {
      return { is: 'replayed', status: first.answer_status, body: first.answer };
    }
    const transaction = await findTransaction(db, caller.walletId, Number(first.transaction_id));
    const madeAgain = answerMadeAgain(transaction, render);
    if (madeAgain !== null) return { is: 'replayed', status: 200, body: madeAgain };
    if (first.answer_due_in_ms > 0 || transaction === null) throw stillRunning(first.answer_due_in_ms);
    const balance = first.balance_when_accepted === null ? null : ugx(first.balance_when_accepted);
    return answerOwed(transaction, balance, render);
  }
}

interface PromiseRow {
  fingerprint: string;
  transaction_id: string;
  answer_status: number | null;
  answer: string | null;
  answer_due_in_ms: number;
  balance_when_accepted: string | null;
}

async function findPromise(db: Queryable, walletId: number, key: string): Promise<PromiseRow | undefined> {
  const { rows } = await db.query<PromiseRow>({
    name: 'wallet.find_promise',
    text: `
      SELECT p.fingerprint, p.transaction_id, p.answer_status, p.answer,
             (extract(epoch FROM p.answer_due_at - clock_timestamp()) * 1000)::double precision AS answer_due_in_ms,
             t.balance_after AS balance_when_accepted
        FROM idempotency_key p
        LEFT JOIN transfer t ON t.wallet_id = p.wallet_id AND t.transaction_id = p.transaction_id AND t.line = 1
       WHERE p.wallet_id = $1 AND p.key = $2`,
    values: [walletId, key],
  });
  return rows[0];
}
