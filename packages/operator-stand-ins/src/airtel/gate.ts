import type { ReadRequest } from '../http/read-request.ts';
import { htmlPage, type Reply } from '../http/reply.ts';
import { type Family, invalidToken, problem, routerError } from './answers.ts';
import type { AirtelWorld } from './world.ts';

/** What a business call is answered before it is looked at (providers.md 2.1, 2.2), or null when it may go on. */
export function turnedAway(world: AirtelWorld, request: ReadRequest): Reply | null {
  const { settings, tokens } = world;
  const { addresses, expiredTokenStatus } = settings.now;
  if (addresses !== null && !addresses.includes(request.remoteAddress)) return htmlPage(403);
  if (tokens.scopeOf(request.header('authorization')) === null) return invalidToken(expiredTokenStatus);
  if (request.header('accept') === undefined) return routerError('ROUTER003');
  const isJson = /^application\/json\b/i.test(request.header('content-type') ?? '');
  if (request.method === 'POST' && !isJson) return routerError('ROUTER003');
  const country = request.header('x-country');
  const currency = request.header('x-currency');
  if (country === undefined) return routerError('ROUTER003');
  if (country !== 'UG') return routerError('ROUTER006');
  if (currency === undefined) return routerError('ROUTER119');
  return currency === 'UGX' ? null : routerError('ROUTER112');
}

/** The answer to a message with a wrong signature (providers.md 2.8), or null. */
export function signatureProblem(
  { settings, keys }: AirtelWorld,
  request: ReadRequest,
  family: Family,
  wanted: 'as_set' | 'always' | 'never',
): Reply | null {
  const signing = wanted === 'always' ? 'required' : wanted === 'never' ? 'off' : settings.now.signing;
  const signature = request.header('x-signature');
  const key = request.header('x-key');
  const isSigned = signature !== undefined || key !== undefined;
  if (signing === 'off' || (signing === 'optional' && !isSigned)) return null;
  if (keys.isSignatureOf(request.body, signature ?? '', key ?? '')) return null;
  return problem(family === 'collection' ? 'DP00800001026' : 'DP00900001016', undefined, 403);
}
