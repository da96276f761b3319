import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeParts, testKey } from '../../test/http/fakes.ts';
import type { ServerParts } from './server.ts';
import { createServer } from './server.ts';

let server: FastifyInstance | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function strictTransport(settings: Partial<ServerParts['settings']>, headers: object = {}): Promise<unknown[]> {
  const services = fakeParts();
  server = await createServer({ ...services, settings: { ...services.settings, ...settings } });
  const told: unknown[] = [];
  for (const url of ['/api/v1/wallet/balance', '/healthz', '/docs', '/nothing']) {
    const answer = await server.inject({ url, headers: { authorization: `Bearer ${testKey}`, ...headers } });
    told.push(answer.headers['strict-transport-security']);
  }
  return told;
}

const aYear = 'max-age=31536000';
const behindProxy = { trustProxy: ['127.0.0.1'] };

describe('Strict-Transport-Security', () => {
  it.each<[string, Partial<ServerParts['settings']>, object, string | undefined]>([
    ['the public address is https', { publicUrl: 'https://pay.example.ug' }, {}, aYear],
    ['a trusted proxy took the request by https', behindProxy, { 'x-forwarded-proto': 'https' }, aYear],
    ['a trusted proxy took it by http', behindProxy, { 'x-forwarded-proto': 'http' }, undefined],
    ['a stranger says that it came by https', {}, { 'x-forwarded-proto': 'https' }, undefined],
    ['the public address is http', { publicUrl: 'http://pay.example.ug' }, {}, undefined],
    ['nothing says https', {}, {}, undefined],
  ])('when %s', async (_name, settings, headers, expected) => {
    expect(await strictTransport(settings, headers)).toEqual([expected, expected, expected, expected]);
  });
});
