import { Type } from 'typebox';
import { callerOf, sendData } from '../answer.ts';
import type { Api } from '../api.ts';
import { envelopeOf } from '../schemas/envelope.ts';
import { positiveId } from '../schemas/id.ts';
import { transactionSchema } from '../schemas/transaction.ts';
import type { HttpServices } from '../services.ts';

const message = 'Transaction retrieved.';

export function readTransaction(api: Api, services: HttpServices): void {
  api.get(
    '/wallet/transactions/:id',
    {
      schema: {
        operationId: 'readTransaction',
        summary: 'Read one transaction',
        tags: ['Wallet'],
        params: Type.Object({ id: positiveId('The transaction id.') }),
      },
      config: {
        access: { limit: 'transaction', permissions: ['wallet:read'] },
        answer: envelopeOf(transactionSchema, message),
        failures: ['not_found'],
      },
    },
    async (request, reply) => {
      sendData(reply, message, await services.wallet.readTransaction(callerOf(request), request.params.id));
    },
  );
}
