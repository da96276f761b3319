import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Caller } from '../../access/caller.ts';
import type { Records } from '../../history/records.ts';
import type { TransactionObject } from '../../ledger/transaction-object.ts';
import { Refusal } from '../../refusal.ts';
import { countTransactions } from '../../statements/count-transactions.ts';
import {
  exportColumns,
  exportWorkbookRowsMax,
  transactionPages,
  transactionsCsv,
  transactionsWorkbook,
} from '../../statements/transactions-file.ts';
import { phoneField } from '../../wallet/phone.ts';
import { sendData, setAsOf } from '../response.ts';
import { transactionFilters } from '../schemas/transaction.ts';
import { sendFile } from './send-file.ts';
import { clientParams, clientPath, type DashboardApi, type DashboardParts } from './server/api.ts';
import { clientCallerOf } from './server/context.ts';
import { chooseTransactions, searchFilters } from './transaction-filters.ts';

/** So many Excel files are made at a time: each has all of its rows in memory. */
const workbooksAtOnce = 2;

/** Transactions as files. */
export function registerExportRoutes(api: DashboardApi, parts: DashboardParts): void {
  countExport(api, parts);
  downloadTransactions(api, parts);
  downloadWorkbook(api, parts);
}

/** The filters of the list of transactions, so that a file has what the list shows. */
const filterFields = { ...transactionFilters, ...searchFilters };
const exportRequest = Type.Object(filterFields);
type ExportRequest = Static<typeof exportRequest>;

function countExport(api: DashboardApi, { reads }: DashboardParts): void {
  api.get(
    `${clientPath}/exports/transactions/count`,
    {
      schema: {
        summary: 'How many rows an export would have',
        description:
          'Counted in the newest 100,000 transactions of the period, 30,000 where names or notes are searched. `is_exact` is false where there are ' +
          'more, and then there may be more rows.',
        params: Type.Object(clientParams),
        querystring: exportRequest,
      },
      config: { right: 'transactions.read' },
    },
    async (request, reply) => {
      const { value: records, asOf } = reads.long();
      const caller = clientCallerOf(request);
      const chosen = await chooseTransactions(records, caller, request.query);
      const { rows, isExact } =
        'found' in chosen
          ? { rows: chosen.found.length, isExact: true }
          : await countTransactions(records, caller, chosen.filters);
      setAsOf(reply, asOf);
      sendData(reply, 'Transactions counted.', { rows, is_exact: isExact });
    },
  );
}

function downloadTransactions(api: DashboardApi, parts: DashboardParts): void {
  api.get(
    `${clientPath}/exports/transactions.csv`,
    {
      schema: {
        summary: 'Transactions as CSV, newest first, however many there are',
        description: `Columns: ${exportColumns.join(', ')}. Amounts in shillings. ${csvNote}`,
        params: Type.Object(clientParams),
        querystring: Type.Object({ ...filterFields, ...csvQuery }),
      },
      config: { right: 'transactions.read' },
    },
    async (request, reply) => {
      const { for: reader = 'spreadsheet', ...asked } = request.query;
      const pages = await pagesToSend(parts, request, reply, asked, whenGone(reply));
      return sendFile(parts.pool, request, reply, {
        name: fileName(clientCallerOf(request), 'csv'),
        type: 'text/csv; charset=utf-8',
        pieces: transactionsCsv(pages, reader),
      });
    },
  );
}

function downloadWorkbook(api: DashboardApi, parts: DashboardParts): void {
  let underWay = 0;
  api.get(
    `${clientPath}/exports/transactions.xlsx`,
    {
      schema: {
        summary: `Transactions as an Excel workbook, newest first, at most ${exportWorkbookRowsMax}`,
        description: 'The columns of the CSV. Times are dates of Kampala; a longer export is refused.',
        params: Type.Object(clientParams),
        querystring: exportRequest,
      },
      config: { right: 'transactions.read' },
    },
    async (request, reply) => {
      if (underWay >= workbooksAtOnce) {
        throw new Refusal('rate_limited', 'Other Excel files are being made. Try again in a minute, or choose CSV.');
      }
      const gone = whenGone(reply);
      let pieces: AsyncIterable<Uint8Array>;
      // Before anything is awaited: others who ask meanwhile must find the place taken.
      underWay += 1;
      try {
        pieces = await transactionsWorkbook(await pagesToSend(parts, request, reply, request.query, gone));
        gone.throwIfAborted();
      } catch (error) {
        if (gone.aborted) return reply.hijack();
        throw error;
      } finally {
        underWay -= 1;
      }
      return sendFile(parts.pool, request, reply, {
        name: fileName(clientCallerOf(request), 'xlsx'),
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        pieces,
      });
    },
  );
}

/** The transactions of an export, page by page. What is wrong with its filters has to be said before the file begins. */
async function pagesToSend(
  { reads }: DashboardParts,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: ExportRequest,
  gone: AbortSignal,
): Promise<AsyncIterable<readonly TransactionObject[]>> {
  const caller = clientCallerOf(request);
  if (asked.phone !== undefined) phoneField('phone', asked.phone);
  const { value: records, asOf } = reads.long();
  setAsOf(reply, asOf);
  return await pagesOf(records, caller, asked, gone);
}

async function pagesOf(
  records: Records,
  caller: Caller,
  asked: ExportRequest,
  gone: AbortSignal,
): Promise<AsyncIterable<readonly TransactionObject[]>> {
  const chosen = await chooseTransactions(records, caller, asked);
  return 'found' in chosen ? onePage(chosen.found) : transactionPages(records, caller, chosen.filters, gone);
}

/** Aborts when whoever asked has everything, or is gone. */
function whenGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}

async function* onePage(found: readonly TransactionObject[]): AsyncGenerator<readonly TransactionObject[]> {
  if (found.length > 0) yield found;
}

function fileName({ clientId, mode }: Caller, ending: 'csv' | 'xlsx'): string {
  return `transactions-${clientId}-${mode}.${ending}`;
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
