import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { api, auth, downloadAddress, withQuery } from './api.ts';
import { ApiFailure, ConnectionLost, isSessionOver } from './failure.ts';

/** What the service answers next: a status and a text; null closes the connection without an answer. */
let answer: { readonly status: number; readonly text: string; readonly headers: Record<string, string> } | null;
let asked: { method: string; url: string; headers: IncomingMessage['headers']; body: string };
let service: Server;

beforeEach(async () => {
  service = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    asked = { method: request.method!, url: request.url!, headers: request.headers, body };
    if (answer === null) return void request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(answer.text);
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  // In a browser a path is completed by the page's own origin.
  const fetchAnywhere = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, request: RequestInit) =>
    fetchAnywhere(`http://127.0.0.1:${port}${path}`, request),
  );
});

afterEach(async () => {
  vi.unstubAllGlobals();
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
});

function answers(status: number, body: object | string, headers: Record<string, string> = {}): void {
  answer = { status, text: typeof body === 'string' ? body : JSON.stringify(body), headers };
}

async function failureOf(call: Promise<unknown>): Promise<ApiFailure> {
  const error = await call.then(
    () => null,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(ApiFailure);
  return error as ApiFailure;
}

describe('an answer of the service', () => {
  test('that succeeded is what its envelope holds', async () => {
    answers(200, { success: true, message: 'Balance.', data: { balance: 975_000 } });
    expect(await api.get('/clients/1/test/balance', { query: { of: 'today', empty: '' } })).toEqual({
      balance: 975_000,
    });
    expect(asked).toMatchObject({ method: 'GET', url: '/dashboard/api/clients/1/test/balance?of=today' });
  });

  test('that is a page keeps the cursor of the next', async () => {
    const page = { data: [{ id: 1 }], pagination: { next_cursor: 'c2', has_more: true } };
    answers(200, { success: true, message: '', ...page });
    expect(await api.page('/clients/1/test/events')).toEqual({ success: true, message: '', ...page });
  });

  test('that is a page of a standby says of which moment it is', async () => {
    const page = { data: [], pagination: { next_cursor: null, has_more: false } };
    answers(200, page, { 'x-as-of': '2026-11-25T09:00:00.000Z' });
    expect(await api.page('/clients/1/test/transactions')).toEqual({ ...page, asOf: '2026-11-25T09:00:00.000Z' });
  });

  test('to a payment was asked for with its body and its idempotency key', async () => {
    answers(200, { success: true, message: '', data: {} });
    await api.post('/clients/1/live/send', { amount: 25_000 }, { idempotencyKey: 'k1' });
    expect(asked).toMatchObject({ method: 'POST', body: '{"amount":25000}' });
    expect(asked.headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'k1' });
  });

  test('that refuses is a failure with its code and the messages of its fields', async () => {
    answers(422, {
      success: false,
      message: 'amount must be at least 500.',
      code: 'invalid_request',
      errors: { amount: ['amount must be at least 500.'] },
      request_id: 'req_1',
    });
    expect(await failureOf(api.post('/clients/1/test/send'))).toMatchObject({
      status: 422,
      code: 'invalid_request',
      message: 'amount must be at least 500.',
      errors: { amount: ['amount must be at least 500.'] },
      requestId: 'req_1',
    });
  });

  test('without JSON is a failure that names the status', async () => {
    answers(500, '<h1>oops</h1>');
    expect((await failureOf(api.get('/me'))).message).toBe('The service answered with the status 500.');
  });
});

describe('a lost connection', () => {
  test('is when no answer came', async () => {
    answer = null;
    await expect(api.get('/me')).rejects.toBeInstanceOf(ConnectionLost);
  });

  test.each([502, 503, 504])('is when a proxy in front of the service says %i in words of its own', async (status) => {
    answers(status, '<html>Bad gateway</html>');
    await expect(api.get('/me')).rejects.toBeInstanceOf(ConnectionLost);
  });

  test('is not when the service itself refuses with 503', async () => {
    answers(503, { success: false, message: 'The operator does not answer.', code: 'operator_unavailable' });
    expect((await failureOf(api.post('/clients/1/live/send'))).code).toBe('operator_unavailable');
  });
});

describe('a session that ended', () => {
  test.each([
    ['the service says so', { success: false, message: 'Sign in.', code: 'unauthorized' }, true],
    ['the sign-in says so', { message: 'Unauthorized', code: 'UNAUTHORIZED' }, true],
    ['a password is wrong', { message: 'Invalid email or password', code: 'INVALID_EMAIL_OR_PASSWORD' }, false],
  ])('when %s', async (_when, body, isOver) => {
    answers(401, body);
    expect(isSessionOver(await failureOf(auth.post('/sign-in/email', {})))).toBe(isOver);
  });
});

test('the address of a download has its filters', () => {
  expect(downloadAddress('/clients/1/live/transactions.csv', { status: 'failed' })).toBe(
    '/dashboard/api/clients/1/live/transactions.csv?status=failed',
  );
  expect(withQuery('/x', { a: 0, b: false, c: null, d: undefined, e: '' })).toBe('/x?a=0&b=false');
});
