import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { JsonServer, sendJson } from '../../../test/operators/contract/json-server.fixture.ts';
import type { Exchange, OperatorExchange } from '../contract.ts';
import { JsonCaller, type JsonCallerOptions, type JsonRequest } from './json-caller.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(options: Partial<JsonCallerOptions> = {}): Promise<{ server: JsonServer; caller: JsonCaller }> {
  const server = await JsonServer.open();
  const caller = new JsonCaller({ origin: server.origin, ...options });
  closing.push(
    () => server.close(),
    () => caller.close(),
  );
  return { server, caller };
}

function callerTo(origin: string, options: Partial<JsonCallerOptions> = {}): JsonCaller {
  const caller = new JsonCaller({ origin, ...options });
  closing.push(() => caller.close());
  return caller;
}

const patient = new AbortController().signal;
const post: JsonRequest = { method: 'POST', path: '/pay', headers: { authorization: 'Bearer t' }, body: '{"a":1}' };
const get: JsonRequest = { method: 'GET', path: '/pay/1', headers: {} };

describe('an answer', () => {
  test('is its status, its text and its JSON', async () => {
    const { server, caller } = await open();
    server.answer = (_request, response) => sendJson(response, 409, { code: 'RESOURCE_ALREADY_EXIST' });
    expect(await caller.call(post, patient)).toEqual({
      is: 'answered',
      status: 409,
      text: '{"code":"RESOURCE_ALREADY_EXIST"}',
      json: { code: 'RESOURCE_ALREADY_EXIST' },
    });
    expect(server.received).toMatchObject([
      { method: 'POST', path: '/pay', headers: { authorization: 'Bearer t', 'content-length': '7' }, body: '{"a":1}' },
    ]);
  });

  test.each([
    ['', undefined],
    ['<html>Request blocked</html>', undefined],
    ['{"id": 12345678901234567890}', { id: '12345678901234567890' }],
    ['{"ids":[9007199254740992,9007199254740991]}', { ids: ['9007199254740992', 9_007_199_254_740_991] }],
    ['{"id":1e20,"other":1.5E3}', { id: '1e20', other: 1_500 }],
    ['-1e20', '-1e20'],
    ['{"id": 23503452, "amount": 5.5}', { id: 23_503_452, amount: 5.5 }],
  ])('with the body %j has the JSON %j', async (text, json) => {
    const { server, caller } = await open();
    server.answer = (_request, response) => response.writeHead(202).end(text);
    expect(await caller.call(get, patient)).toEqual({ is: 'answered', status: 202, text, json });
  });

  test('that redirects is an answer; the redirect is not followed', async () => {
    const { server, caller } = await open();
    server.answer = (_request, response) => response.writeHead(307, { location: '/elsewhere' }).end();
    expect(await caller.call(post, patient)).toMatchObject({ is: 'answered', status: 307 });
    expect(server.received).toHaveLength(1);
  });

  test('to a POST without a body follows a request that says so', async () => {
    const { server, caller } = await open();
    await caller.call({ method: 'POST', path: '/token/', headers: {} }, patient);
    expect(server.received).toMatchObject([{ headers: { 'content-length': '0' }, body: '' }]);
    expect(server.received[0]?.headers['content-type']).toBeUndefined();
  });

  test('longer than allowed is cut and unknown', async () => {
    const { server, caller } = await open({ answerBytesMax: 100 });
    server.answer = (_request, response) => response.writeHead(200).end('x'.repeat(101));
    expect(await caller.call(post, patient)).toEqual({ is: 'unknown', reason: 'HTTP 200 with more than 100 bytes' });
    await expect.poll(() => server.sockets.size).toBe(0);
  });
});

describe('not reached: no byte of the request was written', () => {
  test('nobody listens there', async () => {
    const { server } = await open();
    const { origin } = server;
    await server.close();
    const answer = await callerTo(origin).call(post, patient);
    expect(answer).toMatchObject({ is: 'not_reached', reason: expect.stringMatching(/^ECONNREFUSED/) });
  });

  test('the name does not exist', async () => {
    const answer = await callerTo('http://operator.invalid').call(post, patient);
    expect(answer).toMatchObject({ is: 'not_reached', reason: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/) });
  });

  test('TLS cannot be agreed', async () => {
    const { server } = await open();
    const answer = await callerTo(server.origin.replace('http:', 'https:')).call(post, patient);
    expect(answer).toMatchObject({ is: 'not_reached' });
    expect(server.received).toHaveLength(0);
  });

  test('the connection is not made in time', async () => {
    const { server } = await open();
    // A listener that accepts and never speaks TLS.
    const mute = createServer(() => undefined);
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    closing.push(async () => mute.close());
    const address = mute.address();
    if (address === null || typeof address === 'string') throw new Error('the listener has no port');
    const caller = callerTo(`https://127.0.0.1:${address.port}`, { connectTimeoutMs: 50 });
    expect(await caller.call(post, patient)).toMatchObject({ is: 'not_reached' });
    expect(server.received).toHaveLength(0);
  });

  test('it was cut before it began', async () => {
    const { server, caller } = await open();
    expect(await caller.call(post, AbortSignal.abort())).toMatchObject({ is: 'not_reached' });
    expect(server.received).toHaveLength(0);
  });

  test('it was cut while it waited for a free connection, and it is not sent when one gets free', async () => {
    const { server, caller } = await open({ connectionsMax: 1 });
    let finish = (): void => undefined;
    server.answer = (_request, response) => {
      finish = () => sendJson(response, 200, {});
    };
    const first = caller.call(post, patient);
    await expect.poll(() => server.received.length).toBe(1);
    const cut = new AbortController();
    const second = caller.call({ ...post, path: '/second' }, cut.signal);
    cut.abort();
    expect(await second).toMatchObject({ is: 'not_reached' });

    const third = caller.call({ ...post, path: '/third' }, patient);
    server.answer = (_request, response) => sendJson(response, 200, {});
    finish();
    expect(await first).toMatchObject({ is: 'answered' });
    expect(await third).toMatchObject({ is: 'answered' });
    expect(server.received.map(({ path }) => path)).toEqual(['/pay', '/third']);
  });

  test('a header cannot be written; the message does not show its value', async () => {
    const { caller } = await open();
    const answer = await caller.call({ ...post, headers: { authorization: 'hunter2\n' } }, patient);
    expect(answer).toMatchObject({ is: 'not_reached' });
    expect(JSON.stringify(answer)).not.toContain('hunter2');
  });
});

describe('unknown: it may have happened, and it is never repeated', () => {
  test.each(['POST', 'GET'] as const)('a %s whose connection breaks before the answer', async (method) => {
    const { server, caller } = await open();
    server.answer = (_request, response) => response.socket?.destroy();
    expect(await caller.call({ ...post, method }, patient)).toMatchObject({ is: 'unknown' });
    expect(server.received).toHaveLength(1);
  });

  test('a POST on a kept connection that the server closes as it arrives', async () => {
    const { server, caller } = await open();
    expect(await caller.call(post, patient)).toMatchObject({ is: 'answered' });
    server.answer = (_request, response) => response.socket?.resetAndDestroy();
    expect(await caller.call(post, patient)).toMatchObject({ is: 'unknown' });
    expect(server.received).toHaveLength(2);
  });

  test('an answer that breaks off', async () => {
    const { server, caller } = await open();
    server.answer = (_request, response) => {
      response.writeHead(202, { 'content-length': '100' });
      response.write('{"half":', () => response.socket?.destroy());
    };
    expect(await caller.call(post, patient)).toMatchObject({ is: 'unknown' });
    expect(server.received).toHaveLength(1);
  });

  test('a call cut while it waits for the answer; its socket is destroyed', async () => {
    const { server, caller } = await open();
    server.answer = () => undefined;
    const cut = new AbortController();
    const answer = caller.call(post, cut.signal);
    await expect.poll(() => server.received.length).toBe(1);
    cut.abort();
    expect(await answer).toEqual({ is: 'unknown', reason: 'cut: no answer in time' });
    await expect.poll(() => server.sockets.size).toBe(0);
  });

  test('a call cut in the middle of an answer that drips', async () => {
    const { server, caller } = await open();
    server.answer = (_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 5);
      response.on('close', () => clearInterval(drip));
    };
    expect(await caller.call(post, AbortSignal.timeout(100))).toMatchObject({ is: 'unknown' });
    await expect.poll(() => server.sockets.size).toBe(0);
  });

  test('calls under way when the caller is closed', async () => {
    const { server, caller } = await open();
    server.answer = () => undefined;
    const answer = caller.call(post, patient);
    await expect.poll(() => server.received.length).toBe(1);
    await caller.close();
    expect(await answer).toMatchObject({ is: 'unknown' });
    expect(await caller.call(post, patient)).toMatchObject({ is: 'not_reached' });
  });
});

test('connections are kept for later calls', async () => {
  const { server, caller } = await open();
  for (let calls = 0; calls < 20; calls += 1) await caller.call(get, patient);
  // The pool learns a moment after us that the first one is free again.
  expect(server.sockets.size).toBeLessThanOrEqual(2);
});

describe('onExchange', () => {
  test('gets both bodies and no header', async () => {
    const exchanges: OperatorExchange[] = [];
    const { server, caller } = await open();
    server.answer = (_request, response) => sendJson(response, 202, { id: 1 });
    await caller.call({ ...post, onExchange: (exchange) => exchanges.push(exchange) }, patient);
    expect(exchanges).toEqual([
      {
        atMs: expect.any(Number),
        durationMs: expect.any(Number),
        method: 'POST',
        path: '/pay',
        body: '{"a":1}',
        is: 'answered',
        status: 202,
        text: '{"id":1}',
      },
    ]);
    expect(JSON.stringify(exchanges)).not.toContain('Bearer');
  });

  test('gets the reason why there was no answer', async () => {
    const exchanges: OperatorExchange[] = [];
    const { server, caller } = await open();
    server.answer = () => undefined;
    await caller.call({ ...get, onExchange: (exchange) => exchanges.push(exchange) }, AbortSignal.timeout(100));
    expect(exchanges).toMatchObject([{ is: 'unknown', status: null, body: null, text: 'cut: no answer in time' }]);
  });
});

describe('the observer', () => {
  test('gets each call with its time and the beginning of its answer, and neither headers nor request body', async () => {
    const seen: Exchange[] = [];
    const { server, caller } = await open({ watch: (exchange) => seen.push(exchange) });
    server.answer = (_request, response) => sendJson(response, 500, { message: 'x'.repeat(1_000) });
    await caller.call(post, patient);
    expect(seen).toEqual([
      {
        method: 'POST',
        path: '/pay',
        is: 'answered',
        status: 500,
        durationMs: expect.any(Number),
        excerpt: expect.stringMatching(/^\{"message":"x{488}$/),
        isTokenRequest: false,
      },
    ]);
    expect(JSON.stringify(seen)).not.toMatch(/Bearer|"a"/);
  });

  test('gets no secret answer, but the reason why there was none', async () => {
    const seen: Exchange[] = [];
    const { server, caller } = await open({ watch: (exchange) => seen.push(exchange) });
    server.answer = (_request, response) => sendJson(response, 200, { access_token: 'hunter2' });
    await caller.call({ ...post, secretAnswer: true }, patient);
    server.answer = (_request, response) => sendJson(response, 401, { error: 'login_failed' });
    await caller.call({ ...post, secretAnswer: true }, patient);
    expect(seen.map(({ excerpt }) => excerpt)).toEqual(['[secret]', '{"error":"login_failed"}']);
  });
});
