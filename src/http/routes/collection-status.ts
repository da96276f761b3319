import { Type } from 'typebox';
import { callerOf, sendJson } from '../answer.ts';
import type { Api } from '../api.ts';
import { collectionStatusSchema } from '../schemas/collection.ts';
import { positiveId } from '../schemas/id.ts';
import type { HttpServices } from '../services.ts';

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
