import { Type } from 'typebox';
import { callerOf, sendData } from '../answer.ts';
import type { Api } from '../api.ts';
import { shillings } from '../schemas/amount.ts';
import { envelopeOf } from '../schemas/envelope.ts';
import { moment } from '../schemas/text.ts';
import type { HttpServices } from '../services.ts';

const message = 'Balance retrieved.';

const balance = Type.Object({
  balance: shillings('The amount that can be spent now.'),
  held_balance: shillings('The amount held for outgoing transactions that are pending or processing.'),
  currency: Type.String({ const: 'UGX' }),
  mode: Type.Enum(['live', 'test']),
  as_of: moment('The time of this balance.'),
});

export function readBalance(api: Api, services: HttpServices): void {
  api.get(
    '/wallet/balance',
    {
      schema: { operationId: 'readBalance', summary: 'Read the wallet balance', tags: ['Wallet'] },
      config: { access: { limit: 'balance', permissions: ['wallet:read'] }, answer: envelopeOf(balance, message) },
    },
    async (request, reply) => {
      sendData(reply, message, await services.wallet.readBalance(callerOf(request)));
    },
  );
}
