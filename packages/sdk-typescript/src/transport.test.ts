import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Nsimbi } from './client.ts';
import { ConnectionError, type NsimbiError, TimeoutError, ValidationError } from './errors.ts';
import { breaks, fails, isSilent, responds, type Step, scriptedFetch, succeeds } from './testing/scripted-fetch.ts';
import { readVectors } from './testing/vectors.ts';
import { wasNotSent } from './transport.ts';

const apiKey = 'nsk_test_abcdefghijkl.0123456789012345678901234567890123456789';
const payment = { recipient_phone: '256772000001', amount: 25_000 };

/** Its time limit ends the steps that are silent; all others respond at once. */
function clientOf(...steps: readonly [Step, ...Step[]]) {
  const { fetch, sent } = scriptedFetch(...steps);
  return { client: new Nsimbi({ apiKey, baseUrl: 'https://pay.example.ug/', timeoutMs: 500, fetch }), sent };
}

const errorOf = (call: Promise<unknown>): Promise<NsimbiError> =>
  call.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: NsimbiError) => error,
  );

// The shortest pauses between attempts; retry.test.ts says how long they are.
beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('a payment', () => {
  test('is repeated with the same key and the same body until the service responds', async () => {
    const { client, sent } = clientOf(
      breaks('ECONNRESET'),
      fails(500, 'internal_error'),
      fails(409, 'request_in_progress', { 'retry-after': '0' }),
      succeeds({ transaction_id: 42 }),
    );
    await expect(client.wallet.sendMoney(payment)).resolves.toEqual({ transaction_id: 42 });
    expect(sent).toHaveLength(4);
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    expect(new Set(sent.map(({ body }) => body))).toEqual(new Set([JSON.stringify(payment)]));
    expect(sent[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('has another key in another call, and the given one where one is given', async () => {
    const { client, sent } = clientOf(succeeds({}));
    await client.wallet.sendMoney(payment);
    await client.wallet.sendMoney(payment);
    await client.wallet.sendMoney(payment, { idempotencyKey: 'order-1' });
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('order-1');
  });

  test('that has no response after all retries fails with the key, to continue with', async () => {
    const { client, sent } = clientOf(breaks('ECONNRESET'));
    const error = await errorOf(client.wallet.sendMoney(payment));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ code: 'connection_failed', status: null, isRetryable: true });
    expect(error.idempotencyKey).toBe(sent[0]?.headers.get('idempotency-key'));
    expect(sent).toHaveLength(4);
  });

  test('that has no response in time is repeated with the same key', async () => {
    const { client, sent } = clientOf(isSilent, succeeds({ transaction_id: 42 }));
    await expect(client.wallet.withdraw({ phone: '256772000001', amount: 500 })).resolves.toEqual({
      transaction_id: 42,
    });
    expect(sent[0]?.headers.get('idempotency-key')).toBe(sent[1]?.headers.get('idempotency-key'));
  });

  test('whose transaction failed is not repeated, and the error names the transaction', async () => {
    const data = { transaction_id: 42, reference: 'SM_1795269970_42', status: 'failed' };
    const { client, sent } = clientOf(fails(502, 'operator_refused', {}, data));
    expect(await errorOf(client.wallet.sendMoney(payment))).toMatchObject({ data, isRetryable: false });
    expect(sent).toHaveLength(1);
  });

  test('that is aborted fails with the key, and is not repeated', async () => {
    const { client, sent } = clientOf(isSilent);
    const controller = new AbortController();
    const options = { signal: controller.signal, idempotencyKey: 'order-1', timeoutMs: 60_000 };
    const error = errorOf(client.wallet.sendMoney(payment, options));
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    controller.abort();
    expect(await error).toMatchObject({ code: 'aborted', idempotencyKey: 'order-1', isRetryable: true });
    expect(sent).toHaveLength(1);
  });

  test('that was aborted before it began is not sent', async () => {
    const { client, sent } = clientOf(succeeds({}));
    const error = await errorOf(client.wallet.sendMoney(payment, { signal: AbortSignal.abort() }));
    expect(error.code).toBe('aborted');
    expect(sent).toHaveLength(0);
  });

  test.each(['', 'order 1', 'é', 'a'.repeat(256)])('with the key %j is not sent', async (idempotencyKey) => {
    const { client, sent } = clientOf(succeeds({}));
    expect(await errorOf(client.wallet.sendMoney(payment, { idempotencyKey }))).toBeInstanceOf(ValidationError);
    expect(sent).toHaveLength(0);
  });
});

describe('a call without a key that changes something', () => {
  const create = (client: Nsimbi) =>
    client.webhooks.create({ url: 'https://shop.example.ug/hooks', events: ['deposit.completed'] });

  test('is not repeated when the request may have arrived', async () => {
    for (const step of [breaks('ECONNRESET'), isSilent, fails(500, 'internal_error'), fails(503, 'outcome_unknown')]) {
      const { client, sent } = clientOf(step);
      expect(await errorOf(create(client))).toMatchObject({ isRetryable: false, idempotencyKey: null });
      expect(sent).toHaveLength(1);
    }
  });

  test('is repeated when nothing was sent, or nothing happened', async () => {
    const { client, sent } = clientOf(
      breaks('ECONNREFUSED', 'connect'),
      fails(429, 'rate_limited', { 'retry-after': '0' }),
      fails(503, 'database_unavailable', { 'retry-after': '0' }),
      succeeds({ id: 1 }),
    );
    await expect(create(client)).resolves.toEqual({ id: 1 });
    expect(sent).toHaveLength(4);
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual([null, null, null, null]);
  });
});

test('a test event may take as long as a receiver may take', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { client } = clientOf(isSilent);
    const error = errorOf(client.webhooks.test(1));
    await vi.advanceTimersByTimeAsync(40_000);
    expect(await error).toMatchObject({ message: 'POST /api/v1/webhooks/1/test had no response within 40000 ms.' });
  } finally {
    vi.useRealTimers();
  }
});

describe('a read', () => {
  test('is repeated as often as the call allows', async () => {
    const { client, sent } = clientOf(breaks('ECONNRESET'));
    await errorOf(client.wallet.balance({}, { maxRetries: 1 }));
    expect(sent).toHaveLength(2);
    await errorOf(client.wallet.balance({}, { maxRetries: 0 }));
    expect(sent).toHaveLength(3);
  });

  test('without a response in time is a TimeoutError', async () => {
    const { client } = clientOf(isSilent);
    const error = await errorOf(client.wallet.limits({ timeoutMs: 100, maxRetries: 0 }));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({
      code: 'timeout',
      message: 'GET /api/v1/wallet/limits had no response within 100 ms.',
    });
  });

  test('sends times as UTC, and leaves out what is not given', async () => {
    const { client, sent } = clientOf(succeeds({}));
    await client.wallet.balance({ at: new Date('2026-11-01T03:00:00+03:00') });
    await client.wallet.balance();
    expect(sent.map(({ url }) => url.href)).toEqual([
      'https://pay.example.ug/api/v1/wallet/balance?at=2026-11-01T00%3A00%3A00.000Z',
      'https://pay.example.ug/api/v1/wallet/balance',
    ]);
  });

  test('of an id that is none is not sent, because it could be another path', async () => {
    const { client, sent } = clientOf(succeeds({}));
    for (const id of ['../webhooks' as unknown as number, 1.5, -1, Number.NaN]) {
      expect(await errorOf(client.wallet.transactions.get(id))).toBeInstanceOf(ValidationError);
    }
    expect(sent).toHaveLength(0);
  });

  test('of a 200 that is no success is no success', async () => {
    for (const body of [{ success: false }, {}, [], null, 'text']) {
      const { client } = clientOf(responds(200, body));
      const error = await errorOf(client.wallet.balance({}, { maxRetries: 0 }));
      expect(error).toMatchObject({ code: 'unexpected_response', status: 200 });
    }
  });
});

test('a redirect is not followed: the key stays with the service', async () => {
  const requests: string[] = [];
  const { baseUrl, close } = await listen((request, response) => {
    requests.push(request.url ?? '');
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  try {
    const client = new Nsimbi({ apiKey, baseUrl });
    expect(await errorOf(client.wallet.sendMoney(payment))).toMatchObject({ status: 307, code: 'unexpected_response' });
    expect(requests).toEqual(['/api/v1/wallet/send-money']);
  } finally {
    await close();
  }
});

test('a response that is cut is repeated with the same key, over real sockets', async () => {
  const keys: unknown[] = [];
  const { baseUrl, close } = await listen((request, response) => {
    keys.push(request.headers['idempotency-key']);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
    if (keys.length === 1) response.write('{"success":', () => response.destroy());
    else response.end(`{"success":true,"data":{"transaction_id":42}}${' '.repeat(55)}`);
  });
  try {
    const client = new Nsimbi({ apiKey, baseUrl });
    await expect(client.wallet.sendMoney(payment)).resolves.toEqual({ transaction_id: 42 });
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  } finally {
    await close();
  }
});

test('a service that does not listen was sent nothing, over real sockets', async () => {
  const { baseUrl, close } = await listen(() => undefined);
  await close();
  const client = new Nsimbi({ apiKey, baseUrl, maxRetries: 0 });
  const error = await errorOf(client.webhooks.delete(1));
  expect(wasNotSent(error.cause)).toBe(true);
  expect(error.isRetryable).toBe(true);
});

describe('whether nothing was sent', () => {
  const errorWith = (code: string, syscall?: string) => Object.assign(new Error(code), { code, syscall });

  test.each([
    ['a refused connection', errorWith('ECONNREFUSED', 'connect'), true],
    ['an unknown name', errorWith('ENOTFOUND', 'getaddrinfo'), true],
    ['a connection that could not be made in time', errorWith('UND_ERR_CONNECT_TIMEOUT'), true],
    ['an unreachable host, when connecting', errorWith('EHOSTUNREACH', 'connect'), true],
    ['an unreachable host, when reading', errorWith('EHOSTUNREACH', 'read'), false],
    ['a connection that was reset', errorWith('ECONNRESET', 'read'), false],
    ['a connection that was closed', errorWith('UND_ERR_SOCKET'), false],
    ['every address refused', new AggregateError([errorWith('ECONNREFUSED', 'connect')]), true],
    ['one address refused, one reset', new AggregateError([errorWith('ECONNREFUSED'), errorWith('ECONNRESET')]), false],
    ['an error that says nothing', new TypeError('fetch failed'), false],
    ['no error', undefined, false],
  ])('%s', (_, cause, expected) => {
    expect(wasNotSent(new TypeError('fetch failed', { cause }))).toBe(expected);
  });
});

describe('packages/vectors/amounts.json', () => {
  const { accepted, refused } = readVectors<{ accepted: string[]; refused: string[] }>('amounts.json');

  test.each(accepted)('%s shillings are sent and read as they are', async (text) => {
    const amount = Number(text);
    const { client, sent } = clientOf(() => new Response(`{"success":true,"data":{"amount":${text}}}`));
    const { amount: received } = await client.testMode.fund({ amount });
    expect(sent[0]?.body).toBe(`{"amount":${text}}`);
    expect(String(received)).toBe(text);
  });

  test.each(refused)('%s is refused before anything is sent', async (text) => {
    const { client, sent } = clientOf(succeeds({}));
    const error = await errorOf(client.wallet.sendMoney({ ...payment, amount: Number(text) }));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ code: 'invalid_request', fields: { amount: [expect.any(String)] } });
    expect(sent).toHaveLength(0);
  });
});

async function listen(handle: RequestListener) {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
