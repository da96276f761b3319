import { Type } from 'typebox';
import type { WalletOperations } from '../../wallet/operations.ts';
import { type Api, callerOf } from '../api.ts';
import { sendData } from '../response.ts';
import { envelopeOf } from '../schemas/envelope.ts';
import { nullable, phoneOf } from '../schemas/text.ts';

const message = 'Phone number looked up.';

const lookup = Type.Object(
  {
    phone: Type.String({ examples: ['256770000001'] }),
    operator: Type.String({ examples: ['MTN'] }),
    registered_name: nullable(
      Type.String({
        description:
          'The recipient of a payment to this phone: the holder of its wallet in this service, otherwise the name that the operator gives; null if there is none.',
      }),
    ),
    is_wallet: Type.Boolean({
      description: 'Whether a wallet of this service has this phone, so that a payment is internal.',
    }),
  },
  { title: 'PhoneLookup' },
);

export function registerLookupRoute(api: Api, wallet: WalletOperations): void {
  api.get(
    '/wallet/lookup',
    {
      schema: {
        operationId: 'lookupPhone',
        summary: 'Look up a phone number before sending',
        tags: ['Wallet'],
        querystring: Type.Object({ phone: phoneOf('The number.') }),
      },
      config: {
        access: { limit: 'lookup', permissions: ['wallet:read'] },
        response: envelopeOf(lookup, message),
        failures: ['invalid_request', 'operator_not_supported'],
      },
    },
    async (request, reply) => {
      const { phone } = request.query;
      sendData(reply, message, await wallet.lookupPhone(callerOf(request), phone));
    },
  );
}
