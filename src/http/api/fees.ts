import { Type } from 'typebox';
import type { FeeRequest } from '../../fees/quote-fee.ts';
import type { WalletOperations } from '../../wallet/operations.ts';
import type { Api } from '../api.ts';
import { callerOf, sendData } from '../response.ts';
import { type AmountBounds, collectionBounds, payoutBounds, shillings } from '../schemas/amount.ts';
import { envelopeOf } from '../schemas/envelope.ts';
import { phoneOf } from '../schemas/text.ts';
import { compileValidatorWith } from '../validation.ts';

const message = 'Fee calculated.';

const boundsOf: Record<FeeRequest['operation'], AmountBounds> = {
  send_money: payoutBounds,
  withdrawal: payoutBounds,
  collection: collectionBounds,
};

/** Checks the query of a quote: each operation has bounds of its own for the amount. */
export const compileQuoteValidator = compileValidatorWith(({ operation, amount }) => {
  if (!isOperation(operation) || !Number.isSafeInteger(amount) || Number(amount) < 0) return [];
  const { minimum, maximum } = boundsOf[operation];
  if (Number(amount) < minimum) return [{ field: 'amount', bound: { is: 'minimum', limit: minimum } }];
  return Number(amount) > maximum ? [{ field: 'amount', bound: { is: 'maximum', limit: maximum } }] : [];
});

function isOperation(text: unknown): text is FeeRequest['operation'] {
  return typeof text === 'string' && Object.hasOwn(boundsOf, text);
}

const fee = Type.Object({
  operation: Type.Enum(['send_money', 'withdrawal', 'collection']),
  amount: shillings('The amount asked about.'),
  fee_amount: shillings('The fee.'),
  net_amount: shillings('What would reach the receiver.'),
  total_deducted: shillings('What would leave the payer.'),
  transfer_type: Type.Enum(['internal', 'external']),
  currency: Type.String({ const: 'UGX' }),
});

export function registerFeeRoute(api: Api, wallet: WalletOperations): void {
  api.get(
    '/wallet/fees',
    {
      validatorCompiler: compileQuoteValidator,
      schema: {
        operationId: 'quoteFee',
        summary: 'Ask what an operation would cost',
        description: 'Exactly what the operation would use.',
        tags: ['Wallet'],
        querystring: Type.Object({
          operation: Type.Enum(['send_money', 'withdrawal', 'collection']),
          amount: Type.Integer({
            minimum: 0,
            maximum: Number.MAX_SAFE_INTEGER,
            description: 'Within the bounds of the operation.',
            examples: [50_000],
          }),
          recipient_phone: Type.Optional(phoneOf('Who would get it; decides between internal and external.')),
          sender_pays_fee: Type.Optional(Type.Boolean({ default: true, description: 'Of send_money.' })),
        }),
      },
      config: {
        access: { limit: 'fees', permissions: ['wallet:read'] },
        response: envelopeOf(fee, message),
        failures: ['invalid_request', 'amount_too_small', 'amount_too_large'],
      },
    },
    async (request, reply) => {
      sendData(reply, message, await wallet.quoteFee(callerOf(request), request.query));
    },
  );
}
