import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import { countTransactions } from '../../../wallet/export/count-transactions.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { exportFilters, exportQuery } from './export-query.ts';

export function countExport(api: DashboardApi, { reader }: DashboardServices): void {
  api.get(
    `${clientPath}/exports/transactions/count`,
    {
      schema: {
        summary: 'How many rows an export would have, counted up to 100,000',
        params: Type.Object(clientParams),
        querystring: Type.Object(exportQuery),
      },
      config: { right: 'transactions.read' },
    },
    async (request, reply) => {
      const { rows, isExact } = await countTransactions(reader, deskCallerOf(request), exportFilters(request.query));
      sendData(reply, 'Transactions counted.', { rows, is_exact: isExact });
    },
  );
}
