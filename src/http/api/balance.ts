import { Type } from 'typebox';
import type { WalletOperations } from '../../wallet/operations.ts';
import { type Api, callerOf } from '../api.ts';
import { sendData } from '../response.ts';
import { shillings } from '../schemas/amount.ts';
import { envelopeOf } from '../schemas/envelope.ts';
import { moment } from '../schemas/text.ts';

const message = 'Balance retrieved.';

const balance = Type.Object(
  {
    balance: shillings('The amount that can be spent now.'),
    held_balance: shillings('The amount held for outgoing transactions that are pending or processing.'),
    currency: Type.String({ const: 'UGX' }),
    mode: Type.Enum(['live', 'test']),
    as_of: moment('The time of this balance.'),
  },
  { title: 'Balance' },
);

export function registerBalanceRoute(api: Api, wallet: WalletOperations): void {
  api.get(
    '/wallet/balance',
    {
      schema: { operationId: 'readBalance', summary: 'Read the wallet balance', tags: ['Wallet'] },
      config: { access: { limit: 'balance', permissions: ['wallet:read'] }, response: envelopeOf(balance, message) },
    },
    async (request, reply) => {
      sendData(reply, message, await wallet.readBalance(callerOf(request)));
    },
  );
}
