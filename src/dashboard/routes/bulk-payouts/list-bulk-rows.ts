import { Type } from 'typebox';
import { sendPage } from '../../../http/answer.ts';
import { readBulkPayout } from '../../../wallet/bulk/bulk-payout.ts';
import { listRows } from '../../../wallet/bulk/bulk-progress.ts';
import { clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { bulkRowObject } from './bulk-payout-object.ts';
import { bulkParams } from './bulk-request.ts';

const querystring = Type.Object({
  status: Type.Optional(Type.Enum(['waiting', 'processing', 'completed', 'failed', 'cancelled'])),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
  cursor: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,8}$', description: 'next_cursor of the page before.' })),
});

export function listBulkRows(api: DashboardApi, { pool }: DashboardServices): void {
  api.get(
    `${clientPath}/bulk-payouts/:bulkPayoutId/rows`,
    {
      schema: { summary: 'Rows of a bulk payout, in the order of the file', params: bulkParams, querystring },
      config: { right: 'transactions.read' },
    },
    async (request, reply) => {
      const { walletId } = deskCallerOf(request);
      const { limit = 25, cursor = '0', status } = request.query;
      const { bulkPayoutId } = await readBulkPayout(pool, walletId, request.params.bulkPayoutId);
      const found = await listRows(pool, walletId, bulkPayoutId, { after: Number(cursor), limit: limit + 1, status });
      const shown = found.slice(0, limit);
      const has_more = found.length > limit;
      sendPage(reply, 'Rows retrieved.', {
        data: shown.map(bulkRowObject),
        pagination: { has_more, next_cursor: has_more ? String(shown.at(-1)?.row) : null },
      });
    },
  );
}
