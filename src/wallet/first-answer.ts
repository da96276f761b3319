import type { Queryable } from '../postgres/pool.ts';
import type { Caller, IdempotentRequest, MoneyAnswer } from './answer.ts';
import { stillRunning } from './operation.ts';
import { Refusal, type RefusalCode } from './refusal.ts';
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
  operate: () => Promise<MoneyAnswer>,
): Promise<MoneyAnswer> {
  try {
    return await operate();
  } catch (error) {
    if (idempotency === null || !(error instanceof Refusal) || final.has(error.code)) throw error;
    const first = await findPromise(db, caller.walletId, idempotency.key);
    if (first === undefined) throw error;
    if (first.fingerprint !== idempotency.fingerprint) throw refusalOf({ code: 'idempotency_key_reused' });
    if (first.answer === null || first.answer_status === null) throw stillRunning(1_000);
    return { is: 'replayed', status: first.answer_status, body: first.answer };
  }
}

interface PromiseRow {
  fingerprint: string;
  answer_status: number | null;
  answer: string | null;
}

async function findPromise(db: Queryable, walletId: number, key: string): Promise<PromiseRow | undefined> {
  const { rows } = await db.query<PromiseRow>({
    name: 'wallet.find_promise',
    text: 'SELECT fingerprint, answer_status, answer FROM idempotency_key WHERE wallet_id = $1 AND key = $2',
    values: [walletId, key],
  });
  return rows[0];
}
