import { sendData } from '../../../http/answer.ts';
import { readBulkPayout } from '../../../wallet/bulk/bulk-payout.ts';
import { readProgress } from '../../../wallet/bulk/bulk-progress.ts';
import { clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { bulkPayoutWithProgress } from './bulk-payout-object.ts';
import { bulkParams } from './bulk-request.ts';

export function readBulkPayoutRoute(api: DashboardApi, { pool }: DashboardServices): void {
  api.get(
    `${clientPath}/bulk-payouts/:bulkPayoutId`,
    {
      schema: { summary: 'One bulk payout and how far it is', params: bulkParams },
      config: { right: 'transactions.read' },
    },
    async (request, reply) => {
      const { walletId } = deskCallerOf(request);
      const bulk = await readBulkPayout(pool, walletId, request.params.bulkPayoutId);
      const progress = await readProgress(pool, walletId, bulk.bulkPayoutId);
      sendData(reply, 'Bulk payout retrieved.', bulkPayoutWithProgress(bulk, progress));
    },
  );
}
