import type { FastifyReply } from 'fastify';
import type { Refusal, RefusalCode } from '../refusal.ts';

/** Sends JSON text as it is, unless the deadline has sent a response already. */
export function sendJson(reply: FastifyReply, status: number, body: string): void {
  if (reply.sent) return;
  reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body);
}

/** Sends the envelope with a message and data. */
export function sendData(reply: FastifyReply, message: string, data: object, status: 200 | 202 = 200): void {
  sendJson(reply, status, `{"success":true,"message":"${message}","data":${JSON.stringify(data)}}`);
}

/** A page of a list: the objects, or one object with them as its rows, and where the next page begins. */
interface Page {
  readonly data: readonly object[] | { readonly rows: readonly object[] };
  readonly pagination: { readonly next_cursor: string | null; readonly has_more: boolean };
}

/** Sends the envelope of a list. */
export function sendPage(reply: FastifyReply, message: string, page: Page): void {
  sendJson(
    reply,
    200,
    `{"success":true,"message":"${message}","data":${JSON.stringify(page.data)},"pagination":${JSON.stringify(page.pagination)}}`,
  );
}

/** Sets `X-As-Of` on a response that was read from a standby: every commit before `asOf` is in it. Null: the primary was read. */
export function setAsOf(reply: FastifyReply, asOf: Date | null): void {
  if (asOf !== null) reply.header('x-as-of', asOf.toISOString());
}

/** Seconds after which a repeat can succeed, when the refusal does not name them. */
const retryAfterSecondsDefault = { 409: 1, 429: 60, 503: 2 } as const;

/** The body of a failure, as interface-decisions.md section 1 gives it. */
export function failureBody(refusal: Refusal, requestId: string): string {
  return JSON.stringify({
    success: false,
    message: refusal.message,
    code: refusal.code,
    errors: refusal.errors,
    data: refusal.data,
    request_id: requestId,
  });
}

/** Sends a refusal with its status, and with Retry-After where trying again can help. */
export function sendFailure(reply: FastifyReply, refusal: Refusal, requestId: string): void {
  const status = statusOfCode[refusal.code];
  const retryAfterSeconds = retryAfterOf(status, refusal);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  reply.code(status).header('content-type', 'application/json; charset=utf-8').send(failureBody(refusal, requestId));
}

/** A 503 of a transaction that exists must not invite a repeat, so it has no Retry-After. */
function retryAfterOf(status: number, refusal: Refusal): number | undefined {
  if (status === 409 || status === 429) return refusal.retryAfterSeconds ?? retryAfterSecondsDefault[status];
  if (status === 503 && refusal.data === undefined) return refusal.retryAfterSeconds ?? retryAfterSecondsDefault[503];
  return undefined;
}

/** The HTTP status of every machine code (interface-decisions.md section 1). A code without one does not compile. */
export const statusOfCode: Record<RefusalCode, number> = {
  malformed_json: 400,
  request_timeout: 408,
  unauthorized: 401,
  key_expired: 401,
  signature_required: 401,
  signature_invalid: 401,
  forbidden: 403,
  factor_required: 403,
  ip_not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_in_progress: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  invalid_request: 422,
  insufficient_funds: 422,
  amount_too_small: 422,
  amount_too_large: 422,
  limit_exceeded: 422,
  budget_exceeded: 422,
  number_not_listed: 422,
  operator_not_supported: 422,
  recipient_not_found: 422,
  recipient_limit_reached: 422,
  recipient_cannot_receive: 422,
  customer_refused: 422,
  customer_insufficient_funds: 422,
  customer_limit_reached: 422,
  prompt_expired: 422,
  wallet_frozen: 422,
  own_wallet: 422,
  not_pending: 422,
  approver_is_maker: 422,
  second_person_required: 403,
  live_mode_not_enabled: 403,
  external_reference_used: 422,
  not_refundable: 422,
  already_refunded: 422,
  collection_already_open: 422,
  client_reference_used: 422,
  quote_expired: 422,
  quote_differs: 422,
  case_not_open: 422,
  resolution_does_not_fit: 422,
  idempotency_key_reused: 422,
  webhook_disabled: 422,
  rate_limited: 429,
  internal_error: 500,
  operator_refused: 502,
  operator_unavailable: 503,
  database_unavailable: 503,
  history_unavailable: 503,
  outcome_unknown: 503,
};
