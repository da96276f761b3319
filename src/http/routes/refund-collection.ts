import { Type } from 'typebox';
import { callerOf } from '../answer.ts';
import type { Api } from '../api.ts';
import type { Deadlines } from '../deadline.ts';
import { sendMoneyAnswer } from '../money-answer.ts';
import { beginMoving, noteTaken, refundFailures } from '../money-route.ts';
import { envelopeOf } from '../schemas/envelope.ts';
import { positiveId } from '../schemas/id.ts';
import { refund } from '../schemas/payout.ts';
import { descriptionText } from '../schemas/text.ts';
import type { HttpServices } from '../services.ts';

const refundRequest = Type.Object({ description: Type.Optional(descriptionText) });

export function refundCollection(api: Api, services: HttpServices, deadlines: Deadlines): void {
  api.post(
    '/wallet/collections/:transactionId/refund',
    {
      schema: {
        operationId: 'refundCollection',
        summary: 'Give a collection back',
        description:
          'All that the customer paid goes back to them and leaves the wallet; the fee of the collection is kept. A ' +
          'collection is refunded once, unless the refund fails.',
        tags: ['Wallet'],
        params: Type.Object({ transactionId: positiveId('The transaction_id of the collection.') }),
        body: refundRequest,
      },
      config: {
        access: { limit: 'send_money', permissions: ['wallet:send'] },
        answer: envelopeOf(refund, 'Refund accepted.'),
        failures: refundFailures,
        idempotent: true,
      },
    },
    async (request, reply) => {
      const { transactionId } = request.params;
      // Its id is part of the path, so that a key used for one collection is not taken for another.
      const path = `/api/v1/wallet/collections/${transactionId}/refund`;
      const idempotent = beginMoving(request, reply, path, deadlines);
      const answer = await services.wallet.refundCollection(
        callerOf(request),
        transactionId,
        request.body,
        idempotent,
        noteTaken(reply),
      );
      await sendMoneyAnswer(services, request, reply, idempotent, answer);
    },
  );
}
