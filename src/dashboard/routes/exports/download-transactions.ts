import { Type } from 'typebox';
import { exportColumns, transactionsFile } from '../../../wallet/export/transactions-file.ts';
import { phoneField } from '../../../wallet/phone.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { csvNote, csvQuery } from './csv-query.ts';
import { exportFilters, exportQuery } from './export-query.ts';
import { sendFile } from './send-file.ts';

export function downloadTransactions(api: DashboardApi, { pool, reader: db }: DashboardServices): void {
  api.get(
    `${clientPath}/exports/transactions.csv`,
    {
      schema: {
        summary: 'Transactions as CSV, newest first, however many there are',
        description: `Columns: ${exportColumns.join(', ')}. Amounts in shillings. ${csvNote}`,
        params: Type.Object(clientParams),
        querystring: Type.Object({ ...exportQuery, ...csvQuery }),
      },
      config: { right: 'transactions.read' },
    },
    async (request, reply) => {
      const caller = deskCallerOf(request);
      const { for: reader = 'spreadsheet', ...asked } = request.query;
      const filters = exportFilters(asked);
      // What is wrong has to be said before the file begins.
      if (filters.phone !== undefined) phoneField('phone', filters.phone);
      return sendFile(pool, request, reply, {
        name: `transactions-${caller.clientId}-${caller.mode}.csv`,
        type: 'text/csv; charset=utf-8',
        pieces: transactionsFile(db, caller, filters, reader),
      });
    },
  );
}
