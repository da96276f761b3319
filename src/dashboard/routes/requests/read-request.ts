import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import { Refusal } from '../../../wallet/refusal.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { RequestShown } from '../../schemas/requests.ts';
import type { DashboardServices } from '../../services.ts';
import { type RequestRow, requestColumns, requestListed } from './request-row.ts';

interface WholeRow extends RequestRow {
  api_key_name: string | null;
  idempotency_key: string | null;
  request_body: string | null;
  request_bytes: number;
  answer_body: string | null;
  answer_bytes: number;
}

export function readRequest(api: DashboardApi, { reader }: DashboardServices): void {
  api.get(
    `${clientPath}/requests/:requestLogId`,
    {
      schema: {
        summary: 'One request with both bodies, masked',
        params: Type.Object({
          ...clientParams,
          requestLogId: Type.String({ pattern: '^[1-9]\\d{0,17}$', description: 'The number of the request.' }),
        }),
      },
      config: { right: 'requests.read' },
    },
    async (request, reply) => {
      const { rows } = await reader.query<WholeRow>({
        name: 'dashboard.request',
        text: `
          SELECT ${requestColumns}, api_key.name AS api_key_name, idempotency_key, request_body, request_bytes, answer_body,
                 answer_bytes
            FROM request_log LEFT JOIN api_key ON api_key.api_key_id = request_log.api_key_id
           WHERE request_log.wallet_id = $1 AND request_log_id = $2`,
        values: [deskCallerOf(request).walletId, request.params.requestLogId],
      });
      const [row] = rows;
      if (row === undefined) {
        throw new Refusal('not_found', 'The request log has no such request; it may be older than the log is kept.');
      }
      const shown: RequestShown = {
        ...requestListed(row),
        api_key_name: row.api_key_name,
        idempotency_key: row.idempotency_key,
        request_body: row.request_body,
        request_bytes: row.request_bytes,
        answer_body: row.answer_body,
        answer_bytes: row.answer_bytes,
      };
      sendData(reply, 'Request retrieved.', shown);
    },
  );
}
