import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import { rejectTransaction } from '../../../wallet/decide-approval.ts';
import { clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf, deskOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { transactionParams } from '../transactions/read-transaction.ts';
import { waitingPayment } from './approval.ts';
import { decided } from './approve.ts';
import { submitDecision } from './decisions.ts';

const body = Type.Object({
  reason: Type.String({
    minLength: 1,
    maxLength: 255,
    // Something to read, and no control characters.
    pattern:
      '^[^\\u0000-\\u001F\\u007F-\\u009F]*[^\\s\\u0000-\\u001F\\u007F-\\u009F][^\\u0000-\\u001F\\u007F-\\u009F]*$',
    description: 'Why, for whoever asked for it.',
  }),
});

/** Stops a payment; its maker may do so as well. */
export function reject(api: DashboardApi, services: DashboardServices): void {
  api.post(
    `${clientPath}/approvals/:transactionId/reject`,
    {
      schema: { summary: 'Reject a payment, with a reason', params: transactionParams, body },
      config: { right: 'approvals.decide' },
    },
    async (request, reply) => {
      const caller = deskCallerOf(request);
      const payment = await waitingPayment(services.pool, caller, request.params.transactionId);
      const { email } = deskOf(request).person;
      const transaction = await rejectTransaction(
        submitDecision(services.money, caller.mode),
        payment.transaction,
        { approver: email, actor: email },
        request.body.reason.trim(),
      );
      sendData(reply, 'Rejected; the money is back in the wallet.', decided(transaction));
    },
  );
}
