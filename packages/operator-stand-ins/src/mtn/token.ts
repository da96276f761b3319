import { underReadFault } from '../faults/effects.ts';
import type { ReadRequest } from '../http/read-request.ts';
import { json, type Reply } from '../http/reply.ts';
import type { Routes } from '../http/routes.ts';
import { gatewayError, mtnError, mtnSays, wrongSubscriptionKey } from './answers.ts';
import { type Product, products } from './settings.ts';
import type { MtnWorld } from './world.ts';

/** Access tokens, of one product each (providers.md 1.3). The path ends with a slash. */
export function addToken(routes: Routes, world: MtnWorld): void {
  for (const product of products) {
    routes.on('POST', `/${product}/token/`, (request) =>
      underReadFault(world.faults.choose('token', { phone: product }), () => token(world, product, request), mtnSays),
    );
  }
}

function token(world: MtnWorld, product: Product, request: ReadRequest): Reply {
  const { settings, apiUsers, tokens, faults } = world;
  if (apiUsers.productOfKey(request.header('ocp-apim-subscription-key')) !== product) return wrongSubscriptionKey;
  if (request.body.length > 0 && settings.now.tokenBody === 'refused') {
    return gatewayError(400, 'This operation takes no body.');
  }
  const [apiUser, apiKey] = basicLogin(request.header('authorization'));
  const user = apiUsers.find(apiUser);
  if (user === undefined || user.product !== product || user.apiKey === null || user.apiKey !== apiKey) {
    return settings.now.wrongLoginStatus === '401'
      ? json(401, { error: 'login_failed' })
      : mtnError('INTERNAL_PROCESSING_ERROR');
  }
  const { tokenLifetimeMs } = settings.now;
  const seconds = Math.floor(tokenLifetimeMs / 1_000);
  const asText = faults.choose('numbers', { phone: product })?.fault === 'numbers_as_strings';
  return json(200, {
    access_token: tokens.issue({ product, apiUser }, tokenLifetimeMs, jwtLike),
    token_type: 'access_token',
    expires_in: asText ? String(seconds) : seconds,
  });
}

function basicLogin(authorization: string | undefined): readonly [user: string, key: string] {
  const encoded = /^Basic (\S+)$/.exec(authorization ?? '')?.[1] ?? '';
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? ['', ''] : [text.slice(0, colon), text.slice(colon + 1)];
}

/** Three parts with points between, as long as a real one is: nobody may depend on a short token. */
function jwtLike(random: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ typ: 'JWT', alg: 'R256' })}.${part({ sub: 'stand-in', id: random })}.${random.repeat(8)}`;
}
