import { Type } from 'typebox';
import { callerOf } from '../answer.ts';
import type { Api } from '../api.ts';
import type { Deadlines } from '../deadline.ts';
import { sendMoneyAnswer } from '../money-answer.ts';
import { beginMoving, collectionFailures, noteTaken } from '../money-route.ts';
import { amountOf, collectionBounds } from '../schemas/amount.ts';
import { collection } from '../schemas/collection.ts';
import { envelopeOf } from '../schemas/envelope.ts';
import { descriptionText, phoneOf, textOf } from '../schemas/text.ts';
import type { HttpServices } from '../services.ts';

const collectionRequest = Type.Object({
  customer_phone: phoneOf('Who pays.'),
  amount: amountOf(collectionBounds, 'What the customer pays.'),
  description: Type.Optional(descriptionText),
  customer_name: Type.Optional(textOf(120, 'Kept for your records.', 'Akello Grace')),
});

export function collectPayment(api: Api, services: HttpServices, deadlines: Deadlines): void {
  api.post(
    '/wallet/collect-payment',
    {
      schema: {
        operationId: 'collectPayment',
        summary: 'Collect a payment from a customer',
        description:
          'The customer is prompted on the phone; the wallet is credited with the amount less the fee when they approve.',
        tags: ['Wallet'],
        body: collectionRequest,
      },
      config: {
        access: { limit: 'collect', permissions: ['wallet:collect'] },
        answer: envelopeOf(collection, 'Collection started.'),
        failures: collectionFailures,
        idempotent: true,
      },
    },
    async (request, reply) => {
      const idempotent = beginMoving(request, reply, '/api/v1/wallet/collect-payment', deadlines);
      const answer = await services.wallet.collectPayment(
        callerOf(request),
        request.body,
        idempotent,
        noteTaken(reply),
      );
      await sendMoneyAnswer(services, request, reply, idempotent, answer);
    },
  );
}
