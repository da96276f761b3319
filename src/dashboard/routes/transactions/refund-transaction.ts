import { Type } from 'typebox';
import { sendMoneyAnswer } from '../../../http/money-answer.ts';
import { descriptionText } from '../../../http/schemas/text.ts';
import { clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import { formKeyOf } from '../../idempotency.ts';
import type { DashboardServices } from '../../services.ts';
import { transactionParams } from './read-transaction.ts';

/** Gives a collection back, whole, as the API does it. */
export function refundTransaction(api: DashboardApi, services: DashboardServices): void {
  api.post(
    `${clientPath}/transactions/:transactionId/refund`,
    {
      schema: {
        summary: 'Give a collection back to its payer, whole',
        description: 'Needs an Idempotency-Key that was made with the form.',
        params: transactionParams,
        body: Type.Object({ description: Type.Optional(descriptionText) }),
      },
      config: { right: 'money.move' },
    },
    async (request, reply) => {
      const { transactionId } = request.params;
      const caller = deskCallerOf(request);
      const path = `/clients/${caller.clientId}/${caller.mode}/transactions/${transactionId}/refund`;
      const key = formKeyOf(request, path);
      const answer = await services.wallet.refundCollection(caller, transactionId, request.body, key, () => undefined);
      await sendMoneyAnswer(services, request, reply, key, answer, caller);
    },
  );
}
