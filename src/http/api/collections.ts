import { Type } from 'typebox';
import { callerOf, sendJson } from '../answer.ts';
import type { Api } from '../api.ts';
import type { Deadlines } from '../deadline.ts';
import { sendMoneyAnswer } from '../money-answer.ts';
import { beginMoving, collectionFailures, noteTaken, refundFailures } from '../money-route.ts';
import { amountOf, collectionBounds } from '../schemas/amount.ts';
import { collection, collectionStatusSchema } from '../schemas/collection.ts';
import { envelopeOf } from '../schemas/envelope.ts';
import { positiveId } from '../schemas/id.ts';
import { refund } from '../schemas/payout.ts';
import { descriptionText, phoneOf, textOf } from '../schemas/text.ts';
import type { HttpServices } from '../services.ts';

const collectionRequest = Type.Object({
  customer_phone: phoneOf('The customer who pays.'),
  amount: amountOf(collectionBounds, 'The amount that the customer pays.'),
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

export function collectionStatus(api: Api, services: HttpServices): void {
  api.get(
    '/wallet/collections/:transactionId/status',
    {
      schema: {
        operationId: 'collectionStatus',
        summary: 'Read the status of a collection',
        description: 'HTTP 200 also for a failed collection: only `status` tells the outcome.',
        tags: ['Wallet'],
        params: Type.Object({ transactionId: positiveId('The transaction_id of the collection.') }),
      },
      config: {
        access: { limit: 'collection_status', permissions: ['wallet:read', 'wallet:collect'] },
        answer: collectionStatusSchema,
        failures: ['not_found'],
      },
    },
    async (request, reply) => {
      const status = await services.wallet.collectionStatus(callerOf(request), request.params.transactionId);
      sendJson(reply, 200, JSON.stringify(status));
    },
  );
}

const refundRequest = Type.Object({ description: Type.Optional(descriptionText) });

export function refundCollection(api: Api, services: HttpServices, deadlines: Deadlines): void {
  api.post(
    '/wallet/collections/:transactionId/refund',
    {
      schema: {
        operationId: 'refundCollection',
        summary: 'Refund a collection',
        description:
          'The wallet pays the whole amount of the collection back to the customer; its fee is not returned. A ' +
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
