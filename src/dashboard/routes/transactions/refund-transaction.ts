import { Type } from 'typebox';
import { descriptionText } from '../../../http/schemas/text.ts';
import { clientPath, type DashboardApi } from '../../api.ts';
import type { DashboardServices } from '../../services.ts';
import { moveByForm } from '../money/move-by-form.ts';
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
      const { body } = request;
      const { clientId, mode, transactionId } = request.params;
      const path = `/clients/${clientId}/${mode}/transactions/${transactionId}/refund`;
      await moveByForm(services, request, reply, path, (caller, form, onTaken) =>
        services.wallet.refundCollection(caller, transactionId, body, form, onTaken),
      );
    },
  );
}
