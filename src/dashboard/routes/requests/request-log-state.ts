import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import type { RequestLogState } from '../../schemas/requests.ts';
import type { DashboardServices } from '../../services.ts';

export function requestLogState(api: DashboardApi, { settings }: DashboardServices): void {
  api.get(
    `${clientPath}/requests/log`,
    {
      schema: {
        summary: 'For how long requests are kept',
        description: 'NSIMBI_REQUEST_LOG_RETENTION says it; 0 when the log is switched off.',
        params: Type.Object(clientParams),
      },
      config: { right: 'requests.read' },
    },
    async (_request, reply) => {
      const state: RequestLogState = { retention_ms: settings.requestLogRetentionMs };
      sendData(reply, 'Request log described.', state);
    },
  );
}
