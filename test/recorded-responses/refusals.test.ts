import { revokeApiKey } from '../../src/access/api-keys.ts';
import { serviceActor } from '../../src/access/audit-log.ts';
import { rateLimitNames } from '../../src/access/principal.ts';
import { type Operation, operationsOf } from './operations.ts';
import { area } from './shop.ts';

/** A path of an operation, with ids that no client has. */
const pathOf = ({ path }: Operation) => path.replaceAll(/\{\w+\}/g, '999999');

area('refused-authentication', async (shop, recording, world) => {
  const expired = await shop.withKey('expired key', {});
  await world.database.pool.query(
    "UPDATE api_key SET expires_at = created_at + interval '1 ms' WHERE api_key_id = $1",
    [expired.apiKeyId],
  );
  const elsewhere = await shop.withKey('key of another address', { allowedIps: ['203.0.113.7'] });
  const reader = await shop.withKey('key that only reads the wallet', { permissions: ['wallet:read'] });
  const listener = await shop.withKey('key that only reads webhooks', { permissions: ['webhooks:read'] });
  let addresses = 0;
  // Failures are counted for each address, so each request comes from one of its own.
  const from = () => {
    addresses += 1;
    return { 'x-forwarded-for': `198.51.100.${addresses}` };
  };
  for (const operation of await operationsOf(world.baseUrl)) {
    if (!operation.path.startsWith('/api/v1/')) continue;
    const { method } = operation;
    const asked = { method, path: pathOf(operation) };
    const refuse = (why: string, more: object) =>
      recording.ask(`${method} ${operation.path}: ${why}`, { ...asked, ...more });
    await refuse('no key', { headers: from() });
    await refuse('an expired key', { headers: from(), apiKey: expired.apiKey });
    await refuse('a key of another address', { headers: from(), apiKey: elsewhere.apiKey });
    const lacking = /^\/api\/v1\/(wallet|bulk-payouts)/.test(operation.path) ? listener : reader;
    if (!operation.path.startsWith('/api/v1/test/'))
      await refuse('a key without the permission', { apiKey: lacking.apiKey });
  }
  const balance = { method: 'GET', path: '/api/v1/wallet/balance' };
  await recording.ask('a key that is not there', { ...balance, headers: from(), apiKey: 'nsk_test_unknown' });
  await recording.ask('another scheme', { ...balance, headers: { ...from(), authorization: 'Basic YTpi' } });
  await recording.ask('a scheme without a key', { ...balance, headers: { ...from(), authorization: 'Bearer' } });
  const revoked = await shop.withKey('revoked key', {});
  await revokeApiKey(world.database.pool, { apiKeyId: revoked.apiKeyId, actor: serviceActor('test') });
  await recording.ask('a revoked key', { ...balance, headers: from(), apiKey: revoked.apiKey });
});

area('refused-methods', async (shop, recording, world) => {
  for (const operation of await operationsOf(world.baseUrl)) {
    const asked = { path: pathOf(operation), apiKey: shop.apiKey };
    await recording.ask(`PATCH ${operation.path}`, { ...asked, method: 'PATCH' });
    await recording.ask(`OPTIONS ${operation.path}`, { ...asked, method: 'OPTIONS' });
  }
  await recording.ask('an unknown address', { method: 'GET', path: '/api/v1/wallet/nothing', apiKey: shop.apiKey });
  await recording.ask('an unknown address without a key', { method: 'GET', path: '/api/v1/wallet/nothing' });
  await recording.ask('an address that is no URL', {
    method: 'GET',
    path: '/api/v1/wallet/transactions/%zz',
    apiKey: shop.apiKey,
  });
  await recording.ask('a request id of the client', {
    method: 'GET',
    path: '/api/v1/wallet/nothing',
    apiKey: shop.apiKey,
    headers: { 'x-request-id': 'order-17' },
  });
});

/** Operations with a body limit of their own. */
const largeBodies: ReadonlySet<string> = new Set(['/api/v1/bulk-payouts', '/api/v1/wallet/batches']);

area('refused-bodies', async (shop, recording, world) => {
  const large = { body: JSON.stringify({ text: 'x'.repeat(70_000) }), bodyShownAs: '70,000 characters in JSON' };
  const largest = {
    body: JSON.stringify({ text: 'x'.repeat(4_200_000) }),
    bodyShownAs: '4,200,000 characters in JSON',
  };
  for (const operation of await operationsOf(world.baseUrl)) {
    const { method, path, hasBody } = operation;
    if (!hasBody) continue;
    const asked = { method, path: pathOf(operation), apiKey: shop.apiKey };
    const refuse = (why: string, more: object) => recording.ask(`${method} ${path}: ${why}`, { ...asked, ...more });
    await refuse('a body that is no JSON', { body: '{"amount": 5' });
    await refuse('a body that is too large', largeBodies.has(path) ? largest : large);
    await refuse('a form', { body: 'amount=5', headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    await refuse('a body that says it is compressed', { body: '{}', headers: { 'content-encoding': 'gzip' } });
    await refuse('a byte-order mark before the body', { body: '\uFEFF{}' });
    await refuse('a list', { body: '[]' });
    await refuse('null', { body: 'null' });
    await refuse('no body', {});
    await refuse('an empty object', { body: '{}' });
  }
});

area('rate-limits', async (_shop, recording, world) => {
  const oneEach = Object.fromEntries(rateLimitNames.map((name) => [name, 1]));
  for (const operation of await operationsOf(world.baseUrl)) {
    if (!operation.path.startsWith('/api/v1/')) continue;
    const title = `${operation.method} ${operation.path}`;
    // A new client each time, so that this is the first request of its window.
    const business = await world.business(title);
    const usual = await world.key(business, { rateLimits: {} });
    const strict = await world.key(business, { rateLimits: oneEach });
    recording.name(usual.apiKey, 'new key');
    recording.name(strict.apiKey, 'key with one request a minute');
    // A stream would not end.
    const query = operation.path.endsWith('/stream') ? '?events=none' : '';
    const asked = { method: operation.method, path: `${pathOf(operation)}${query}` };
    await recording.askFirst(`${title}: the first request`, { ...asked, apiKey: usual.apiKey });
    await recording.askUntil(429, `${title}: one request too many`, { ...asked, apiKey: strict.apiKey });
  }
});
