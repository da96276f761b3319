import { Type } from 'typebox';
import { sendPage } from '../../../http/answer.ts';
import { pageLimit, pageLimitDefault } from '../../../http/schemas/id.ts';
import { listWaitingPayments } from '../../../wallet/approvals.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { approvalFor } from './approval.ts';

const querystring = Type.Object({
  limit: Type.Optional(pageLimit),
  cursor: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'next_cursor of the page before.' })),
});

export function listApprovals(api: DashboardApi, { pool }: DashboardServices): void {
  api.get(
    `${clientPath}/approvals`,
    {
      schema: {
        summary: 'Payments that wait for a second person, oldest first',
        params: Type.Object(clientParams),
        querystring,
      },
      config: { right: 'approvals.read' },
    },
    async (request, reply) => {
      const { limit = pageLimitDefault, cursor = '0' } = request.query;
      const { walletId } = deskCallerOf(request);
      const found = await listWaitingPayments(pool, walletId, { after: Number(cursor), limit: limit + 1 });
      const has_more = found.length > limit;
      const data = found.slice(0, limit).map((payment) => approvalFor(request, payment));
      const next_cursor = has_more ? String(data.at(-1)?.transaction_id) : null;
      sendPage(reply, 'Approvals retrieved.', { data, pagination: { next_cursor, has_more } });
    },
  );
}
