import { Type } from 'typebox';
import { exportColumns, transactionsFile } from '../../../wallet/export/transactions-file.ts';
import { phoneField } from '../../../wallet/phone.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { exportFilters, exportQuery } from './export-query.ts';
import { sendFile } from './send-file.ts';

export function downloadTransactions(api: DashboardApi, { reader }: DashboardServices): void {
  api.get(
    `${clientPath}/exports/transactions.csv`,
    {
      schema: {
        summary: 'Transactions as CSV, newest first, however many there are',
        description: `Columns: ${exportColumns.join(', ')}. Amounts in shillings, times in UTC. Text that a spreadsheet would calculate begins with an apostrophe.`,
        params: Type.Object(clientParams),
        querystring: exportQuery,
      },
      config: { right: 'transactions.read' },
    },
    async (request, reply) => {
      const caller = deskCallerOf(request);
      const filters = exportFilters(request.query);
      // What is wrong has to be said before the file begins.
      if (filters.phone !== undefined) phoneField('phone', filters.phone);
      return sendFile(request, reply, {
        name: `transactions-${caller.clientId}-${caller.mode}.csv`,
        type: 'text/csv; charset=utf-8',
        pieces: transactionsFile(reader, caller, filters),
      });
    },
  );
}
