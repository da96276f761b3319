import type pg from 'pg';
import { Counter, type Registry } from 'prom-client';
import type { Principal } from '../access/principal.ts';
import { maskBody, maskText } from '../masks/mask-body.ts';
import { CopiedLog } from '../postgres/copied-log.ts';
import type { RowBytes } from '../postgres/row-bytes.ts';
import type { Api } from './api.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The body of the response; null for a stream, and when requests are not logged. */
    sentText: string | null;
  }
}

/**
 * The log of API requests (setting NSIMBI_REQUEST_LOG_RETENTION). It helps the clients' developers and
 * is not a record: an entry that cannot be written is dropped and counted, and no request ever waits for it.
 */
export class RequestJournal {
  readonly #log: CopiedLog<JournalEntry>;

  /** @param parts.pool of its own; one connection is enough. */
  constructor(parts: {
    readonly pool: pg.Pool;
    readonly retentionMs: number;
    readonly metricsRegistry: Registry;
    readonly onError: (error: unknown) => void;
  }) {
    const dropped = new Counter({
      name: 'nsimbi_request_log_dropped_total',
      help: 'Requests that are missing in the request log, by why: too many at once, or the database did not take them.',
      labelNames: ['why'],
      registers: [parts.metricsRegistry],
    });
    const written = new Counter({
      name: 'nsimbi_request_log_written_total',
      help: 'Requests written to the request log.',
      registers: [parts.metricsRegistry],
    });
    this.#log = new CopiedLog({
      pool: parts.pool,
      columns,
      write,
      keepDays: (pool) =>
        pool.query(`SELECT keep_request_log(least(now(), trusted_now()) - $1::float8 * interval '1 millisecond')`, [
          parts.retentionMs,
        ]),
      onWritten: (rows) => written.inc(rows),
      onDropped: (why, rows) => dropped.inc({ why }, rows),
      onError: parts.onError,
    });
  }

  /** Adds an entry. Never throws and never waits. */
  note(request: JournalEntry): void {
    this.#log.note(request);
  }

  /** Writes for the last time, if the database takes it soon. */
  async close(): Promise<void> {
    await this.#log.close();
  }
}

/** Logs every request with a known key after its response was sent. */
export function journalRequests(api: Api, journal: Pick<RequestJournal, 'note'>): void {
  api.decorateReply('sentText', null);
  api.addHook('onSend', (_request, reply, payload, done) => {
    if (typeof payload === 'string') reply.sentText = payload;
    done();
  });
  api.addHook('onResponse', (request, reply, done) => {
    const { principal } = request;
    if (principal !== null) {
      const { elapsedTime } = reply;
      const key = request.headers['idempotency-key'];
      journal.note({
        principal,
        atMs: Date.now() - elapsedTime,
        method: request.method,
        url: request.url,
        status: reply.statusCode,
        durationMs: elapsedTime,
        requestId: request.id,
        idempotencyKey: typeof key === 'string' ? key : undefined,
        body: request.bodyBytes,
        response: reply.sentText,
      });
    }
    done();
  });
}

/** One answered request in the log. */
interface JournalEntry {
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
  /** Null for a stream and for no response at all. */
  readonly response: string | null;
}

/** The columns of `write`. */
const columns =
  'request_log (wallet_id, at, method, path, query, status, duration_ms, request_id, api_key_id, idempotency_key, ' +
  'error_code, transaction_id, request_body, request_bytes, answer_body, answer_bytes)';

/** Writes the fields of an entry, with secrets, PINs and phones masked. */
function write(fields: RowBytes, entry: JournalEntry): void {
  const { principal, url, status, response, body } = entry;
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  const query = end === -1 ? null : decoded(url.slice(end + 1));
  fields
    .number(principal.walletId)
    .text(new Date(entry.atMs).toISOString())
    .text(entry.method)
    .text(maskText(decoded(path)).slice(0, 500))
    .text(query === null || query === '' ? null : maskText(query).slice(0, 1_000))
    .number(status)
    .text(entry.durationMs.toFixed(3))
    .text(entry.requestId)
    .number(principal.apiKeyId)
    .text(entry.idempotencyKey === undefined ? null : maskText(entry.idempotencyKey).slice(0, 255))
    .text(status < 400 || response === null ? null : errorCodeOf(response))
    .number(transactionIdOf(path, response))
    .text(maskBody(body))
    .number(body?.length ?? 0)
    .text(maskBody(response))
    .number(response === null ? 0 : Buffer.byteLength(response));
}

/** The decoded path, so that an escaped phone is masked too. */
function decoded(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function errorCodeOf(response: string): string | null {
  return /"code":"([a-z_]{1,60})"/.exec(response)?.[1] ?? null;
}

/** The transaction that a request is about: the one its response names, else the one its path names. */
function transactionIdOf(path: string, response: string | null): number | null {
  const found =
    /"transaction_id":(\d{1,15})\b/.exec(response ?? '') ??
    /\/(?:transactions|collections)\/(\d{1,15})(?:\/|$)/.exec(path);
  return found?.[1] === undefined ? null : Number(found[1]);
}
