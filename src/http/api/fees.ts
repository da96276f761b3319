import { Type } from 'typebox';
import type { WalletOperations } from '../../wallet/operations.ts';
import { type Api, callerOf } from '../api.ts';
import { sendData } from '../response.ts';
import { shillings } from '../schemas/amount.ts';
import { envelopeOf } from '../schemas/envelope.ts';
import { compileQuoteValidator, feeOperation, feeQuery } from '../schemas/fee.ts';

const message = 'Fee calculated.';

const fee = Type.Object(
  {
    operation: feeOperation,
    amount: shillings('The amount of the request.'),
    fee_amount: shillings('The fee.'),
    net_amount: shillings('The amount that would reach the receiver.'),
    total_deducted: shillings('The amount that would leave the payer.'),
    transfer_type: Type.Enum(['internal', 'external']),
    currency: Type.String({ const: 'UGX' }),
  },
  { title: 'Fee' },
);

export function registerFeeRoute(api: Api, wallet: WalletOperations): void {
  api.get(
    '/wallet/fees',
    {
      validatorCompiler: compileQuoteValidator,
      schema: {
        operationId: 'quoteFee',
        summary: 'Calculate the fee of an operation',
        description: 'The same calculation that the operation uses.',
        tags: ['Wallet'],
        querystring: feeQuery,
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
