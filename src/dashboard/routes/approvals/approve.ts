import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import { referenceOf } from '../../../ledger/reference.ts';
import type { Transaction } from '../../../ledger/transaction.ts';
import { digestOfShown, shownPayment } from '../../../wallet/approvals.ts';
import { approveTransaction } from '../../../wallet/decide-approval.ts';
import { invalidField } from '../../../wallet/refusal.ts';
import { clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf, deskOf } from '../../desk.ts';
import type { Decided } from '../../schemas/approvals.ts';
import type { DashboardServices } from '../../services.ts';
import { transactionParams } from '../transactions/read-transaction.ts';
import { waitingPayment } from './approval.ts';
import { submitDecision } from './decisions.ts';

const body = Type.Object({
  shown: Type.String({ minLength: 1, maxLength: 100, description: 'The digest of the payment as it was shown.' }),
});

/** Lets a payment go, exactly as it was shown to whoever approves. */
export function approve(api: DashboardApi, services: DashboardServices): void {
  api.post(
    `${clientPath}/approvals/:transactionId/approve`,
    {
      schema: { summary: 'Approve a payment as a second person', params: transactionParams, body },
      config: { right: 'approvals.decide' },
    },
    async (request, reply) => {
      const caller = deskCallerOf(request);
      const payment = await waitingPayment(services.pool, caller, request.params.transactionId);
      if (digestOfShown(shownPayment(payment)) !== request.body.shown) {
        throw invalidField('shown', 'The payment is not what was shown to you; read it again before you approve it.');
      }
      const { email } = deskOf(request).person;
      const decider = { approver: email, actor: email };
      const submit = submitDecision(services.money, caller.mode);
      const transaction = await approveTransaction(submit, payment.transaction, decider);
      sendData(reply, 'Approved; the payment is on its way.', decided(transaction));
    },
  );
}

export function decided(transaction: Transaction): Decided {
  const { transactionId, type, createdAtMs, status } = transaction;
  return { transaction_id: transactionId, reference: referenceOf(type, createdAtMs, transactionId), status };
}
