import { Type } from 'typebox';
import { isoTime } from '../../ledger/transaction-object.ts';
import { Refusal } from '../../refusal.ts';
import { sendData, sendPage } from '../response.ts';
import { pageLimit, positiveId } from '../schemas/id.ts';
import type { RequestListed, RequestLogState, RequestShown } from './schemas/requests.ts';
import { clientParams, clientPath, type DashboardApi, type DashboardParts } from './server/api.ts';
import { clientCallerOf } from './server/context.ts';

/** The log of the API requests of a client's programs. */
export function registerRequestRoutes(api: DashboardApi, parts: DashboardParts): void {
  listRequests(api, parts);
  requestLogState(api, parts);
  readRequest(api, parts);
}

interface RequestRow {
  request_log_id: string;
  at_ms: number;
  method: string;
  path: string;
  query: string | null;
  status: number;
  duration_ms: number;
  request_id: string;
  api_key_id: string | null;
  error_code: string | null;
  transaction_id: string | null;
}

/** Of request_log. */
const requestColumns = `
  request_log_id, round(extract(epoch FROM at) * 1000)::float8 AS at_ms, method, path, query, status,
  duration_ms::float8 AS duration_ms, request_id, request_log.api_key_id, error_code, transaction_id`;

function requestListed(row: RequestRow): RequestListed {
  return {
    id: row.request_log_id,
    at: isoTime(row.at_ms),
    method: row.method,
    path: row.path,
    query: row.query,
    status: row.status,
    duration_ms: Math.round(row.duration_ms * 1_000) / 1_000,
    request_id: row.request_id,
    api_key_id: row.api_key_id === null ? null : Number(row.api_key_id),
    error_code: row.error_code,
    transaction_id: row.transaction_id === null ? null : Number(row.transaction_id),
  };
}

/** So many rows are looked through for one page: a rare filter then answers with a short page and where to go on. */
const lookedThroughMax = 20_000;

const query = Type.Object({
  limit: Type.Optional(pageLimit),
  cursor: Type.Optional(
    Type.String({ pattern: '^[1-9]\\d{0,17}$', description: 'next_cursor of the page before, unchanged.' }),
  ),
  method: Type.Optional(Type.Enum(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD'])),
  path: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'A part of the path.' })),
  status: Type.Optional(
    Type.Enum(['2xx', '4xx', '5xx', 'failed'], { description: 'A class of statuses; `failed`: 400 and above.' }),
  ),
  api_key_id: Type.Optional(positiveId('Only those of this API key.')),
  request_id: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: 'The whole X-Request-Id.' })),
});

/** Half-open. */
const statusRanges = { '2xx': [200, 300], '4xx': [400, 500], '5xx': [500, 600], failed: [400, 600] } as const;

function listRequests(api: DashboardApi, { reader }: DashboardParts): void {
  api.get(
    `${clientPath}/requests`,
    {
      schema: {
        summary: 'The API requests of a client’s programs, newest first',
        description:
          'A page may be shorter than its limit, even empty, while there is a next one: then so many requests lay ' +
          'between that the search paused.',
        params: Type.Object(clientParams),
        querystring: query,
      },
      config: { right: 'requests.read' },
    },
    async (request, reply) => {
      const { limit = 25, cursor, method, path, status, api_key_id, request_id } = request.query;
      const { walletId } = clientCallerOf(request);
      const [statusFrom, statusBelow] = status === undefined ? [0, 1_000] : statusRanges[status];
      const { rows } = await reader.query<RequestRow & { looked_last: string | null; looked: number }>({
        name: request_id === undefined ? 'dashboard.requests' : 'dashboard.requests_by_id',
        text: request_id === undefined ? listSql : byRequestIdSql,
        values: [
          walletId,
          cursor ?? '9223372036854775807',
          method ?? null,
          path ?? null,
          statusFrom,
          statusBelow,
          api_key_id ?? null,
          limit + 1,
          lookedThroughMax,
          ...(request_id === undefined ? [] : [request_id]),
        ],
      });
      const found = rows.filter((row) => row.request_log_id !== null);
      const page = found.slice(0, limit);
      const [about] = rows;
      const paused = about !== undefined && about.looked === lookedThroughMax ? about.looked_last : null;
      const next = found.length > limit ? (page.at(-1)?.request_log_id ?? null) : paused;
      sendPage(reply, 'Requests retrieved.', {
        data: page.map(requestListed),
        pagination: { has_more: next !== null, next_cursor: next },
      });
    },
  );
}

/** `looked` must be the rows to look through; the answer has at least one row, which tells where the look ended. */
const foundIn = (looked: string) => `
  WITH looked AS MATERIALIZED (${looked}),
  found AS (
    SELECT * FROM looked
     WHERE ($3::text IS NULL OR method = $3) AND ($4::text IS NULL OR position($4 IN path) > 0)
       AND status >= $5 AND status < $6 AND ($7::bigint IS NULL OR api_key_id = $7)
     ORDER BY request_log_id DESC LIMIT $8)
  SELECT found.*, about.looked_last, about.looked
    FROM (SELECT min(request_log_id) AS looked_last, count(*)::integer AS looked FROM looked) AS about
    LEFT JOIN found ON true
   ORDER BY found.request_log_id DESC`;

const listSql = foundIn(`
    SELECT ${requestColumns} FROM request_log
     WHERE wallet_id = $1 AND request_log_id < $2::bigint ORDER BY request_log_id DESC LIMIT $9`);

const byRequestIdSql = foundIn(`
    SELECT ${requestColumns} FROM request_log
     WHERE request_id = $10 AND wallet_id = $1 AND request_log_id < $2::bigint ORDER BY request_log_id DESC LIMIT $9`);

function requestLogState(api: DashboardApi, { settings }: DashboardParts): void {
  api.get(
    `${clientPath}/requests/log`,
    {
      schema: {
        summary: 'How long requests are kept',
        description: 'NSIMBI_REQUEST_LOG_RETENTION says it; 0 when the log is switched off.',
        params: Type.Object(clientParams),
      },
      config: { right: 'requests.read' },
    },
    async (_request, reply) => {
      const state: RequestLogState = { retention_ms: settings.requestLogRetentionMs };
      sendData(reply, 'Request log described.', state);
    },
  );
}

interface WholeRow extends RequestRow {
  api_key_name: string | null;
  idempotency_key: string | null;
  request_body: string | null;
  request_bytes: number;
  answer_body: string | null;
  answer_bytes: number;
}

function readRequest(api: DashboardApi, { reader }: DashboardParts): void {
  api.get(
    `${clientPath}/requests/:requestLogId`,
    {
      schema: {
        summary: 'One request with both bodies, masked',
        params: Type.Object({
          ...clientParams,
          requestLogId: Type.String({ pattern: '^[1-9]\\d{0,17}$', description: 'The number of the request.' }),
        }),
      },
      config: { right: 'requests.read' },
    },
    async (request, reply) => {
      const { rows } = await reader.query<WholeRow>({
        name: 'dashboard.request',
        text: `
          SELECT ${requestColumns}, api_key.name AS api_key_name, idempotency_key, request_body, request_bytes, answer_body,
                 answer_bytes
            FROM request_log LEFT JOIN api_key ON api_key.api_key_id = request_log.api_key_id
           WHERE request_log.wallet_id = $1 AND request_log_id = $2`,
        values: [clientCallerOf(request).walletId, request.params.requestLogId],
      });
      const [row] = rows;
      if (row === undefined) {
        throw new Refusal('not_found', 'The request log has no such request; it may have expired.');
      }
      const shown: RequestShown = {
        ...requestListed(row),
        api_key_name: row.api_key_name,
        idempotency_key: row.idempotency_key,
        request_body: row.request_body,
        request_bytes: row.request_bytes,
        answer_body: row.answer_body,
        answer_bytes: row.answer_bytes,
      };
      sendData(reply, 'Request retrieved.', shown);
    },
  );
}
