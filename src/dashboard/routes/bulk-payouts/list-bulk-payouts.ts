import { Type } from 'typebox';
import { sendPage } from '../../../http/answer.ts';
import { bulkStatuses, listBulkPayouts } from '../../../wallet/bulk/bulk-payout.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { bulkPayoutObject } from './bulk-payout-object.ts';

const querystring = Type.Object({
  status: Type.Optional(Type.Enum(bulkStatuses, { description: 'Only those that are like this now.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
  cursor: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'next_cursor of the page before.' })),
});

export function listBulkPayoutsRoute(api: DashboardApi, { pool }: DashboardServices): void {
  api.get(
    `${clientPath}/bulk-payouts`,
    {
      schema: { summary: 'Bulk payouts, newest first', params: Type.Object(clientParams), querystring },
      config: { right: 'transactions.read' },
    },
    async (request, reply) => {
      const { limit = 25, cursor = String(Number.MAX_SAFE_INTEGER), status } = request.query;
      const { walletId } = deskCallerOf(request);
      const found = await listBulkPayouts(pool, walletId, { before: Number(cursor), limit: limit + 1, status });
      const shown = found.slice(0, limit);
      const has_more = found.length > limit;
      sendPage(reply, 'Bulk payouts retrieved.', {
        data: shown.map(bulkPayoutObject),
        pagination: { has_more, next_cursor: has_more ? String(shown.at(-1)?.bulkPayoutId) : null },
      });
    },
  );
}
