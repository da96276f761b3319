import { sendData } from '../../../http/answer.ts';
import { cancelBulkPayout } from '../../../wallet/bulk/decide-bulk-payout.ts';
import { clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf, deskOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { bulkPayoutObject } from './bulk-payout-object.ts';
import { bulkParams } from './bulk-request.ts';

export function cancelBulkPayoutRoute(api: DashboardApi, { pool }: DashboardServices): void {
  api.post(
    `${clientPath}/bulk-payouts/:bulkPayoutId/cancel`,
    {
      schema: { summary: 'Stop the rows of a bulk payout that have not begun', params: bulkParams },
      config: { right: 'money.move' },
    },
    async (request, reply) => {
      const { bulkPayoutId } = request.params;
      const decision = { walletId: deskCallerOf(request).walletId, bulkPayoutId, actor: deskOf(request).person.email };
      sendData(reply, 'What had not begun was stopped.', bulkPayoutObject(await cancelBulkPayout(pool, decision)));
    },
  );
}
