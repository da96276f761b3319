import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Sealer } from '../secrets/sealer.ts';
import { callbackChecks, checkCallbacks } from './callback-check.ts';

const sealer = new Sealer([{ id: 'k1', key: Buffer.alloc(32, 1) }]);
const rolled = new Sealer([
  { id: 'k2', key: Buffer.alloc(32, 2) },
  { id: 'k1', key: Buffer.alloc(32, 1) },
]);
const foreign = new Sealer([{ id: 'k1', key: Buffer.alloc(32, 3) }]);
const operator = { key: 'mtn', callbackExample: '/callbacks/mtn/check' };

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A process of a service with these keys. */
function serving(
  keys: Sealer,
  operatorKey = 'mtn',
  seen: { method?: string; url?: string; body?: string } = {},
): RequestListener {
  const checks = callbackChecks(keys);
  return (request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces);
      Object.assign(seen, { method: request.method, url: request.url, body: body.toString() });
      response.end(checks.answer(operatorKey, body) ?? '{"code":200,"status":"SUCCESS"}');
    });
  };
}

const check = (publicUrl: string, patienceMs = 5_000) =>
  checkCallbacks(sealer, { publicUrl, operator }, AbortSignal.timeout(patienceMs));

describe('a request to the public address', () => {
  it('that a process with the same keys answers has arrived, and shows nothing that could be replayed as an answer', async () => {
    const seen: { method?: string; url?: string; body?: string } = {};
    expect(await check(await listening(serving(sealer, 'mtn', seen)))).toEqual({ is: 'arrived' });
    expect(seen).toMatchObject({ method: 'POST', url: '/callbacks/mtn/check' });
    const answer = callbackChecks(sealer).answer('mtn', Buffer.from(seen.body ?? ''));
    expect(seen.body).not.toContain(JSON.parse(answer ?? '{}').callback_check);
  });

  it('arrives at a process whose keys were rolled', async () => {
    expect(await check(await listening(serving(rolled)))).toEqual({ is: 'arrived' });
  });

  it.each<{ what: string; listener: RequestListener; status: number }>([
    { what: 'of another installation', listener: serving(foreign), status: 200 },
    { what: 'of another operator’s path', listener: serving(sealer, 'airtel'), status: 200 },
    {
      what: 'that repeats what it was sent',
      listener: (request, response) => void request.pipe(response),
      status: 200,
    },
    { what: 'that knows no such page', listener: (_, response) => response.writeHead(404).end('none'), status: 404 },
    {
      what: 'that is longer than it should be',
      listener: (_, response) => response.end('x'.repeat(100_000)),
      status: 200,
    },
    {
      what: 'that leads elsewhere, where nobody follows',
      listener: (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      status: 302,
    },
  ])('that is answered by something $what has not arrived', async ({ listener, status }) => {
    expect(await check(await listening(listener))).toEqual({ is: 'answered_by_other', status });
  });

  it('to which nobody listens is not reached', async () => {
    const url = await listening(serving(sealer));
    for (const server of servers.splice(0)) server.close();
    expect(await check(url)).toEqual({ is: 'not_reached', reason: 'ECONNREFUSED' });
  });

  it('that is not answered is cut', async () => {
    const url = await listening(() => undefined);
    expect(await check(url, 50)).toEqual({ is: 'not_reached', reason: 'no answer in time' });
  });

  it('whose answer does not end is cut', async () => {
    const url = await listening((_request, response) => void response.write('{"callback_check":'));
    expect(await check(url, 200)).toEqual({ is: 'not_reached', reason: 'no answer in time' });
  });
});

describe('what is answered', () => {
  const sealed = (text: string, context = 'callback check of mtn') =>
    Buffer.from(JSON.stringify({ callback_check: sealer.seal(text, context).toString('base64url') }));
  const atMs = Date.UTC(2026, 10, 27);
  const number = 'a'.repeat(32);
  const now = (ms: number) => callbackChecks(sealer, () => ms);

  it('is a check of some minutes ago or to come', () => {
    const body = sealed(JSON.stringify({ number, atMs }));
    for (const ms of [atMs - 240_000, atMs, atMs + 240_000]) {
      expect(now(ms).answer('mtn', body)).toBe(JSON.stringify({ callback_check: number }));
    }
    for (const ms of [atMs - 360_000, atMs + 360_000]) expect(now(ms).answer('mtn', body)).toBeNull();
  });

  it.each<[string, Buffer]>([
    ['a callback', Buffer.from('{"transaction":{"id":"1"},"hash":"x"}')],
    ['nothing', Buffer.alloc(0)],
    ['a token of nobody', Buffer.from(JSON.stringify({ callback_check: 'A'.repeat(120) }))],
    ['a secret of something else', sealed(JSON.stringify({ number, atMs }), 'webhook 7')],
    ['a long body', Buffer.from(JSON.stringify({ callback_check: 'A'.repeat(5_000) }))],
  ])('is never %s', (_what, body) => {
    expect(now(atMs).answer('mtn', body)).toBeNull();
  });
});
