import { Type } from 'typebox';
import { ApiKeyEnded, rollApiKey } from '../../../access/api-keys.ts';
import { sendData } from '../../../http/answer.ts';
import { invalidField } from '../../../wallet/refusal.ts';
import type { DashboardApi } from '../../api.ts';
import { deskCallerOf, deskOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { keyParams, keyPath, newKeyObject, ownKey } from './key.ts';

const hourMs = 60 * 60 * 1_000;

const body = Type.Object({
  overlap_hours: Type.Integer({
    minimum: 0,
    maximum: 8760,
    description: 'For how long the old key still works.',
    examples: [24],
  }),
});

export function rollKey(api: DashboardApi, { pool }: DashboardServices): void {
  api.post(
    `${keyPath}/roll`,
    {
      schema: { summary: 'Make a key that takes the place of another', params: keyParams, body },
      config: { right: 'keys.write' },
    },
    async (request, reply) => {
      const { apiKeyId } = await ownKey(pool, deskCallerOf(request), request.params.keyId);
      const overlapMs = request.body.overlap_hours * hourMs;
      const key = await rollApiKey(pool, { apiKeyId, overlapMs, actor: deskOf(request).person.email }).catch(
        (error: unknown) => {
          if (!(error instanceof ApiKeyEnded)) throw error;
          throw invalidField('key', 'This key was revoked, rolled or has expired; make a new one.');
        },
      );
      sendData(reply, 'Keep the key now: its text cannot be shown again.', newKeyObject(key));
    },
  );
}
