import { Type } from 'typebox';
import type { Authenticator } from '../../access/authenticate.ts';
import { bulkStatuses } from '../../bulk-payouts/bulk-payout.ts';
import type { BulkPayoutOperations } from '../../bulk-payouts/operations.ts';
import { resultColumns } from '../../bulk-payouts/result-file.ts';
import { type Api, callerOf } from '../api.ts';
import type { Deadlines } from '../deadline.ts';
import { sendPieces } from '../file-response.ts';
import { recheckKey } from '../guard.ts';
import { idempotentRequestOf } from '../idempotency.ts';
import { sendData, sendPage } from '../response.ts';
import {
  bulkBodyBytesMax,
  bulkPayout,
  bulkPayoutExample,
  bulkPayoutFields,
  bulkPayoutObject,
  bulkPayoutRow,
  bulkPayoutRowObject,
  bulkPayoutWithProgress,
  bulkPayoutWithProgressObject,
  bulkRowStatus,
  createdBulkPayout,
  createdBulkPayoutObject,
} from '../schemas/bulk-payout.ts';
import { envelopeOf, pageOf } from '../schemas/envelope.ts';
import { idCursor, pageLimit, pageLimitDefault, positiveId } from '../schemas/id.ts';

const path = '/bulk-payouts';
const tags = ['Bulk payouts'];
const params = Type.Object({ id: positiveId('The id of the bulk payout.') });

/** What the routes of bulk payouts call. */
interface BulkPayoutRouteParts {
  readonly authenticator: Pick<Authenticator, 'authenticate'>;
  readonly bulkPayouts: BulkPayoutOperations;
}

/** Many payments that are checked together, confirmed together, and sent one by one. */
export function registerBulkPayoutRoutes(
  api: Api,
  { authenticator, bulkPayouts }: BulkPayoutRouteParts,
  deadlines: Deadlines,
): void {
  createBulkPayout(api, bulkPayouts, deadlines);
  listBulkPayouts(api, bulkPayouts);
  readBulkPayout(api, bulkPayouts);
  confirmBulkPayout(api, bulkPayouts, deadlines);
  cancelBulkPayout(api, bulkPayouts, deadlines);
  retryBulkPayout(api, bulkPayouts, deadlines);
  listRows(api, bulkPayouts);
  readResult(api, bulkPayouts, authenticator);
}

function createBulkPayout(api: Api, bulkPayouts: BulkPayoutOperations, deadlines: Deadlines): void {
  const message = 'The bulk payout was created.';
  api.post(
    path,
    {
      schema: {
        operationId: 'createBulkPayout',
        summary: 'Create a bulk payout',
        description:
          'Up to 10,000 payments, as `rows` or as `csv`, in a body of up to 4 MiB. Every row is checked, and a refusal names each wrong one. Nothing ' +
          'is paid: the bulk payout is a draft until it is confirmed within a day. The same request with the same Idempotency-Key creates one, and gets it as it is now.',
        tags,
        body: Type.Object(bulkPayoutFields, { examples: [bulkPayoutExample] }),
      },
      config: {
        access: { limit: 'send_money', permissions: ['wallet:send'] },
        response: envelopeOf(createdBulkPayout, message),
        failures: ['invalid_request', 'idempotency_key_reused', 'operator_unavailable'],
        idempotent: true,
      },
      bodyLimit: bulkBodyBytesMax,
    },
    async (request, reply) => {
      deadlines.changing.start(reply);
      const form = idempotentRequestOf(request, `/api/v1${path}`);
      const { bulk, duplicates } = await bulkPayouts.create(callerOf(request), request.body, form);
      sendData(reply, message, createdBulkPayoutObject(bulk, duplicates));
    },
  );
}

function listBulkPayouts(api: Api, bulkPayouts: BulkPayoutOperations): void {
  const message = 'Bulk payouts retrieved.';
  api.get(
    path,
    {
      schema: {
        operationId: 'listBulkPayouts',
        summary: 'List bulk payouts, newest first',
        description: 'Also those that people made in the dashboard.',
        tags,
        querystring: Type.Object({
          status: Type.Optional(Type.Enum(bulkStatuses, { description: 'Only those with this status.' })),
          limit: Type.Optional(pageLimit),
          cursor: Type.Optional(idCursor),
        }),
      },
      config: {
        access: { limit: 'history', permissions: ['wallet:read'] },
        response: pageOf(bulkPayout, message),
        failures: ['invalid_request'],
      },
    },
    async (request, reply) => {
      const { limit = pageLimitDefault, cursor = String(Number.MAX_SAFE_INTEGER), status } = request.query;
      const page = { before: Number(cursor), limit: limit + 1, status };
      const found = await bulkPayouts.list(callerOf(request), page);
      const shown = found.slice(0, limit);
      const has_more = found.length > limit;
      sendPage(reply, message, {
        data: shown.map(bulkPayoutObject),
        pagination: { has_more, next_cursor: has_more ? String(shown.at(-1)?.bulkPayoutId) : null },
      });
    },
  );
}

function readBulkPayout(api: Api, bulkPayouts: BulkPayoutOperations): void {
  const message = 'Bulk payout retrieved.';
  api.get(
    `${path}/:id`,
    {
      schema: { operationId: 'readBulkPayout', summary: 'Read a bulk payout and its progress', tags, params },
      config: {
        access: { limit: 'transaction', permissions: ['wallet:read'] },
        response: envelopeOf(bulkPayoutWithProgress, message),
        failures: ['not_found'],
      },
    },
    async (request, reply) => {
      const { bulk, progress } = await bulkPayouts.read(callerOf(request), request.params.id);
      sendData(reply, message, bulkPayoutWithProgressObject(bulk, progress));
    },
  );
}

function confirmBulkPayout(api: Api, bulkPayouts: BulkPayoutOperations, deadlines: Deadlines): void {
  const message = 'The bulk payout was confirmed.';
  api.post(
    `${path}/:id/confirm`,
    {
      schema: {
        operationId: 'confirmBulkPayout',
        summary: 'Confirm a bulk payout, so that its payments begin',
        description:
          'They begin at once, or when a second person has approved it. Each row costs the fee that the draft says. Confirming it again changes nothing.',
        tags,
        params,
        body: Type.Object({
          total_deducted: Type.Integer({
            minimum: 1,
            maximum: Number.MAX_SAFE_INTEGER,
            description: 'As the draft says, in shillings.',
            examples: [6_360_000],
          }),
        }),
      },
      config: {
        access: { limit: 'send_money', permissions: ['wallet:send'] },
        response: envelopeOf(bulkPayout, message),
        failures: [
          'invalid_request',
          'not_found',
          'not_pending',
          'insufficient_funds',
          'wallet_frozen',
          'operator_unavailable',
        ],
      },
    },
    async (request, reply) => {
      deadlines.changing.start(reply);
      const { id } = request.params;
      const bulk = await bulkPayouts.confirm(callerOf(request), id, request.body.total_deducted);
      sendData(reply, message, bulkPayoutObject(bulk));
    },
  );
}

function cancelBulkPayout(api: Api, bulkPayouts: BulkPayoutOperations, deadlines: Deadlines): void {
  const message = 'The remaining payments were cancelled.';
  api.post(
    `${path}/:id/cancel`,
    {
      schema: {
        operationId: 'cancelBulkPayout',
        summary: 'Cancel the rows of a bulk payout that were not sent',
        tags,
        params,
      },
      config: {
        access: { limit: 'send_money', permissions: ['wallet:send'] },
        response: envelopeOf(bulkPayout, message),
        failures: ['not_found', 'not_pending'],
      },
    },
    async (request, reply) => {
      deadlines.changing.start(reply);
      const bulk = await bulkPayouts.cancel(callerOf(request), request.params.id);
      sendData(reply, message, bulkPayoutObject(bulk));
    },
  );
}

function retryBulkPayout(api: Api, bulkPayouts: BulkPayoutOperations, deadlines: Deadlines): void {
  const message = 'The failed rows are in a new bulk payout.';
  api.post(
    `${path}/:id/retry`,
    {
      schema: {
        operationId: 'retryBulkPayout',
        summary: 'Make a new bulk payout of the rows that failed',
        description:
          'A draft with the fees of now, to be confirmed like any other. A bulk payout is retried once: asked again, the same draft is returned, and what fails in that one is retried by its own retry.',
        tags,
        params,
      },
      config: {
        access: { limit: 'send_money', permissions: ['wallet:send'] },
        response: envelopeOf(bulkPayout, message),
        failures: ['invalid_request', 'not_found', 'not_pending'],
      },
    },
    async (request, reply) => {
      deadlines.changing.start(reply);
      const bulk = await bulkPayouts.retry(callerOf(request), request.params.id);
      sendData(reply, message, bulkPayoutObject(bulk));
    },
  );
}

function listRows(api: Api, bulkPayouts: BulkPayoutOperations): void {
  const message = 'Rows retrieved.';
  api.get(
    `${path}/:id/rows`,
    {
      schema: {
        operationId: 'listBulkPayoutRows',
        summary: 'List the rows of a bulk payout, in their order',
        tags,
        params,
        querystring: Type.Object({
          status: Type.Optional(bulkRowStatus),
          limit: Type.Optional(pageLimit),
          cursor: Type.Optional(idCursor),
        }),
      },
      config: {
        access: { limit: 'history', permissions: ['wallet:read'] },
        response: pageOf(bulkPayoutRow, message),
        failures: ['invalid_request', 'not_found'],
      },
    },
    async (request, reply) => {
      const { limit = pageLimitDefault, cursor = '0', status } = request.query;
      const page = { after: Number(cursor), limit: limit + 1, status };
      const found = await bulkPayouts.listRows(callerOf(request), request.params.id, page);
      const shown = found.slice(0, limit);
      const has_more = found.length > limit;
      sendPage(reply, message, {
        data: shown.map(bulkPayoutRowObject),
        pagination: { has_more, next_cursor: has_more ? String(shown.at(-1)?.row) : null },
      });
    },
  );
}

function readResult(
  api: Api,
  bulkPayouts: BulkPayoutOperations,
  authenticator: BulkPayoutRouteParts['authenticator'],
): void {
  api.get(
    `${path}/:id/result`,
    {
      schema: {
        operationId: 'readBulkPayoutResult',
        summary: 'Read the result of each row as CSV',
        description: `Columns: ${resultColumns.join(', ')}.`,
        tags,
        params,
      },
      config: {
        access: { limit: 'history', permissions: ['wallet:read'] },
        textResponse: {
          type: 'text/csv; charset=utf-8',
          headers: ['Content-Disposition'],
          example: `${resultColumns.join(',')}\r\n1,2,256770000001,50000,3000,Wages for March,completed,42,SM_1781000000_42,,,wage-2041\r\n`,
        },
        failures: ['not_found'],
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const pieces = await bulkPayouts.result(callerOf(request), id);
      if (reply.sent) return;
      const file = { name: `bulk-payout-${id}.csv`, type: 'text/csv; charset=utf-8', pieces };
      return sendPieces(reply, file, () => recheckKey(authenticator, request));
    },
  );
}
