import { Type } from 'typebox';
import { permissions, rateLimitNames } from '../../access/principal.ts';
import type { WalletOperations } from '../../wallet/operations.ts';
import { type Api, anyKey, callerOf } from '../api.ts';
import { sendData } from '../response.ts';
import { envelopeOf } from '../schemas/envelope.ts';
import { keyBudget } from '../schemas/key-budget.ts';
import { moment, nullable } from '../schemas/text.ts';

const message = 'API key retrieved.';

const apiKey = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'The number of the key.' }),
    key_prefix: Type.String({ description: 'How the key begins; the rest is secret.' }),
    name: Type.String({ description: 'What the key is for.' }),
    mode: Type.Enum(['live', 'test']),
    client_id: Type.Integer({ minimum: 1 }),
    client_name: Type.String(),
    wallet_id: Type.Integer({ minimum: 1, description: 'The wallet that the key uses.' }),
    permissions: Type.Array(Type.Enum([...permissions]), { description: 'What the key may do.' }),
    allowed_ips: Type.Array(Type.String(), { description: 'Addresses and networks that may use it; empty: all.' }),
    rate_limits: Type.Object(Object.fromEntries(rateLimitNames.map((name) => [name, Type.Integer({ minimum: 1 })])), {
      title: 'ApiKeyRateLimits',
      description: 'Requests per minute of each operation.',
    }),
    budget: nullable(keyBudget),
    signing_keys: Type.Array(Type.String(), {
      description:
        'The fingerprints of the public keys one of which must sign each request of the key, as `keyid`; empty: requests need no signature.',
    }),
    created_at: moment('When the key was created.'),
    expires_at: nullable(moment('When the key stops working; null: never by itself.')),
  },
  { title: 'ApiKey' },
);

export function registerKeyRoute(api: Api, wallet: WalletOperations): void {
  api.get(
    '/key',
    {
      schema: {
        operationId: 'readKey',
        summary: 'Read the API key of the request',
        description: 'Who the key is, what it may do, and what is left of its budget. Any key may read itself.',
        tags: ['Wallet'],
      },
      config: { access: { limit: 'balance', permissions: anyKey }, response: envelopeOf(apiKey, message) },
    },
    async (request, reply) => {
      sendData(reply, message, await wallet.readKey(callerOf(request)));
    },
  );
}
