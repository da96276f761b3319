import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { readBulkFile } from '../../bulk-payouts/bulk-file.ts';
import { type BulkPayout, bulkStatuses, listBulkPayouts, readBulkPayout } from '../../bulk-payouts/bulk-payout.ts';
import { type BulkRowState, listRows, readProgress } from '../../bulk-payouts/bulk-progress.ts';
import { readRepeatedLines, readTotals } from '../../bulk-payouts/bulk-totals.ts';
import { checkBulk, needsApproval } from '../../bulk-payouts/check-bulk.ts';
import { confirmBulkPayout } from '../../bulk-payouts/confirm-bulk-payout.ts';
import { approveBulkPayout, cancelBulkPayout, rejectBulkPayout } from '../../bulk-payouts/decide-bulk-payout.ts';
import { openBulkPayout } from '../../bulk-payouts/open-bulk-payout.ts';
import { lookUpNames, namesMax } from '../../bulk-payouts/registered-names.ts';
import { resultColumns, resultFile } from '../../bulk-payouts/result-file.ts';
import { retryBulkPayout } from '../../bulk-payouts/retry-bulk-payout.ts';
import { readRetries, readRetryableRows } from '../../bulk-payouts/retryable-rows.ts';
import { approversNeeded } from '../../ledger/commands/decide-approval.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import { refuseLive } from '../../wallet/operation.ts';
import { readPayingPower } from '../../wallet/paying-power.ts';
import { WorkbookUnreadable, workbookAsCsv } from '../../workbook/workbook.ts';
import { allowBodyTime } from '../client-errors.ts';
import { sendData, sendPage } from '../response.ts';
import { payoutBounds } from '../schemas/amount.ts';
import { bulkBodyBytesMax, bulkCsv, bulkName, bulkPayoutObject } from '../schemas/bulk-payout.ts';
import { idCursor, pageLimit, positiveId } from '../schemas/id.ts';
import { textOf } from '../schemas/text.ts';
import { csvNote, csvQuery } from './exports.ts';
import type {
  BulkCheckObject,
  BulkNameObject,
  BulkPayoutObject,
  BulkPayoutShown,
  BulkRowObject,
  BulkTotalsObject,
} from './schemas/bulk-payouts.ts';
import { sendFile } from './send-file.ts';
import { asSentence, clientParams, clientPath, type DashboardApi, type DashboardParts } from './server/api.ts';
import { actorOf, clientCallerOf } from './server/context.ts';
import { formKeyOf } from './server/idempotency.ts';

/** Payments of a file. */
export function registerBulkPayoutRoutes(api: DashboardApi, parts: DashboardParts): void {
  readWorkbookRoute(api);
  checkBulkFile(api, parts);
  createBulkPayout(api, parts);
  listBulkPayoutsRoute(api, parts);
  readBulkPayoutRoute(api, parts);
  listBulkRows(api, parts);
  readBulkTotals(api, parts);
  readBulkNames(api, parts);
  downloadResult(api, parts);
  confirmBulkPayoutRoute(api, parts);
  retryBulkPayoutRoute(api, parts);
  approveBulkPayoutRoute(api, parts);
  rejectBulkPayoutRoute(api, parts);
  cancelBulkPayoutRoute(api, parts);
}

/** The page sends an Excel workbook here first, and then works with its CSV. */
function readWorkbookRoute(api: DashboardApi): void {
  api.register(async (uploads: DashboardApi) => {
    uploads.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    uploads.post(
      `${clientPath}/bulk-payouts/workbook`,
      {
        schema: {
          summary: 'The sheet of an Excel workbook (.xlsx), sent as application/octet-stream, as CSV; nothing is kept',
          params: Type.Object(clientParams),
        },
        config: { right: 'money.move' },
        bodyLimit: bulkBodyBytesMax,
        onRequest: beforeFile,
      },
      async (request, reply) => {
        if (!Buffer.isBuffer(request.body)) {
          throw invalidField('file', 'Send the workbook as application/octet-stream.');
        }
        const csv = await workbookAsCsv(request.body).catch((error: unknown) => {
          if (error instanceof WorkbookUnreadable) throw invalidField('file', asSentence(error.message));
          throw error;
        });
        sendData(reply, 'Workbook read.', { csv });
      },
    );
  });
}

/** A larger body is refused with its own bound; elsewhere the bound is smaller. */
async function refuseLargeFile(request: FastifyRequest): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) <= bulkBodyBytesMax) return;
  throw new Refusal('body_too_large', `The file is larger than ${bulkBodyBytesMax / 1024 / 1024} MiB; split it.`);
}

/** What a route for a file does before it is read: a large one is refused, and a slow line has five minutes. */
const beforeFile = [refuseLargeFile, allowBodyTime(300_000)];

const bulkParams = Type.Object({
  ...clientParams,
  bulkPayoutId: positiveId('The number of the bulk payout.'),
});

/** The number of problems and duplicates that are listed one by one. */
const toldMax = 100;

function checkBulkFile(api: DashboardApi, { pool, money }: DashboardParts): void {
  api.post(
    `${clientPath}/bulk-payouts/check`,
    {
      schema: {
        summary: 'Check a file of payouts row by row; nothing moves and nothing is kept',
        params: Type.Object(clientParams),
        body: Type.Object({ csv: bulkCsv }),
      },
      config: { right: 'money.move' },
      bodyLimit: bulkBodyBytesMax,
      onRequest: beforeFile,
    },
    async (request, reply) => {
      const check = await checkBulk(
        pool,
        money,
        clientCallerOf(request),
        await readBulkFile(request.body.csv),
        payoutBounds,
      );
      const total = check.amount + check.fees;
      sendData(reply, 'File checked.', {
        row_count: check.rows.length,
        amount: check.amount,
        fees: check.fees,
        total_deducted: total,
        available: check.available,
        is_affordable: total <= check.available,
        is_frozen: check.frozen,
        requires_approval: check.needsApproval,
        problems: check.problems.slice(0, toldMax),
        problem_count: check.problems.length,
        duplicates: check.duplicates
          .slice(0, toldMax)
          .map(({ line, sameAsLine, phone, amount }) => ({ line, same_as_line: sameAsLine, phone, amount })),
        duplicate_count: check.duplicates.length,
      } satisfies BulkCheckObject);
    },
  );
}

const path = `${clientPath}/bulk-payouts`;

const createBulkPayoutBody = Type.Object({
  name: bulkName,
  csv: bulkCsv,
  total_deducted: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The total of the check, in shillings. Refused if the total has changed.',
  }),
  ask_approval: Type.Optional(Type.Boolean({ description: 'Require approval also below the threshold.' })),
});

function createBulkPayout(api: DashboardApi, { pool, money, bulkPayouts }: DashboardParts): void {
  api.post(
    path,
    {
      schema: {
        summary: 'Create a bulk payout from a file',
        params: Type.Object(clientParams),
        body: createBulkPayoutBody,
      },
      config: { right: 'money.move' },
      bodyLimit: bulkBodyBytesMax,
      onRequest: beforeFile,
    },
    async (request, reply) => {
      const form = formKeyOf(request, path);
      const bulk = await openBulkPayout(pool, money, clientCallerOf(request), request.body, form, payoutBounds);
      bulkPayouts.wake();
      sendData(reply, 'The bulk payout was created.', bulkPayoutAtDesk(bulk));
    },
  );
}

/** A bulk payout as the pages show it: as programs see it, with who made and decided it. */
function bulkPayoutAtDesk(bulk: BulkPayout): BulkPayoutObject {
  return {
    ...bulkPayoutObject(bulk),
    maker: bulk.maker,
    responsible: bulk.responsible,
    first_approver: bulk.firstApprover,
    approvers_needed: approversNeeded(bulk, bulk.mode),
    approver: bulk.approver,
    stopped_by: bulk.stoppedBy,
  };
}

/** A bulk payout as its own page shows it. Its rows are counted, which takes longer the more it has; there are at most 10,000. */
async function bulkPayoutShown(db: Queryable, bulk: BulkPayout): Promise<BulkPayoutShown> {
  const { walletId, bulkPayoutId, status, endedAt, amount, fees } = bulk;
  const [progress, retries] = await Promise.all([
    readProgress(db, walletId, bulkPayoutId),
    readRetries(db, walletId, bulkPayoutId),
  ]);
  const isOver = endedAt !== null && progress.waiting === 0 && progress.processing === 0;
  const failed = isOver && progress.failed > 0 ? await readRetryableRows(db, bulk) : { rows: [], inReview: 0 };
  const power = status === 'draft' ? await readPayingPower(db, walletId) : null;
  return {
    ...bulkPayoutAtDesk(bulk),
    progress,
    retries: retries.map((retry) => ({ id: retry.bulkPayoutId, status: retry.status })),
    retryable_count: failed.rows.length,
    in_review_count: failed.inReview,
    draft:
      power === null
        ? null
        : {
            requires_approval: bulk.asksApproval || needsApproval(power, amount + fees),
            available: power.available,
            is_frozen: power.frozen,
          },
  };
}

function bulkRowObject(row: BulkRowState, sameAsLine: number | undefined): BulkRowObject {
  return {
    row: row.row,
    line: row.line,
    phone: row.phone,
    name: row.name,
    registered_name: row.registeredName,
    same_as_line: sameAsLine ?? null,
    amount: row.amount,
    fee: row.fee,
    description: row.description,
    status: row.status,
    transaction_id: row.transactionId,
    client_reference: row.clientReference,
    code: row.code,
    reason: row.reason,
  };
}

const listBulkPayoutsQuerystring = Type.Object({
  status: Type.Optional(Type.Enum(bulkStatuses, { description: 'Only those with this status.' })),
  limit: Type.Optional(pageLimit),
  cursor: Type.Optional(idCursor),
});

function listBulkPayoutsRoute(api: DashboardApi, { pool }: DashboardParts): void {
  api.get(
    `${clientPath}/bulk-payouts`,
    {
      schema: {
        summary: 'Bulk payouts, newest first',
        params: Type.Object(clientParams),
        querystring: listBulkPayoutsQuerystring,
      },
      config: { right: 'transactions.read' },
    },
    async (request, reply) => {
      const { limit = 25, cursor = String(Number.MAX_SAFE_INTEGER), status } = request.query;
      const { walletId } = clientCallerOf(request);
      const found = await listBulkPayouts(pool, walletId, { before: Number(cursor), limit: limit + 1, status });
      const shown = found.slice(0, limit);
      const has_more = found.length > limit;
      sendPage(reply, 'Bulk payouts retrieved.', {
        data: shown.map(bulkPayoutAtDesk),
        pagination: { has_more, next_cursor: has_more ? String(shown.at(-1)?.bulkPayoutId) : null },
      });
    },
  );
}

function readBulkPayoutRoute(api: DashboardApi, { pool }: DashboardParts): void {
  api.get(
    `${clientPath}/bulk-payouts/:bulkPayoutId`,
    {
      schema: { summary: 'One bulk payout, its progress and its retries', params: bulkParams },
      config: { right: 'transactions.read' },
    },
    async (request, reply) => {
      const { walletId } = clientCallerOf(request);
      const bulk = await readBulkPayout(pool, walletId, request.params.bulkPayoutId);
      sendData(reply, 'Bulk payout retrieved.', await bulkPayoutShown(pool, bulk));
    },
  );
}

const listBulkRowsQuerystring = Type.Object({
  status: Type.Optional(Type.Enum(['waiting', 'processing', 'completed', 'failed', 'cancelled'])),
  limit: Type.Optional(pageLimit),
  cursor: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,8}$', description: 'next_cursor of the page before.' })),
});

function listBulkRows(api: DashboardApi, { pool }: DashboardParts): void {
  api.get(
    `${clientPath}/bulk-payouts/:bulkPayoutId/rows`,
    {
      schema: {
        summary: 'Rows of a bulk payout, in the order of the file',
        params: bulkParams,
        querystring: listBulkRowsQuerystring,
      },
      config: { right: 'transactions.read' },
    },
    async (request, reply) => {
      const { walletId } = clientCallerOf(request);
      const { limit = 25, cursor = '0', status } = request.query;
      const { bulkPayoutId } = await readBulkPayout(pool, walletId, request.params.bulkPayoutId);
      const found = await listRows(pool, walletId, bulkPayoutId, { after: Number(cursor), limit: limit + 1, status });
      const shown = found.slice(0, limit);
      const has_more = found.length > limit;
      const repeated = await readRepeatedLines(
        pool,
        bulkPayoutId,
        shown.map(({ row }) => row),
      );
      sendPage(reply, 'Rows retrieved.', {
        data: shown.map((row) => bulkRowObject(row, repeated.get(row.row))),
        pagination: { has_more, next_cursor: has_more ? String(shown.at(-1)?.row) : null },
      });
    },
  );
}

function readBulkTotals(api: DashboardApi, { pool, money }: DashboardParts): void {
  api.get(
    `${clientPath}/bulk-payouts/:bulkPayoutId/totals`,
    {
      schema: {
        summary: 'The sums of a bulk payout by operator, and how many rows repeat an earlier one',
        params: bulkParams,
      },
      config: { right: 'transactions.read' },
    },
    async (request, reply) => {
      const { walletId } = clientCallerOf(request);
      const bulk = await readBulkPayout(pool, walletId, request.params.bulkPayoutId);
      const { byOperator, duplicates } = await readTotals(pool, money, bulk);
      sendData(reply, 'Totals retrieved.', {
        by_operator: byOperator.map(({ rows, ...sums }) => ({ ...sums, row_count: rows })),
        duplicate_count: duplicates.length,
      } satisfies BulkTotalsObject);
    },
  );
}

function readBulkNames(api: DashboardApi, { pool, money }: DashboardParts): void {
  api.get(
    `${clientPath}/bulk-payouts/:bulkPayoutId/names`,
    {
      schema: {
        summary: 'The registered names of the phones of some rows, for who decides about them',
        description: 'Each name can be a query to its operator, which is waited for a second at most.',
        params: bulkParams,
        querystring: Type.Object({
          rows: Type.String({
            pattern: `^[1-9]\\d{0,4}(,[1-9]\\d{0,4}){0,${namesMax - 1}}$`,
            description: `Numbers of rows with commas between them, at most ${namesMax}.`,
          }),
        }),
      },
      config: { right: 'approvals.decide' },
    },
    async (request, reply) => {
      const { walletId } = clientCallerOf(request);
      const bulk = await readBulkPayout(pool, walletId, request.params.bulkPayoutId);
      const names = await lookUpNames(pool, money, bulk, request.query.rows.split(',').map(Number));
      sendData(
        reply,
        'Names looked up.',
        names.map(
          ({ row, registeredName, match }) =>
            ({ row, registered_name: registeredName, name_match: match }) satisfies BulkNameObject,
        ),
      );
    },
  );
}

function downloadResult(api: DashboardApi, { pool }: DashboardParts): void {
  api.get(
    `${clientPath}/bulk-payouts/:bulkPayoutId/result.csv`,
    {
      schema: {
        summary: 'The result of each row, as CSV',
        description: `Columns: ${resultColumns.join(', ')}. ${csvNote}`,
        params: bulkParams,
        querystring: Type.Object(csvQuery),
      },
      config: { right: 'transactions.read' },
    },
    async (request, reply) => {
      const { walletId } = clientCallerOf(request);
      const { bulkPayoutId } = await readBulkPayout(pool, walletId, request.params.bulkPayoutId);
      return sendFile(pool, request, reply, {
        name: `bulk-payout-${bulkPayoutId}.csv`,
        type: 'text/csv; charset=utf-8',
        pieces: resultFile(pool, walletId, bulkPayoutId, request.query.for ?? 'spreadsheet'),
      });
    },
  );
}

function confirmBulkPayoutRoute(api: DashboardApi, { pool, money, bulkPayouts }: DashboardParts): void {
  api.post(
    `${clientPath}/bulk-payouts/:bulkPayoutId/confirm`,
    {
      schema: {
        summary: 'Start a draft, or request its approval',
        description: 'Confirming it again changes nothing.',
        params: bulkParams,
        body: Type.Object({
          total_deducted: Type.Integer({
            minimum: 1,
            maximum: Number.MAX_SAFE_INTEGER,
            description: 'As it was shown.',
          }),
        }),
      },
      config: { right: 'money.move' },
    },
    async (request, reply) => {
      const caller = clientCallerOf(request);
      const { bulkPayoutId } = request.params;
      const bulk = await confirmBulkPayout(pool, money, caller, bulkPayoutId, request.body.total_deducted);
      bulkPayouts.wake();
      const message =
        bulk.status === 'awaiting_approval' ? 'Another person must approve it.' : 'The bulk payout began.';
      sendData(reply, message, bulkPayoutAtDesk(bulk));
    },
  );
}

function retryBulkPayoutRoute(api: DashboardApi, { pool, money }: DashboardParts): void {
  api.post(
    `${clientPath}/bulk-payouts/:bulkPayoutId/retry`,
    {
      schema: {
        summary: 'Make a draft of the failed rows, to be confirmed',
        description:
          'With the fees of now. Each failed row is in one retry at a time: asked again, this gives the same draft. Rows in review are left out.',
        params: bulkParams,
      },
      config: { right: 'money.move' },
    },
    async (request, reply) => {
      const caller = clientCallerOf(request);
      refuseLive(money, caller.mode);
      const draft = await retryBulkPayout(pool, money, caller, request.params.bulkPayoutId, payoutBounds);
      sendData(reply, 'The failed rows are in a bulk payout of their own.', bulkPayoutAtDesk(draft));
    },
  );
}

const approveBulkPayoutBody = Type.Object({
  row_count: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'As it was shown.' }),
  total_deducted: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'As it was shown.' }),
});

function approveBulkPayoutRoute(api: DashboardApi, { pool, settings, money, bulkPayouts }: DashboardParts): void {
  api.post(
    `${clientPath}/bulk-payouts/:bulkPayoutId/approve`,
    {
      schema: { summary: 'Approve a bulk payout as a second person', params: bulkParams, body: approveBulkPayoutBody },
      config: { right: 'approvals.decide', stepUp: 'live' },
    },
    async (request, reply) => {
      const { bulkPayoutId } = request.params;
      const { walletId, mode } = clientCallerOf(request);
      refuseLive(money, mode);
      const decision = { walletId, bulkPayoutId, actor: actorOf(request) };
      const { row_count: rowCount, total_deducted: totalDeducted } = request.body;
      const seen = { rowCount, totalDeducted };
      const bulk = await approveBulkPayout(pool, decision, seen, settings);
      bulkPayouts.wake();
      const message =
        bulk.status === 'awaiting_approval'
          ? 'Approved. Another person must approve this bulk payout too.'
          : 'The bulk payout was approved.';
      sendData(reply, message, bulkPayoutAtDesk(bulk));
    },
  );
}

const rejectBulkPayoutBody = Type.Object({
  reason: textOf(255, 'The reason, shown to its maker.', 'The amounts are last month’s'),
});

function rejectBulkPayoutRoute(api: DashboardApi, { pool }: DashboardParts): void {
  api.post(
    `${clientPath}/bulk-payouts/:bulkPayoutId/reject`,
    {
      schema: {
        summary: 'Reject a bulk payout that waits for approval',
        params: bulkParams,
        body: rejectBulkPayoutBody,
      },
      config: { right: 'approvals.decide', stepUp: 'live' },
    },
    async (request, reply) => {
      const { bulkPayoutId } = request.params;
      const decision = {
        walletId: clientCallerOf(request).walletId,
        bulkPayoutId,
        actor: actorOf(request),
      };
      const bulk = await rejectBulkPayout(pool, decision, request.body.reason);
      sendData(reply, 'The bulk payout was rejected.', bulkPayoutAtDesk(bulk));
    },
  );
}

function cancelBulkPayoutRoute(api: DashboardApi, { pool }: DashboardParts): void {
  api.post(
    `${clientPath}/bulk-payouts/:bulkPayoutId/cancel`,
    {
      schema: { summary: 'Cancel the rows of a bulk payout that have not started', params: bulkParams },
      config: { right: 'money.move' },
    },
    async (request, reply) => {
      const { bulkPayoutId } = request.params;
      const decision = {
        walletId: clientCallerOf(request).walletId,
        bulkPayoutId,
        actor: actorOf(request),
      };
      sendData(
        reply,
        'The remaining payments were cancelled.',
        bulkPayoutAtDesk(await cancelBulkPayout(pool, decision)),
      );
    },
  );
}
