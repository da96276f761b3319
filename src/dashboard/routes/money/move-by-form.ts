import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendMoneyAnswer } from '../../../http/money-answer.ts';
import { noteTaken } from '../../../http/money-route.ts';
import { referenceOf } from '../../../ledger/reference.ts';
import type { TransactionType } from '../../../ledger/transaction.ts';
import type { Queryable } from '../../../postgres/pool.ts';
import type { Caller, IdempotentRequest, MoneyAnswer, OnTaken } from '../../../wallet/answer.ts';
import { Refusal } from '../../../wallet/refusal.ts';
import { deskCallerOf } from '../../desk.ts';
import { formKeyOf } from '../../idempotency.ts';
import type { DashboardServices } from '../../services.ts';

/**
 * Moves money as a form asks, once, and answers. Where the form has moved money before with other values, as after an
 * answer that was lost, the refusal names that payment: whoever sees it decides whether this is another one.
 * @param path the route's own path.
 */
export async function moveByForm(
  services: DashboardServices,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  move: (caller: Caller, form: IdempotentRequest, onTaken: OnTaken) => Promise<MoneyAnswer>,
): Promise<void> {
  const caller = deskCallerOf(request);
  const form = formKeyOf(request, path);
  try {
    const answer = await move(caller, form, noteTaken(reply));
    await sendMoneyAnswer(services, request, reply, form, answer, caller);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'idempotency_key_reused') throw error;
    throw (await movedBefore(services.pool, caller, form)) ?? error;
  }
}

async function movedBefore(db: Queryable, { walletId }: Caller, { key }: IdempotentRequest): Promise<Refusal | null> {
  const { rows } = await db.query<{ transaction_id: string; type: TransactionType; created_at: Date }>(
    `SELECT t.transaction_id, t.type, t.created_at
       FROM idempotency_key k JOIN transaction t USING (wallet_id, transaction_id)
      WHERE k.wallet_id = $1 AND k.key = $2`,
    [walletId, key],
  );
  const [first] = rows;
  if (first === undefined) return null;
  const transactionId = Number(first.transaction_id);
  const reference = referenceOf(first.type, first.created_at.getTime(), transactionId);
  return new Refusal(
    'idempotency_key_reused',
    `This form was sent before with other values, and made ${reference}; look at that before you send another.`,
    { data: { transaction_id: transactionId, reference } },
  );
}
