import { revokeApiKey } from '../../../access/api-keys.ts';
import { sendData } from '../../../http/answer.ts';
import type { DashboardApi } from '../../api.ts';
import { deskCallerOf, deskOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { keyObject, keyParams, keyPath, ownKey } from './key.ts';

export function revokeKey(api: DashboardApi, { pool }: DashboardServices): void {
  api.delete(
    keyPath,
    {
      schema: { summary: 'Revoke a key', description: 'It ends within a second, for ever.', params: keyParams },
      config: { right: 'keys.write' },
    },
    async (request, reply) => {
      const { apiKeyId } = await ownKey(pool, deskCallerOf(request), request.params.keyId);
      const key = await revokeApiKey(pool, { apiKeyId, actor: deskOf(request).person.email });
      sendData(reply, 'The key is revoked.', keyObject(key));
    },
  );
}
