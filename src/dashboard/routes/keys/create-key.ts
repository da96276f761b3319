import { Type } from 'typebox';
import { allowedIpProblem } from '../../../access/allowed-ips.ts';
import { createApiKey, TooManyApiKeys } from '../../../access/api-keys.ts';
import { permissions } from '../../../access/principal.ts';
import { sendData } from '../../../http/answer.ts';
import { invalidField, Refusal } from '../../../wallet/refusal.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf, deskOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { newKeyObject } from './key.ts';

const dayMs = 24 * 60 * 60 * 1_000;

const body = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 120,
    pattern: '^[^\\p{Cc}]*$',
    description: 'What the key is for.',
    examples: ['Web shop'],
  }),
  permissions: Type.Array(Type.Enum([...permissions]), {
    minItems: 1,
    maxItems: permissions.length,
    description: 'What the key may do.',
  }),
  expires_in_days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 3650, description: 'When it stops working; never when left out.' }),
  ),
  allowed_ips: Type.Optional(
    Type.Array(Type.String({ maxLength: 64 }), {
      maxItems: 100,
      description: 'Addresses and networks that may use it; all when left out.',
    }),
  ),
});

export function createKey(api: DashboardApi, { pool, settings }: DashboardServices): void {
  api.post(
    `${clientPath}/keys`,
    {
      schema: {
        summary: 'Make an API key',
        description: 'Its text is in this answer alone: it is kept nowhere.',
        params: Type.Object(clientParams),
        body,
      },
      config: { right: 'keys.write' },
    },
    async (request, reply) => {
      const { clientId, mode } = deskCallerOf(request);
      const { name, permissions: named, expires_in_days: days, allowed_ips: allowedIps = [] } = request.body;
      for (const entry of allowedIps) {
        const problem = allowedIpProblem(entry);
        if (problem !== null) throw invalidField('allowed_ips', `${problem}.`);
      }
      const creating = createApiKey(pool, {
        clientId,
        mode,
        name,
        permissions: named,
        expiresAtMs: days === undefined ? null : Date.now() + days * dayMs,
        allowedIps,
        rateLimits: {},
        actor: deskOf(request).person.email,
        quotas: settings,
      });
      const key = await creating.catch((error: unknown) => {
        throw error instanceof TooManyApiKeys ? refusalOf(error) : error;
      });
      sendData(reply, 'Keep the key now: its text cannot be shown again.', newKeyObject(key));
    },
  );
}

function refusalOf({ mode, most }: TooManyApiKeys): Refusal {
  return new Refusal(
    'limit_exceeded',
    `The limit of ${most} working ${mode} API keys is reached; revoke one that is not needed, or ask an administrator for a higher limit.`,
  );
}
