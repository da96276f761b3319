import { GroupedWork } from '../jobs/grouped-work.ts';
import { numberArray, textArray } from '../postgres/array-parameter.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { Caller } from './answer.ts';

interface Answer {
  readonly walletId: number;
  readonly key: string;
  readonly status: number;
  readonly body: string;
}

/**
 * Keeps the answers of Idempotency-Keys, many in one statement and one commit. A statement for several keys waits for
 * nobody's lock, so that it cannot be part of a deadlock: what it had to leave out is kept by itself.
 */
export class AnswerKeeper {
  readonly #db: Queryable;
  readonly #answers: GroupedWork<Answer, boolean>;

  constructor(db: Queryable) {
    this.#db = db;
    this.#answers = new GroupedWork((answers) => storeAnswers(db, answers));
  }

  /** As `storeAnswer`. */
  async store(caller: Caller, key: string, status: number, body: string): Promise<{ status: number; body: string }> {
    if (await this.#answers.do({ walletId: caller.walletId, key, status, body })) return { status, body };
    return storeAnswer(this.#db, caller, key, status, body);
  }
}

/**
 * Keeps the answer of an Idempotency-Key, once: whoever comes second gets, and must send, what the first one stored.
 * @returns the bytes that are stored now.
 */
export async function storeAnswer(
  db: Queryable,
  caller: Caller,
  key: string,
  status: number,
  body: string,
): Promise<{ status: number; body: string }> {
  const stored = await db.query(
    `UPDATE idempotency_key SET answer_status = $3, answer = $4
      WHERE wallet_id = $1 AND key = $2 AND answer IS NULL`,
    [caller.walletId, key, status, body],
  );
  if (stored.rowCount === 1) return { status, body };
  const { rows } = await db.query<{ answer_status: number; answer: string }>(
    'SELECT answer_status, answer FROM idempotency_key WHERE wallet_id = $1 AND key = $2 AND answer IS NOT NULL',
    [caller.walletId, key],
  );
  return rows[0] === undefined ? { status, body } : { status: rows[0].answer_status, body: rows[0].answer };
}

/** @returns for each answer whether it was stored now. */
async function storeAnswers(db: Queryable, answers: readonly Answer[]): Promise<readonly boolean[]> {
  const { rows } = await db.query<{ place: number }>({
    name: 'wallet.store_answers',
    text: `
      WITH given AS MATERIALIZED (
        SELECT DISTINCT ON (wallet_id, key) *
          FROM unnest($1::bigint[], $2::text[], $3::smallint[], $4::text[])
               WITH ORDINALITY AS given (wallet_id, key, status, body, place)
         ORDER BY wallet_id, key, place
      ), held AS MATERIALIZED (
        SELECT k.wallet_id, k.key
          FROM given JOIN idempotency_key k ON k.wallet_id = given.wallet_id AND k.key = given.key
         WHERE k.answer IS NULL
           FOR NO KEY UPDATE OF k SKIP LOCKED
      )
      UPDATE idempotency_key k
         SET answer_status = given.status, answer = given.body
        FROM held JOIN given ON given.wallet_id = held.wallet_id AND given.key = held.key
       WHERE k.wallet_id = held.wallet_id AND k.key = held.key AND k.answer IS NULL
      RETURNING given.place::integer`,
    values: [
      numberArray(answers.map(({ walletId }) => walletId)),
      textArray(answers.map(({ key }) => key)),
      numberArray(answers.map(({ status }) => status)),
      textArray(answers.map(({ body }) => body)),
    ],
  });
  const stored = new Set(rows.map(({ place }) => place));
  return answers.map((_, index) => stored.has(index + 1));
}
