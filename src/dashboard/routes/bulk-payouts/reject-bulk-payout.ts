import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import { textOf } from '../../../http/schemas/text.ts';
import { rejectBulkPayout } from '../../../wallet/bulk/decide-bulk-payout.ts';
import { clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf, deskOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { bulkPayoutObject } from './bulk-payout-object.ts';
import { bulkParams } from './bulk-request.ts';

const body = Type.Object({ reason: textOf(255, 'Why, for its maker.', 'The amounts are last month’s') });

export function rejectBulkPayoutRoute(api: DashboardApi, { pool }: DashboardServices): void {
  api.post(
    `${clientPath}/bulk-payouts/:bulkPayoutId/reject`,
    {
      schema: { summary: 'Stop a bulk payout that waits for approval', params: bulkParams, body },
      config: { right: 'approvals.decide' },
    },
    async (request, reply) => {
      const { bulkPayoutId } = request.params;
      const decision = { walletId: deskCallerOf(request).walletId, bulkPayoutId, actor: deskOf(request).person.email };
      const bulk = await rejectBulkPayout(pool, decision, request.body.reason);
      sendData(reply, 'The bulk payout was rejected.', bulkPayoutObject(bulk));
    },
  );
}
