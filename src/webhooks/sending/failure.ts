import { errors } from 'undici';
import { NameNotFound, NameServerFailed } from '../safe-address/lookup.ts';
import { printable } from './excerpt.ts';
import type { Target } from './target.ts';

/** The stage of an attempt, for the sentence about a timeout. */
export type Stage = 'lookup' | 'connect' | 'handshake' | 'answer';

/** Why there is no answer. The message is the sentence for the webhook's owner. */
abstract class NoAnswer extends Error {}

/** The whole attempt took too long. */
export class TimedOut extends NoAnswer {
  override readonly name = 'TimedOut';

  /** @param status of an answer that began and did not end. */
  constructor(deadlineMs: number, stage: Stage, target: Target, status: number | null) {
    const doing =
      status === null ? words[stage](target) : `reading the rest of an answer that began with status ${status}`;
    super(`Timed out after ${deadlineMs / 1_000} s while ${doing}.`);
  }
}

/** An address that webhooks may not reach, found before a byte of the request was sent. */
export class ForbiddenTarget extends NoAnswer {
  override readonly name = 'ForbiddenTarget';

  /** @param what the address is, such as `a private address`. */
  constructor(hostname: string, address: string, what: string) {
    const where = hostname === address ? `${address} is` : `${hostname} leads to ${address},`;
    super(`Not sent: ${where} ${what}, where webhooks may not go.`);
  }
}

/** The peer sent far more than an answer may have, without an answer's body in it. */
export class AnswerNotReadable extends NoAnswer {
  override readonly name = 'AnswerNotReadable';

  constructor(why: string) {
    super(`The answer was not readable: ${why}.`);
  }
}

/** The peer closed the socket. */
export class ConnectionEnded extends NoAnswer {
  override readonly name = 'ConnectionEnded';

  constructor() {
    super('The connection was closed before an answer came.');
  }
}

export class SenderClosed extends NoAnswer {
  override readonly name = 'SenderClosed';

  constructor() {
    super('The service was stopped before the answer came.');
  }
}

const words: Record<Stage, (target: Target) => string> = {
  lookup: ({ hostname }) => `looking up the name ${hostname}`,
  connect: ({ hostname, port }) => `connecting to ${hostname}, port ${port}`,
  handshake: ({ hostname }) => `agreeing on TLS with ${hostname}`,
  answer: () => 'waiting for the answer',
};

/** Why an attempt got no answer, in one sentence. */
export function failureSentence(error: unknown, target: Target): string {
  if (error instanceof NoAnswer || error instanceof NameNotFound || error instanceof NameServerFailed) {
    return error.message;
  }
  // Several addresses were tried; the last one says most, as the others were often given too little time.
  const last = error instanceof AggregateError ? (error.errors.at(-1) ?? error) : error;
  const code = last instanceof Error && 'code' in last ? String(last.code) : '';
  const known = byCode[code]?.(target);
  if (known !== undefined) return known;
  const certificate = certificateProblems[code];
  if (certificate !== undefined) return `The certificate of ${target.hostname} is not valid: ${certificate}.`;
  if (last instanceof errors.HTTPParserError) return new AnswerNotReadable(parserReason(last)).message;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) {
    return `No TLS with ${target.hostname}: ${tlsReason(last, code)}.`;
  }
  return `The request failed${code === '' ? '' : ` (${code})`}: ${printable(last instanceof Error ? last.message : String(last))}.`;
}

/** Why an answer with this status does not count as delivered, in one sentence. */
export function statusSentence(status: number, location: string | undefined): string {
  if (status < 300 || status > 399 || location === undefined) return `The receiver answered with ${status}.`;
  const to = printable(location).slice(0, 200);
  return `The receiver answered with ${status}, a redirect to ${to}; redirects are not followed.`;
}

const byCode: Record<string, (target: Target) => string> = {
  ECONNREFUSED: ({ hostname, port }) => `The connection was refused by ${hostname}, port ${port}.`,
  ECONNRESET: () => 'The connection was reset before an answer came.',
  EPIPE: () => 'The connection was reset before an answer came.',
  UND_ERR_INFO: () => new ConnectionEnded().message,
  UND_ERR_DESTROYED: () => new ConnectionEnded().message,
  UND_ERR_SOCKET: () => new ConnectionEnded().message,
  ETIMEDOUT: ({ hostname, port }) => `Nothing answered at ${hostname}, port ${port}.`,
  EHOSTUNREACH: ({ hostname }) => `No way to ${hostname} was found.`,
  ENETUNREACH: ({ hostname }) => `No way to ${hostname} was found.`,
  EADDRNOTAVAIL: ({ hostname }) => `No way to ${hostname} was found.`,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: () => new AnswerNotReadable('its length is not what it says').message,
  UND_ERR_HEADERS_OVERFLOW: () => new AnswerNotReadable('its headers are too long').message,
};

/** Certificate errors of Node and OpenSSL, as sentences for the person who has to renew the certificate. */
const certificateProblems: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its chain ends in a self-signed certificate that is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its issuer is not known, perhaps because the server sends no intermediate certificate',
  UNABLE_TO_GET_ISSUER_CERT: 'its issuer is not known',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its issuer is not known',
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  CERT_REVOKED: 'it was revoked',
  CERT_UNTRUSTED: 'it is not trusted',
  CERT_SIGNATURE_FAILURE: 'its signature is wrong',
  INVALID_CA: 'its issuer may not issue certificates',
  INVALID_PURPOSE: 'it is not for servers',
  PATH_LENGTH_EXCEEDED: 'its chain is too long',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another name',
};

/** The HTTP parser's short reason, which it has in parentheses. */
function parserReason(error: Error): string {
  const reason = /\((.+)\)$/.exec(error.message)?.[1];
  return reason === undefined ? 'it is not HTTP/1.1' : `it is not HTTP/1.1 (${reason})`;
}

/** OpenSSL's own short reason, such as `wrong version number`, which a server without TLS causes. */
function tlsReason(error: unknown, code: string): string {
  if (error instanceof Error && 'reason' in error) return printable(String(error.reason));
  return code;
}
