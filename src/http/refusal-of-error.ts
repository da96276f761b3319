import { HistoryUnavailable } from '../history/history-store.ts';
import { CommitInDoubt, isConnectionLost, sqlState } from '../postgres/errors.ts';
import { notFound, outcomeUnknown, Refusal } from '../refusal.ts';

/** Requests above this many bytes are refused unread. */
export const bodyBytesMax = 64 * 1024;

/**
 * The refusal that a client sees for anything thrown while its request was handled. What is not a refusal already says
 * nothing of its text to the client; the caller logs it.
 * @param bodyLimit how many bytes the body of this request may have.
 */
export function refusalOfError(error: unknown, bodyLimit = bodyBytesMax): Refusal {
  if (error instanceof Refusal) return error;
  const code = codeOf(error);
  const ofFramework = code === null ? undefined : frameworkRefusals[code];
  if (ofFramework !== undefined) return ofFramework(bodyLimit);
  if (error instanceof CommitInDoubt) return outcomeUnknown(null);
  if (error instanceof HistoryUnavailable) return historyUnavailable();
  if (isDatabaseAway(error)) return databaseUnavailable();
  return new Refusal(
    'internal_error',
    'Something went wrong on our side; try again, and quote the request id if it happens again.',
  );
}

export function databaseUnavailable(): Refusal {
  return new Refusal('database_unavailable', 'The service cannot reach its database just now; try again shortly.');
}

function historyUnavailable(): Refusal {
  return new Refusal(
    'history_unavailable',
    'Transactions of so long ago are kept in a history store that cannot be reached just now; try again later. Recent ones are not affected.',
  );
}

/** A change of standing data that may or may not have been committed in time. */
export function changeUnknown(): Refusal {
  return new Refusal(
    'outcome_unknown',
    'It is not known whether this change was made; check the current state before you send it again.',
  );
}

export function malformedJson(): Refusal {
  return new Refusal('malformed_json', 'The body is not valid JSON in UTF-8; correct it and send it again.');
}

export function withoutHost(): Refusal {
  return new Refusal('malformed_json', 'This HTTP/1.1 request has no Host header; send it again with one.');
}

export function severalHosts(): Refusal {
  return new Refusal('malformed_json', 'This request has more than one Host header; send it again with exactly one.');
}

export function malformedHost(): Refusal {
  return new Refusal(
    'malformed_json',
    'The Host of this request is not a host name or address with an optional port; send it again with one.',
  );
}

export function unsupportedMediaType(): Refusal {
  return new Refusal('unsupported_media_type', 'Send the body as JSON with the header Content-Type: application/json.');
}

export function encodedBody(): Refusal {
  return new Refusal(
    'unsupported_media_type',
    'Send the body uncompressed, without the header Content-Encoding: bodies are read as they are sent.',
  );
}

/** What Fastify throws before a handler of ours runs. */
const frameworkRefusals: Readonly<Record<string, (bodyLimit: number) => Refusal>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: (bodyLimit) =>
    new Refusal('body_too_large', `The body is larger than ${bodyLimit / 1024} KiB; send a smaller one.`),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: unsupportedMediaType,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: malformedJson,
  FST_ERR_BAD_URL: notFound,
  FST_ERR_MAX_PARAM_LENGTH: notFound,
};

/**
 * Connections lost, statements cut off, and a server without room, all of which pass by themselves; also as the cause of an
 * error of a library, such as that of the sign-in.
 */
function isDatabaseAway(error: unknown): boolean {
  if (isConnectionLost(error)) return true;
  const state = sqlState(error);
  if (state !== null) return state === '55P03' || /^(?:40|53|57)/.test(state);
  return error instanceof Error && error.cause !== undefined && isDatabaseAway(error.cause);
}

function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
