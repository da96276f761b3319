import type { Said } from '../faults/effects.ts';
import type { Happening } from '../faults/faults.ts';
import { pick } from '../faults/faults.ts';
import { json, type Reply } from '../http/reply.ts';

/** The codes that MTN answers with an HTTP status of their own (providers.md 1.5). */
const statusOfCode: Readonly<Record<string, number>> = {
  VALIDATION_ERROR: 400,
  'FORBIDDEN IP': 403,
  RESOURCE_NOT_FOUND: 404,
  RESOURCE_ALREADY_EXIST: 409,
  SERVICE_UNAVAILABLE: 503,
};

const messages: Readonly<Record<string, string>> = {
  VALIDATION_ERROR: 'The request did not pass validation.',
  'FORBIDDEN IP': 'Calls from this address are not authorised.',
  RESOURCE_NOT_FOUND: 'The requested resource was not found.',
  RESOURCE_ALREADY_EXIST: 'The reference id is in use already.',
  NOT_ALLOWED: 'The API user may not do this.',
  NOT_ALLOWED_TARGET_ENVIRONMENT: 'The target environment is not the one of this account.',
  INVALID_CALLBACK_URL_HOST: 'The host of the callback URL is not the registered one.',
  INVALID_CURRENCY: 'The account does not support this currency.',
  PAYER_NOT_FOUND: 'The payer has no account.',
  PAYEE_NOT_FOUND: 'The payee has no account.',
  PAYEE_NOT_ALLOWED_TO_RECEIVE: 'The payee may not receive.',
  NOT_ENOUGH_FUNDS: 'There is not enough money in the account.',
  PAYER_LIMIT_REACHED: 'The limit of the payer is reached.',
  INTERNAL_PROCESSING_ERROR: 'The request could not be processed.',
  SERVICE_UNAVAILABLE: 'The service is not available.',
};

export function messageOf(code: string): string {
  return messages[code] ?? code;
}

/** An error of the API itself, `{code, message}`. The order of the two varies, as it does at MTN. */
export function mtnError(code: string, message = messageOf(code)): Reply {
  const status = statusOfCode[code] ?? 500;
  return json(status, status >= 500 ? { message, code } : { code, message });
}

/** An error of the gateway before the API, in a shape of its own. */
export function gatewayError(
  status: 400 | 401 | 411 | 429,
  message: string,
  headers: Record<string, string> = {},
): Reply {
  return json(status, { statusCode: status, message }, headers);
}

export const wrongSubscriptionKey = gatewayError(401, 'Access denied: the subscription key is invalid or missing.');
export const wrongToken = gatewayError(401, 'Access denied: the access token is missing, invalid or expired.');
export const tooManyCalls = gatewayError(429, 'The rate limit is exceeded. Try again in 1 second.', {
  'retry-after': '1',
});

/** What a business error on the call itself can be: an older table answers these with HTTP 500 (providers.md 1.5). */
const refusalCodes = [
  'PAYER_NOT_FOUND',
  'PAYEE_NOT_FOUND',
  'PAYEE_NOT_ALLOWED_TO_RECEIVE',
  'NOT_ENOUGH_FUNDS',
  'PAYER_LIMIT_REACHED',
] as const;

/** MTN's words for a fault. */
export function mtnSays(what: Said, { code, draw }: Happening): Reply {
  switch (what) {
    case 'server_error':
      // With the code of the catch-all, or nothing that can be read.
      return draw < 0.5 ? mtnError('INTERNAL_PROCESSING_ERROR') : { ...json(500, null), body: '' };
    case 'unavailable':
      return mtnError('SERVICE_UNAVAILABLE');
    case 'conflict':
      return mtnError('RESOURCE_ALREADY_EXIST');
    case 'unauthorized':
      return wrongToken;
    case 'rate_limited':
      return tooManyCalls;
    case 'refused':
      return mtnError(code ?? pick(refusalCodes, draw));
    case 'not_found':
      return mtnError('RESOURCE_NOT_FOUND');
    default:
      throw new Error(`MTN has no words for ${what}`);
  }
}
