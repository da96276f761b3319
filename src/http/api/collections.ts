import { Type } from 'typebox';
import type { WalletOperations } from '../../wallet/operations.ts';
import type { Api } from '../api.ts';
import type { Deadlines } from '../deadline.ts';
import { type MoneyRouteParts, sendMoneyAnswer } from '../money-answer.ts';
import { beginMoving, collectionFailures, noteTaken, refundFailures } from '../money-route.ts';
import { callerOf, sendJson } from '../response.ts';
import { amountOf, collectionBounds, shillings } from '../schemas/amount.ts';
import { envelopeOf } from '../schemas/envelope.ts';
import { positiveId } from '../schemas/id.ts';
import { refund } from '../schemas/payout.ts';
import { descriptionText, moment, nullable, phoneOf, textOf } from '../schemas/text.ts';

/** Collections and their refunds. */
export function registerCollectionRoutes(api: Api, parts: MoneyRouteParts, deadlines: Deadlines): void {
  collectPayment(api, parts, deadlines);
  collectionStatus(api, parts.wallet);
  refundCollection(api, parts, deadlines);
}

const reference = Type.String({ examples: ['API_COL_1781000000_42'] });
const externalReference = nullable(Type.String({ description: 'The reference under which the operator knows it.' }));

/** interface.md, "Collection" (data of the collect-payment response). */
const collection = Type.Object({
  transaction_id: Type.Integer({ examples: [42] }),
  reference,
  customer_phone: Type.String({ examples: ['256770000001'] }),
  customer_name: nullable(Type.String()),
  amount_requested: shillings('What the customer pays.'),
  collection_fee: shillings('The fee taken from it.'),
  net_amount_to_receive: shillings('What the wallet is credited with.'),
  status: Type.String({ const: 'processing' }),
  external_reference: externalReference,
  instructions: Type.String({ description: 'What happens next, for people.' }),
  created_at: moment('When it was accepted.'),
});

/** interface.md, "Collection status": fields at the top level. */
const collectionStatusSchema = Type.Object({
  success: Type.Boolean({ const: true, description: 'Always true with HTTP 200; only `status` tells the outcome.' }),
  transaction_id: Type.Integer({ examples: [42] }),
  reference,
  status: Type.Enum(['processing', 'completed', 'failed']),
  amount_requested: shillings('What the customer pays.'),
  collection_fee: shillings('The fee taken from it.'),
  net_amount_received: nullable(shillings('What the wallet was credited with; null until completed.')),
  failure_reason: nullable(Type.String({ description: 'Why it failed, in one sentence; null unless failed.' })),
  external_reference: externalReference,
  customer_phone: Type.String({ examples: ['256770000001'] }),
  customer_name: nullable(Type.String()),
  created_at: moment('When it was accepted.'),
  completed_at: nullable(moment('When it completed.')),
  failed_at: nullable(moment('When it failed.')),
});

const collectionRequest = Type.Object({
  customer_phone: phoneOf('Who pays.'),
  amount: amountOf(collectionBounds, 'What the customer pays.'),
  description: Type.Optional(descriptionText),
  customer_name: Type.Optional(textOf(120, 'Kept for your records.', 'Akello Grace')),
});

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
        body: collectionRequest,
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
        failures: ['not_found'],
      },
    },
    async (request, reply) => {
      const status = await wallet.collectionStatus(callerOf(request), request.params.transactionId);
      sendJson(reply, 200, JSON.stringify(status));
    },
  );
}

const refundRequest = Type.Object({ description: Type.Optional(descriptionText) });

function refundCollection(api: Api, parts: MoneyRouteParts, deadlines: Deadlines): void {
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
