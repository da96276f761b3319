import type { Queryable } from '../postgres/pool.ts';
import type { Caller } from './answer.ts';

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
