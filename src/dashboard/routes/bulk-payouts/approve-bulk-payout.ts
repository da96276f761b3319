import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import { approveBulkPayout } from '../../../wallet/bulk/decide-bulk-payout.ts';
import { refuseLiveOnCopy } from '../../../wallet/operation.ts';
import { clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf, deskOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { bulkPayoutObject } from './bulk-payout-object.ts';
import { bulkParams } from './bulk-request.ts';

const body = Type.Object({
  row_count: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'As it was shown.' }),
  total_deducted: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'As it was shown.' }),
});

export function approveBulkPayoutRoute(api: DashboardApi, { pool, money, bulkPayouts }: DashboardServices): void {
  api.post(
    `${clientPath}/bulk-payouts/:bulkPayoutId/approve`,
    {
      schema: { summary: 'Let a bulk payout go, as a second person', params: bulkParams, body },
      config: { right: 'approvals.decide' },
    },
    async (request, reply) => {
      const { bulkPayoutId } = request.params;
      const { walletId, mode } = deskCallerOf(request);
      refuseLiveOnCopy(money, mode);
      const decision = { walletId, bulkPayoutId, actor: deskOf(request).person.email };
      const { row_count: rowCount, total_deducted: totalDeducted } = request.body;
      const bulk = await approveBulkPayout(pool, decision, { rowCount, totalDeducted });
      bulkPayouts.wake();
      sendData(reply, 'The bulk payout was approved.', bulkPayoutObject(bulk));
    },
  );
}
