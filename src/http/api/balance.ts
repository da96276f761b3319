import { Type } from 'typebox';
import type { WalletOperations } from '../../wallet/operations.ts';
import { type Api, callerOf } from '../api.ts';
import { sendData } from '../response.ts';
import { shillings } from '../schemas/amount.ts';
import { envelopeOf } from '../schemas/envelope.ts';
import { momentOf, momentText } from '../schemas/moment.ts';
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
      schema: {
        operationId: 'readBalance',
        summary: 'Read the wallet balance',
        description:
          'Now, or with `at` as it was at a moment: after everything that had happened before it. `held_balance` then is what was held for ' +
          'payments that had not been completed.',
        tags: ['Wallet'],
        querystring: Type.Object({
          at: Type.Optional(momentText('The moment, which is not in the future; left out: now.')),
        }),
      },
      config: {
        access: { limit: 'balance', permissions: ['wallet:read'] },
        response: envelopeOf(balance, message),
        failures: ['history_unavailable'],
      },
    },
    async (request, reply) => {
      const { at } = request.query;
      const caller = callerOf(request);
      sendData(
        reply,
        message,
        await (at === undefined ? wallet.readBalance(caller) : wallet.readBalanceAt(caller, momentOf(at))),
      );
    },
  );
}
