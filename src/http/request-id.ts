import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What a client may call its own request: short, and safe in a header, a log line and a URL. */
const sane = /^[A-Za-z0-9._~:+/=@-]{1,128}$/;

/** Random once per process and counted from there: unique like a random id, at the price of an addition. */
const processPart = randomBytes(9).toString('base64url');
let counter = 0;

/** The request's id: the client's own X-Request-Id when it is a sane one, else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const own = request.headers['x-request-id'];
  if (typeof own === 'string' && sane.test(own)) return own;
  return newRequestId();
}

export function newRequestId(): string {
  counter += 1;
  return `req_${processPart}${counter.toString(36)}`;
}
