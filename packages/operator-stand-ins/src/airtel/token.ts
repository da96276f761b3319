import { underReadFault } from '../faults/effects.ts';
import { jsonObject, type ReadRequest } from '../http/read-request.ts';
import { json, type Reply } from '../http/reply.ts';
import type { Routes } from '../http/routes.ts';
import { airtelSays, envelope, routerError } from './answers.ts';
import { turnedAway } from './gate.ts';
import type { AirtelWorld } from './world.ts';

/** The token of all products (providers.md 2.2) and the keys for signing (2.8). */
export function addToken(routes: Routes, prefixes: readonly string[], world: AirtelWorld): void {
  for (const prefix of prefixes) {
    routes.on('POST', `${prefix}/auth/oauth2/token`, (request) =>
      underReadFault(
        world.faults.choose('token', { phone: 'token' }),
        () => token(world, request),
        airtelSays('collection'),
      ),
    );
    routes.on('GET', `${prefix}/v1/rsa/encryption-keys`, (request) => encryptionKeys(world, request));
  }
}

function token({ account, settings, tokens, faults }: AirtelWorld, request: ReadRequest): Reply {
  const given = jsonObject(request.body);
  if (given?.client_id !== account.clientId || given.client_secret !== account.clientSecret) {
    return json(400, { error: 'invalid_client', error_description: 'The client credentials are invalid.' });
  }
  if (given.grant_type !== 'client_credentials') {
    return json(400, { error: 'unsupported_grant_type', error_description: 'The grant type is not supported.' });
  }
  const { tokenLifetimeMs } = settings.now;
  const seconds = Math.floor(tokenLifetimeMs / 1_000);
  const asText = faults.choose('numbers', { phone: 'token' })?.fault === 'numbers_as_strings';
  return json(200, {
    access_token: tokens.issue('application', tokenLifetimeMs, (random) => random),
    expires_in: asText ? String(seconds) : seconds,
    token_type: 'bearer',
  });
}

function encryptionKeys(world: AirtelWorld, request: ReadRequest): Reply | Promise<Reply> {
  const away = turnedAway(world, request);
  if (away !== null) return away;
  const { account, settings, keys, faults } = world;
  const fault = faults.choose('lookup', { phone: 'encryption-keys' });
  const answer = {
    key_id: keys.signingKeyId,
    key: keys.signingKey,
    ...(account.separatePinKey ? { pin_key: keys.pinKey } : {}),
    valid_upto: dayMonthYear(Date.now() + 30 * 86_400_000),
  };
  const said = () =>
    settings.now.encryptionKeysAt === 'top'
      ? json(200, answer)
      : envelope(answer, { code: '200', message: 'SUCCESS', success: true });
  // The key service refuses with the code of a missing currency (providers.md 2.5).
  if (fault?.fault === 'lookup_500') return routerError('ROUTER119', 500);
  return underReadFault(fault, said, airtelSays('collection'));
}

function dayMonthYear(atMs: number): string {
  const at = new Date(atMs);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(at.getUTCDate())}-${two(at.getUTCMonth() + 1)}-${at.getUTCFullYear()}`;
}
