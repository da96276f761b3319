import { Type } from 'typebox';
import { readBulkPayout } from '../../../wallet/bulk/bulk-payout.ts';
import { resultColumns, resultFile } from '../../../wallet/bulk/result-file.ts';
import { clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { csvNote, csvQuery } from '../exports/csv-query.ts';
import { sendFile } from '../exports/send-file.ts';
import { bulkParams } from './bulk-request.ts';

export function downloadResult(api: DashboardApi, { pool }: DashboardServices): void {
  api.get(
    `${clientPath}/bulk-payouts/:bulkPayoutId/result.csv`,
    {
      schema: {
        summary: 'What became of each row, as CSV',
        description: `Columns: ${resultColumns.join(', ')}. ${csvNote}`,
        params: bulkParams,
        querystring: Type.Object(csvQuery),
      },
      config: { right: 'transactions.read' },
    },
    async (request, reply) => {
      const { walletId } = deskCallerOf(request);
      const { bulkPayoutId } = await readBulkPayout(pool, walletId, request.params.bulkPayoutId);
      return sendFile(pool, request, reply, {
        name: `bulk-payout-${bulkPayoutId}.csv`,
        type: 'text/csv; charset=utf-8',
        pieces: resultFile(pool, walletId, bulkPayoutId, request.query.for ?? 'spreadsheet'),
      });
    },
  );
}
