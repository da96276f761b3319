import { type Static, Type } from 'typebox';
import { countTransactions } from '../../statements/count-transactions.ts';
import { type ExportFilters, exportColumns, transactionsFile } from '../../statements/transactions-file.ts';
import { phoneField } from '../../wallet/phone.ts';
import { sendData, setAsOf } from '../response.ts';
import { momentOf } from '../schemas/moment.ts';
import { transactionFilters } from '../schemas/transaction.ts';
import { sendFile } from './send-file.ts';
import { clientParams, clientPath, type DashboardApi, type DashboardParts } from './server/api.ts';
import { clientCallerOf } from './server/context.ts';

/** Transactions as files. */
export function registerExportRoutes(api: DashboardApi, parts: DashboardParts): void {
  countExport(api, parts);
  downloadTransactions(api, parts);
}

function countExport(api: DashboardApi, { reads }: DashboardParts): void {
  api.get(
    `${clientPath}/exports/transactions/count`,
    {
      schema: {
        summary: 'How many rows an export would have, counted up to 100,000',
        params: Type.Object(clientParams),
        querystring: Type.Object(transactionFilters),
      },
      config: { right: 'transactions.read' },
    },
    async (request, reply) => {
      const { value: records, asOf } = reads.long();
      const { rows, isExact } = await countTransactions(records, clientCallerOf(request), exportFilters(request.query));
      setAsOf(reply, asOf);
      sendData(reply, 'Transactions counted.', { rows, is_exact: isExact });
    },
  );
}

const exportRequest = Type.Object(transactionFilters);

function exportFilters({ from, to, ...filters }: Static<typeof exportRequest>): ExportFilters {
  return {
    ...filters,
    ...(from === undefined ? {} : { fromMs: momentOf(from) }),
    ...(to === undefined ? {} : { toMs: momentOf(to) }),
  };
}

function downloadTransactions(api: DashboardApi, { pool, reads }: DashboardParts): void {
  api.get(
    `${clientPath}/exports/transactions.csv`,
    {
      schema: {
        summary: 'Transactions as CSV, newest first, however many there are',
        description: `Columns: ${exportColumns.join(', ')}. Amounts in shillings. ${csvNote}`,
        params: Type.Object(clientParams),
        querystring: Type.Object({ ...transactionFilters, ...csvQuery }),
      },
      config: { right: 'transactions.read' },
    },
    async (request, reply) => {
      const caller = clientCallerOf(request);
      const { for: reader = 'spreadsheet', ...asked } = request.query;
      const filters = exportFilters(asked);
      // What is wrong has to be said before the file begins.
      if (filters.phone !== undefined) phoneField('phone', filters.phone);
      const { value: records, asOf } = reads.long();
      setAsOf(reply, asOf);
      return sendFile(pool, request, reply, {
        name: `transactions-${caller.clientId}-${caller.mode}.csv`,
        type: 'text/csv; charset=utf-8',
        pieces: transactionsFile(records, caller, filters, reader),
      });
    },
  );
}

/** Who a CSV file is for (statements/csv-line.ts). */
export const csvQuery = {
  for: Type.Optional(
    Type.Union([Type.Literal('spreadsheet'), Type.Literal('program')], {
      default: 'spreadsheet',
      description:
        'A spreadsheet gets a byte-order mark, and text of digits as the formula ="0012", so that no zero is lost; a program gets neither.',
    }),
  ),
};

/** What the description of every CSV file says. */
export const csvNote =
  'Times are those of Kampala with their offset. Text that a spreadsheet would calculate begins with an apostrophe.';
