import { isIP } from 'node:net';
import { jsonObject, type ReadRequest } from '../http/read-request.ts';
import { empty, json, type Reply } from '../http/reply.ts';
import type { Routes } from '../http/routes.ts';
import { gatewayError, mtnError, wrongSubscriptionKey } from './answers.ts';
import type { ApiUser } from './api-users.ts';
import { isUuidV4 } from './uuid.ts';
import type { MtnWorld } from './world.ts';

/** Making API users and their keys (providers.md 1.2). The sandbox only: in production a portal for people does it. */
export function addProvisioning(routes: Routes, world: MtnWorld): void {
  if (world.account.environment !== 'sandbox') return;
  routes.on('POST', '/v1_0/apiuser', (request) => createApiUser(world, request));
  routes.on('POST', '/v1_0/apiuser/:apiUser/apikey', (request, [id]) =>
    ofApiUser(world, request, id!, (user) => createApiKey(world, request, id!, user)),
  );
  routes.on('GET', '/v1_0/apiuser/:apiUser', (request, [id]) =>
    ofApiUser(world, request, id!, ({ callbackHost }) =>
      json(200, { providerCallbackHost: callbackHost, targetEnvironment: world.account.environment }),
    ),
  );
}

function createApiUser({ apiUsers }: MtnWorld, request: ReadRequest): Reply {
  const product = apiUsers.productOfKey(request.header('ocp-apim-subscription-key'));
  if (product === undefined) return wrongSubscriptionKey;
  const reference = request.header('x-reference-id');
  if (!isUuidV4(reference)) return gatewayError(400, 'X-Reference-Id is not a UUID version 4.');
  const host = jsonObject(request.body)?.providerCallbackHost;
  if (typeof host !== 'string' || !isCallbackHost(host)) {
    return mtnError('VALIDATION_ERROR', 'providerCallbackHost is a host without scheme, port or path.');
  }
  if (!apiUsers.add(reference, product, host)) return mtnError('RESOURCE_ALREADY_EXIST');
  return empty(201);
}

function ofApiUser({ apiUsers }: MtnWorld, request: ReadRequest, id: string, answer: (user: ApiUser) => Reply): Reply {
  const product = apiUsers.productOfKey(request.header('ocp-apim-subscription-key'));
  if (product === undefined) return wrongSubscriptionKey;
  const user = apiUsers.find(id);
  return user === undefined || user.product !== product ? mtnError('RESOURCE_NOT_FOUND') : answer(user);
}

function createApiKey({ apiUsers, tokens }: MtnWorld, request: ReadRequest, id: string, user: ApiUser): Reply {
  if (request.header('content-length') === undefined) return gatewayError(411, 'Content-Length is missing.');
  // A new key makes the tokens of the old one worthless (providers.md 1.3).
  tokens.dropWhere(({ apiUser }) => apiUser === id);
  return json(201, { apiKey: apiUsers.newApiKey(user) });
}

/** A name, not an address; the loopback address is let through for experiments on one machine. */
function isCallbackHost(host: string): boolean {
  if (host === '127.0.0.1') return true;
  return isIP(host) === 0 && /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host);
}
