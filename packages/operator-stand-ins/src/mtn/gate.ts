import type { ReadRequest } from '../http/read-request.ts';
import type { Reply } from '../http/reply.ts';
import { gatewayError, mtnError, wrongSubscriptionKey, wrongToken } from './answers.ts';
import type { ApiUser } from './api-users.ts';
import type { Product } from './settings.ts';
import type { MtnWorld } from './world.ts';

export type Entered = { readonly in: true; readonly user: ApiUser } | { readonly in: false; readonly reply: Reply };

/** The checks that every call of a product passes before the call itself is looked at (providers.md 1.1, 1.4, 1.5). */
export function enter(world: MtnWorld, product: Product, request: ReadRequest): Entered {
  const { account, settings, apiUsers, tokens } = world;
  const addresses = product === 'collection' ? settings.now.collectionAddresses : settings.now.disbursementAddresses;
  if (addresses !== null && !addresses.includes(request.remoteAddress)) return turnedAway(mtnError('FORBIDDEN IP'));
  if (apiUsers.productOfKey(request.header('ocp-apim-subscription-key')) !== product) {
    return turnedAway(wrongSubscriptionKey);
  }
  const scope = tokens.scopeOf(request.header('authorization'));
  const user = scope?.product === product ? apiUsers.find(scope.apiUser) : undefined;
  if (user === undefined) return turnedAway(wrongToken);
  const environment = request.header('x-target-environment');
  if (environment === undefined || environment === '') {
    return turnedAway(gatewayError(400, 'X-Target-Environment is missing.'));
  }
  if (environment !== account.environment) return turnedAway(mtnError('NOT_ALLOWED_TARGET_ENVIRONMENT'));
  return { in: true, user };
}

function turnedAway(reply: Reply): Entered {
  return { in: false, reply };
}
