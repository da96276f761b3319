import type { Principal } from '../../access/principal.ts';
import { maskBody, maskText } from '../../masks/mask-body.ts';
import type { RowBytes } from '../../postgres/row-bytes.ts';

/** One answered request that is to be noted. */
export interface NotedRequest {
  readonly principal: Principal;
  /** When it came, unix ms. */
  readonly atMs: number;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly status: number;
  readonly durationMs: number;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
  readonly body: Buffer | null;
  /** Null for a stream and for no answer at all. */
  readonly answer: string | null;
}

/** The columns of `write`. */
export const columns =
  'request_log (wallet_id, at, method, path, query, status, duration_ms, request_id, api_key_id, idempotency_key, ' +
  'error_code, transaction_id, request_body, request_bytes, answer_body, answer_bytes)';

/** Writes the fields of a request, with everything masked that nobody may read again. */
export function write(fields: RowBytes, noted: NotedRequest): void {
  const { principal, url, status, answer, body } = noted;
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  const query = end === -1 ? null : decoded(url.slice(end + 1));
  fields
    .number(principal.walletId)
    .text(new Date(noted.atMs).toISOString())
    .text(noted.method)
    .text(maskText(decoded(path)).slice(0, 500))
    .text(query === null || query === '' ? null : maskText(query).slice(0, 1_000))
    .number(status)
    .text(noted.durationMs.toFixed(3))
    .text(noted.requestId)
    .number(principal.apiKeyId)
    .text(noted.idempotencyKey === undefined ? null : maskText(noted.idempotencyKey).slice(0, 255))
    .text(status < 400 || answer === null ? null : errorCodeOf(answer))
    .number(transactionIdOf(path, answer))
    .text(maskBody(body))
    .number(body?.length ?? 0)
    .text(maskBody(answer))
    .number(answer === null ? 0 : Buffer.byteLength(answer));
}

/** A path as people read it, so that an escaped phone is masked too. */
function decoded(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function errorCodeOf(answer: string): string | null {
  return /"code":"([a-z_]{1,60})"/.exec(answer)?.[1] ?? null;
}

/** The transaction that a request is about: the one its answer names, else the one its path names. */
function transactionIdOf(path: string, answer: string | null): number | null {
  const found =
    /"transaction_id":(\d{1,15})\b/.exec(answer ?? '') ??
    /\/(?:transactions|collections)\/(\d{1,15})(?:\/|$)/.exec(path);
  return found?.[1] === undefined ? null : Number(found[1]);
}
