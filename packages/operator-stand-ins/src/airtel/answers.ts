import type { Said, Say } from '../faults/effects.ts';
import type { Happening } from '../faults/faults.ts';
import { pick } from '../faults/faults.ts';
import { json, type Reply } from '../http/reply.ts';

/** What a call is about: its codes begin differently. */
export type Family = 'collection' | 'disbursement';

export interface Status {
  /** Text, and not the HTTP status: faults often come with HTTP 200 (providers.md 2.3). */
  readonly code: string;
  readonly message: string;
  readonly result_code?: string;
  readonly response_code?: string;
  readonly success: boolean;
}

const messages: Readonly<Record<string, string>> = {
  DP00800001000: 'The transaction is still processing and ambiguous.',
  DP00800001001: 'Transaction is successful.',
  DP00800001002: 'Incorrect PIN has been entered.',
  DP00800001003: 'The user has exceeded the wallet limit.',
  DP00800001004: 'The amount is below the minimum or invalid.',
  DP00800001005: 'The user did not enter the PIN; the transaction id is invalid.',
  DP00800001006: 'The transaction is in process.',
  DP00800001007: 'The user has not enough balance.',
  DP00800001008: 'The transaction was refused.',
  DP00800001009: 'Do not honour.',
  DP00800001010: 'Payee is barred, churned or not registered on Airtel Money.',
  DP00800001024: 'The transaction timed out.',
  DP00800001025: 'The transaction was not found.',
  DP00800001026: 'x-signature and payload did not match.',
  DP00800001029: 'The transaction expired.',
  DP00900001000: 'The transaction is ambiguous.',
  DP00900001003: 'The daily maximum is reached.',
  DP00900001004: 'The amount is out of range.',
  DP00900001005: 'The transaction failed.',
  DP00900001006: 'The transaction is in process.',
  DP00900001007: 'Not enough funds in your account.',
  DP00900001009: 'Invalid initiatee.',
  DP00900001010: 'The payer is not an allowed user.',
  DP00900001011: 'The same information already exists: duplicate exttRID.',
  DP00900001012: 'The mobile number is wrong.',
  DP00900001013: 'The transaction was refused.',
  DP00900001014: 'The transaction timed out.',
  DP00900001015: 'The transaction was not found.',
  DP00900001016: 'x-signature and payload did not match.',
  DP00900001017: 'The transaction id is a duplicate.',
  DP00900001018: 'Forbidden.',
  DP00900001019: 'Not authorised.',
  ESB000001: 'Something went wrong.',
  ESB000004: 'An error occurred while initiating the payment.',
  ESB000008: 'Field validation.',
  ESB000033: 'Invalid MSISDN length.',
  ESB000034: 'Invalid country.',
  ESB000035: 'Invalid currency.',
  ESB000036: 'Invalid MSISDN format.',
  ESB000045: 'No transaction with this id was found.',
  ROUTER003: 'A mandatory parameter is missing.',
  ROUTER006: 'The country is invalid.',
  ROUTER112: 'The currency is invalid.',
  ROUTER114: 'PIN validation error.',
  ROUTER115: 'The PIN is wrong.',
  ROUTER116: 'The PIN is not encrypted as it should be.',
  ROUTER117: 'The request timed out.',
  ROUTER119: 'The currency is missing.',
};

export function messageOf(code: string): string {
  return messages[code] ?? code;
}

/** A readable answer. `data` is left out when null. */
export function envelope(data: Record<string, unknown> | null, status: Status, httpStatus = 200): Reply {
  return json(httpStatus, data === null ? { status } : { data, status });
}

/** A refusal inside HTTP 200, or another status: the code says more than either. */
export function problem(code: string, message = messageOf(code), httpStatus = 200): Reply {
  if (code.startsWith('ROUTER')) return routerError(code);
  const failed = code.startsWith('ESB') ? { result_code: code } : { result_code: 'ESB000011', response_code: code };
  return envelope(null, { code: '400', message, ...failed, success: false }, httpStatus);
}

/** A refusal of the gateway before the payment service: another envelope (providers.md 2.3). */
export function routerError(code: string, httpStatus = 400): Reply {
  return json(httpStatus, { status_code: code, status_message: messageOf(code) });
}

/** A repeated id: not a failure, although it looks like one (providers.md 2.11). */
export function alreadyExists(family: Family, draw: number): Reply {
  const message = 'The external transaction id already exists.';
  const response_code = family === 'collection' ? 'DP00800001000' : draw < 0.5 ? 'DP00900001011' : 'DP00900001017';
  return envelope(null, { code: '500', message, result_code: 'ESB000041', response_code, success: false });
}

export function notFound(family: Family, httpStatus = 200): Reply {
  const response_code = family === 'collection' ? 'DP00800001025' : 'DP00900001015';
  const status = { code: '400', message: messageOf(response_code), result_code: 'ESB000045', response_code };
  return envelope(null, { ...status, success: false }, httpStatus);
}

export function invalidToken(status: '401' | '403'): Reply {
  return json(Number(status), { error: 'invalid_token', error_description: 'The access token is invalid or expired.' });
}

export const tooManyCalls = json(429, { status_code: '429', status_message: 'Too many requests.' });

const refusals = {
  collection: ['DP00800001003', 'DP00800001004', 'DP00800001008', 'DP00800001010'],
  disbursement: ['DP00900001003', 'DP00900001004', 'DP00900001009', 'DP00900001012'],
} as const;
const wentWrong = {
  collection: ['ESB000001', 'ESB000004', 'DP00800001024', 'DP00800001000'],
  disbursement: ['ESB000001', 'ESB000004', 'DP00900001014', 'DP00900001000'],
} as const;

/** Airtel's words for a fault of a call of this family. */
export function airtelSays(family: Family): Say {
  return (what: Said, { code, draw }: Happening) => {
    switch (what) {
      case 'server_error':
        return serverError(family, draw);
      case 'unavailable':
        return json(503, { message: 'Service Unavailable' });
      case 'conflict':
        return alreadyExists(family, draw);
      case 'unauthorized':
        return invalidToken('401');
      case 'rate_limited':
        return tooManyCalls;
      case 'refused':
        return problem(code ?? pick(refusals[family], draw));
      case 'not_found':
        return notFound(family, 404);
      case 'request_timeout':
        return json(408, { status_code: 'CONNECTION_TIMEOUT', status_message: 'I/O Exception' });
      case 'gateway_timeout':
        return routerError('ROUTER117', draw < 0.5 ? 200 : 504);
      case 'went_wrong':
        return problem(pick(wentWrong[family], draw));
    }
  };
}

/** Half of them unreadable; the others carry the code that, with TF, would mean a failed collection (providers.md 2.5). */
function serverError(family: Family, draw: number): Reply {
  if (draw < 0.5) return { ...json(500, null), body: '' };
  const response_code = family === 'collection' ? 'DP00800001005' : 'DP00900001000';
  const status = { code: '500', message: messageOf('ESB000001'), result_code: 'ESB000001', response_code };
  return envelope(null, { ...status, success: false }, 500);
}
