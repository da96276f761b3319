import type { FastifyRequest } from 'fastify';
import type { Queryable } from '../../../postgres/pool.ts';
import type { Caller } from '../../../wallet/answer.ts';
import { digestOfShown, findWaitingPayment, shownPayment, type WaitingPayment } from '../../../wallet/approvals.ts';
import { findTransaction } from '../../../wallet/history.ts';
import { Refusal } from '../../../wallet/refusal.ts';
import { refusalOf } from '../../../wallet/sentences.ts';
import { clientDeskOf, deskOf } from '../../desk.ts';
import { mayAtClient } from '../../people/rights.ts';
import type { Approval } from '../../schemas/approvals.ts';

/** A payment that waits, as whoever asks is shown it. */
export function approvalFor(request: FastifyRequest, payment: WaitingPayment): Approval {
  const { roles, mode } = clientDeskOf(request);
  const shown = shownPayment(payment);
  const mayDecide = mayAtClient(roles, 'approvals.decide', mode);
  const isMaker = payment.maker === deskOf(request).person.email;
  return {
    ...shown,
    shown: digestOfShown(shown),
    is_maker: isMaker,
    may_approve: mayDecide && !isMaker,
    may_reject: mayDecide,
  };
}

/**
 * A payment of this wallet that waits.
 * @throws Refusal `not_pending` when it waits no longer, `not_found` when there is none.
 */
export async function waitingPayment(db: Queryable, caller: Caller, transactionId: number): Promise<WaitingPayment> {
  const waiting = await findWaitingPayment(db, caller.walletId, transactionId);
  if (waiting !== null) return waiting;
  const transaction = await findTransaction(db, caller.walletId, transactionId);
  if (transaction === null) throw new Refusal('not_found', 'This wallet has no transaction with that id.');
  throw refusalOf({ code: 'not_pending', status: transaction.status });
}
