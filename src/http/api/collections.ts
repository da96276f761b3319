import { Type } from 'typebox';
import type { WalletOperations } from '../../wallet/operations.ts';
import { type Api, callerOf } from '../api.ts';
import type { Deadlines } from '../deadline.ts';
import { type MoneyRouteParts, sendMoneyAnswer } from '../money-answer.ts';
import { beginMoving, collectionFailures, noteTaken, refundFailures } from '../money-route.ts';
import { sendJson } from '../response.ts';
import { collection, collectionFields, collectionStatusSchema } from '../schemas/collection.ts';
import { envelopeOf } from '../schemas/envelope.ts';
import { positiveId } from '../schemas/id.ts';
import { refund, refundRequest } from '../schemas/payout.ts';

/** Collections and their refunds. */
export function registerCollectionRoutes(api: Api, parts: MoneyRouteParts, deadlines: Deadlines): void {
  collectPayment(api, parts, deadlines);
  collectionStatus(api, parts.wallet);
  refundCollection(api, parts, deadlines);
}

function collectPayment(api: Api, parts: MoneyRouteParts, deadlines: Deadlines): void {
  api.post(
    '/wallet/collect-payment',
    {
      schema: {
        operationId: 'collectPayment',
        summary: 'Collect a payment from a customer',
        description:
          'The customer is prompted on the phone; the wallet is credited with the amount less the fee when they approve.',
        tags: ['Wallet'],
        body: Type.Object(collectionFields),
      },
      config: {
        access: { limit: 'collect', permissions: ['wallet:collect'] },
        response: envelopeOf(collection, 'Collection started.'),
        failures: collectionFailures,
        idempotent: true,
      },
    },
    async (request, reply) => {
      const idempotent = beginMoving(request, reply, '/api/v1/wallet/collect-payment', deadlines);
      const answer = await parts.wallet.collectPayment(callerOf(request), request.body, idempotent, noteTaken(reply));
      await sendMoneyAnswer(parts, request, reply, idempotent, answer);
    },
  );
}

function collectionStatus(api: Api, wallet: WalletOperations): void {
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
        response: collectionStatusSchema,
        failures: ['not_found', 'history_unavailable'],
      },
    },
    async (request, reply) => {
      const status = await wallet.collectionStatus(callerOf(request), request.params.transactionId);
      sendJson(reply, 200, JSON.stringify(status));
    },
  );
}

function refundCollection(api: Api, parts: MoneyRouteParts, deadlines: Deadlines): void {
  api.post(
    '/wallet/collections/:transactionId/refund',
    {
      schema: {
        operationId: 'refundCollection',
        summary: 'Refund a collection',
        description:
          'The wallet pays the amount of the collection, or a part of it, back to the customer; its fee is not returned. The ' +
          'refunds of a collection are together at most its amount; one that fails does not count.',
        tags: ['Wallet'],
        params: Type.Object({ transactionId: positiveId('The transaction_id of the collection.') }),
        body: refundRequest,
      },
      config: {
        access: { limit: 'send_money', permissions: ['wallet:send'] },
        response: envelopeOf(refund, 'Refund accepted.'),
        failures: refundFailures,
        idempotent: true,
      },
    },
    async (request, reply) => {
      const { transactionId } = request.params;
      // Its id is part of the path, so that a key used for one collection is not taken for another.
      const path = `/api/v1/wallet/collections/${transactionId}/refund`;
      const idempotent = beginMoving(request, reply, path, deadlines);
      const answer = await parts.wallet.refundCollection(
        callerOf(request),
        transactionId,
        request.body,
        idempotent,
        noteTaken(reply),
      );
      await sendMoneyAnswer(parts, request, reply, idempotent, answer);
    },
  );
}
