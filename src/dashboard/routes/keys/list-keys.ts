import { Type } from 'typebox';
import { listApiKeys } from '../../../access/api-keys.ts';
import { sendData } from '../../../http/answer.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { keyObject } from './key.ts';

export function listKeys(api: DashboardApi, { pool }: DashboardServices): void {
  api.get(
    `${clientPath}/keys`,
    {
      schema: { summary: 'API keys, newest first, those that ended too', params: Type.Object(clientParams) },
      config: { right: 'keys.read' },
    },
    async (request, reply) => {
      const { clientId, mode } = deskCallerOf(request);
      const keys = await listApiKeys(pool, clientId);
      sendData(
        reply,
        'Keys retrieved.',
        keys
          .filter((key) => key.mode === mode)
          .map(keyObject)
          .reverse(),
      );
    },
  );
}
