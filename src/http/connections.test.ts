import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeParts, fakeWallet, principalOf, sentBody, testKey } from '../../test/http/fakes.ts';
import type { Principal } from '../access/principal.ts';
import { createLogger } from '../logging/logger.ts';
import { listen } from './listening.ts';
import type { ServerParts } from './server.ts';
import { createServer } from './server.ts';

/** Real sockets: what inject cannot show. */

let server: FastifyInstance | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function start(services: Partial<ServerParts> = {}): Promise<{ url: string; port: number }> {
  server = await createServer(fakeParts(services));
  const port = await listen(server, { port: 0, host: '127.0.0.1' });
  return { url: `http://127.0.0.1:${port}`, port };
}

const key = { authorization: `Bearer ${testKey}` };
const never = () => new Promise<never>(() => {});

describe('connections', () => {
  it('a body above 64 KiB is answered 413 on the wire, however large', async () => {
    const { url } = await start();
    for (const size of [70_000, 300_000]) {
      const answer = await fetch(`${url}/api/v1/wallet/send-money`, {
        method: 'POST',
        headers: { ...key, 'content-type': 'application/json' },
        body: JSON.stringify({ x: 'x'.repeat(size) }),
      });
      expect(answer.status).toBe(413);
      expect(await answer.json()).toMatchObject({ success: false, code: 'body_too_large' });
    }
  });

  it('a process that is about to stop closes each connection with its response', async () => {
    let isDraining = false;
    const { url } = await start({ isDraining: () => isDraining });
    const connectionOf = async (body: string) => {
      const response = await fetch(`${url}/api/v1/wallet/send-money`, {
        method: 'POST',
        headers: { ...key, 'content-type': 'application/json' },
        body,
      });
      await response.text();
      return response.headers.get('connection');
    };
    const requests = ['{"recipient_phone":"256770000001","amount":500}', '{'];
    // Where nothing is said, it stays open (RFC 9112, section 9.3).
    for (const body of requests) expect(await connectionOf(body)).not.toBe('close');
    isDraining = true;
    for (const body of requests) expect(await connectionOf(body)).toBe('close');
  });

  it('a chunked body above 64 KiB is answered 413', async () => {
    const { url } = await start();
    const body = new ReadableStream({
      start(controller) {
        for (let n = 0; n < 10; n += 1) controller.enqueue(new TextEncoder().encode('x'.repeat(10_000)));
        controller.close();
      },
    });
    const answer = await fetch(`${url}/api/v1/wallet/send-money`, {
      method: 'POST',
      headers: { ...key, 'content-type': 'application/json' },
      body,
      duplex: 'half',
    });
    expect(answer.status).toBe(413);
  });

  it('bytes that are no HTTP request get a failure body', async () => {
    const { port } = await start();
    const socket = connect(port, '127.0.0.1');
    socket.end('GARBAGE\r\n\r\n');
    const received: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => received.push(chunk));
    await once(socket, 'close');
    const text = Buffer.concat(received).toString();
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(text).toContain('X-Request-Id: req_');
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({ success: false, code: 'malformed_json' });
  });

  it('a request without a Host gets a failure body with its id and a window', async () => {
    const { port } = await start();
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `GET /api/v1/wallet/balance HTTP/1.1\r\nAuthorization: Bearer ${testKey}\r\nConnection: close\r\n\r\n`,
    );
    const text = (await socket.toArray()).join('');
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(text).toContain('\r\nx-request-id: req_');
    expect(text).toContain('\r\nx-ratelimit-limit: 30\r\n');
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({ success: false, code: 'malformed_json' });
  });

  it.each([
    '',
    '[',
    '%',
    'a b',
    'a/b',
    'x/dashboard/api/auth/sign-in/email?x=',
    'user@pay.example.ug',
    'pay.example.ug:x',
  ])('a request whose Host is %j is answered 400', async (host) => {
    const { port } = await start();
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    const text = (await socket.toArray()).join('');
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      code: 'malformed_json',
      message: expect.stringContaining('not a host name or address'),
    });
  });

  it('what a trusted proxy forwards as the Host is held to the same form', async () => {
    const { settings } = fakeParts();
    const { url } = await start({ settings: { ...settings, trustProxy: ['127.0.0.1'] } });
    const statusOf = async (host: string) =>
      (await fetch(`${url}/healthz`, { headers: { 'x-forwarded-host': host } })).status;
    expect(await statusOf('x/dashboard/api/auth/sign-in/email?x=')).toBe(400);
    expect(await statusOf('pay.example.ug:8443')).toBe(200);
    expect(await statusOf('[2001:db8::7]:8443')).toBe(200);
  });

  it.each(['Host: x\r\nHost: x', 'Host: pay.example.ug\r\nhOsT: other.example.ug'])(
    'a request with %j is answered 400, whatever it asks for',
    async (hosts) => {
      const { port } = await start();
      for (const path of ['/api/v1/wallet/balance', '/healthz', '/openapi.json', '/sign-in']) {
        const socket = connect(port, '127.0.0.1');
        socket.write(
          `GET ${path} HTTP/1.1\r\n${hosts}\r\nAuthorization: Bearer ${testKey}\r\nConnection: close\r\n\r\n`,
        );
        const text = (await socket.toArray()).join('');
        expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
        expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({
          code: 'malformed_json',
          message: 'This request has more than one Host header; send it again with exactly one.',
        });
      }
    },
  );

  it('an expectation that we do not know is ignored', async () => {
    const { port } = await start();
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `GET /api/v1/wallet/balance HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${testKey}\r\n` +
        'Expect: 200-ok\r\nConnection: close\r\n\r\n',
    );
    expect((await socket.toArray()).join('')).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  it('a connection goes on after a body that was no JSON', async () => {
    const { port } = await start();
    const socket = connect(port, '127.0.0.1');
    const head = `Host: x\r\nAuthorization: Bearer ${testKey}\r\n`;
    socket.write(
      `POST /api/v1/wallet/send-money HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 1\r\n\r\n{` +
        `GET /api/v1/wallet/balance HTTP/1.1\r\n${head}Connection: close\r\n\r\n`,
    );
    const received: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => received.push(chunk));
    await once(socket, 'close');
    const text = Buffer.concat(received).toString();
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200']);
  });

  it('a client that leaves in the middle of its body is not taken for an absent database', async () => {
    const lines: string[] = [];
    let admitted = false;
    const { port } = await start({
      logger: createLogger('info', { write: (line: string) => void lines.push(line) }),
      authenticator: {
        authenticate: () => {
          admitted = true;
          return principalOf('test');
        },
      },
    });
    const socket = connect(port, '127.0.0.1');
    socket.write(
      'POST /api/v1/wallet/send-money HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    );
    await expect.poll(() => admitted).toBe(true);
    socket.destroy();
    await expect
      .poll(() => new Promise((resolve) => server?.server.getConnections((_error, count) => resolve(count))))
      .toBe(0);
    expect(lines).toEqual([]);
  });

  it('a client that sends its body slowly is not told that our database is away', async () => {
    const admitted = Promise.withResolvers<void>();
    const { port } = await start({
      authenticator: {
        authenticate: () => {
          admitted.resolve();
          return principalOf('test');
        },
      },
    });
    const body = '{"recipient_phone":"256770000001","amount":50000}';
    const socket = connect(port, '127.0.0.1');
    const received: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => received.push(chunk));
    vi.useFakeTimers({ toFake: ['setInterval', 'performance'] });
    try {
      socket.write(
        'POST /api/v1/wallet/send-money HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
          `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body.slice(0, 5)}`,
      );
      await admitted.promise;
      await vi.advanceTimersByTimeAsync(12_000);
      socket.write(body.slice(5));
      await once(socket, 'end');
    } finally {
      vi.useRealTimers();
      socket.destroy();
    }
    expect(Buffer.concat(received).toString()).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('slow clients and idle connections have bounds', async () => {
    await start();
    expect(server?.server.requestTimeout).toBe(15_000);
    expect(server?.server.headersTimeout).toBe(10_000);
    expect(server?.server.keepAliveTimeout).toBe(65_000);
    expect(server?.server.timeout).toBe(60_000);
  });

  it('closing waits for the answer that is under way and takes no new connection', async () => {
    let finish: (() => void) | undefined;
    const { url } = await start({
      wallet: fakeWallet({
        readBalance: () =>
          new Promise((resolve) => {
            finish = () => resolve({ balance: 5 });
          }),
      }),
    });
    const underWay = fetch(`${url}/api/v1/wallet/balance`, { headers: key });
    await expect.poll(() => finish).toBeDefined();
    const closed = server?.close();
    const connects = () =>
      fetch(`${url}/healthz`).then(
        () => true,
        () => false,
      );
    await expect.poll(connects).toBe(false);
    finish?.();
    expect((await underWay).status).toBe(200);
    await closed;
  });
});

describe('a connection that breaks behind a whole request', () => {
  const head = `Host: x\r\nAuthorization: Bearer ${testKey}\r\nContent-Type: application/json\r\n`;
  const body = '{"recipient_phone":"256770000001","amount":50000}';
  const payment = `POST /api/v1/wallet/send-money HTTP/1.1\r\n${head}Content-Length: ${body.length}\r\n\r\n${body}`;
  const brokenPayment = `POST /api/v1/wallet/send-money HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`;

  /** What comes back for bytes that bring `payments` payments, which are answered after all the bytes were read. */
  async function answersTo(bytes: string, payments: number, end = (_socket: Socket): unknown => undefined) {
    const paid: (() => void)[] = [];
    const { port } = await start({
      wallet: fakeWallet({
        sendMoney: () =>
          new Promise((resolve) => paid.push(() => resolve({ is: 'success', body: sentBody, final: true }))),
      }),
    });
    const broken = new Promise((resolve) => server?.server.once('clientError', resolve));
    const socket = connect(port, '127.0.0.1');
    const received: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => received.push(chunk));
    const closed = once(socket, 'close');
    socket.write(bytes);
    end(socket);
    await broken;
    await expect.poll(() => paid).toHaveLength(payments);
    for (const answer of paid) answer();
    await closed;
    return Buffer.concat(received)
      .toString()
      .split(/(?=HTTP\/1\.1 )/);
  }

  it.each(['\0', ' ', '}', '\t', 'GARBAGE\r\n\r\n'])('answers that request when %j follows it', async (stray) => {
    const [answer, ...more] = await answersTo(payment + stray, 1);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer?.toLowerCase()).toContain('\r\nconnection: close\r\n');
    expect(answer?.endsWith(sentBody)).toBe(true);
    expect(more).toEqual([]);
  });

  it('answers that request when the client sends half of another and ends', async () => {
    const answers = await answersTo(`${payment}POST /api/v1/`, 1, (socket) => socket.end());
    expect(answers.map((answer) => answer.slice(0, 12))).toEqual(['HTTP/1.1 200']);
  });

  it('answers that request when bytes follow though it asked to close', async () => {
    const answers = await answersTo(`${payment.replace(head, `${head}Connection: close\r\n`)}\r\nx`, 1);
    expect(answers.map((answer) => answer.slice(0, 12))).toEqual(['HTTP/1.1 200']);
  });

  it('answers every request that came whole, and ends only then', async () => {
    const [first, last, ...more] = await answersTo(`${payment}${payment}}`, 2);
    expect(first).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(first?.toLowerCase()).not.toContain('\r\nconnection: close\r\n');
    expect(last).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(last?.toLowerCase()).toContain('\r\nconnection: close\r\n');
    expect(more).toEqual([]);
  });

  it('answers the request before one whose body is broken, and carries out only that', async () => {
    const answers = await answersTo(payment + brokenPayment, 1);
    expect(answers.map((answer) => answer.slice(0, 12))).toEqual(['HTTP/1.1 200']);
  });

  it('refuses a request whose own body is broken', async () => {
    const answers = await answersTo(brokenPayment, 0);
    expect(answers.map((answer) => answer.slice(0, 12))).toEqual(['HTTP/1.1 400']);
  });
});

describe('a connection on which many requests come at once', () => {
  const request = `GET /api/v1/wallet/balance HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${testKey}\r\n\r\n`;

  /** What comes back for `requests` requests in one packet, and how many of them were carried out. */
  async function sendAtOnce(requests: number): Promise<{ served: number; answers: string[] }> {
    const served: (() => void)[] = [];
    let arrived = 0;
    const { port } = await start({
      wallet: fakeWallet({ readBalance: () => new Promise((resolve) => served.push(() => resolve({ balance: 5 }))) }),
    });
    server?.server.on('request', () => {
      arrived += 1;
    });
    const socket = connect(port, '127.0.0.1');
    const received: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => received.push(chunk));
    const closed = once(socket, 'close');
    socket.write(request.repeat(requests));
    await expect.poll(() => [arrived, served.length]).toEqual([requests, Math.min(requests, 32)]);
    for (const answer of served) answer();
    if (requests <= 32) {
      await expect.poll(() => Buffer.concat(received).toString().split('"balance":5')).toHaveLength(requests + 1);
      socket.end();
    }
    await closed;
    const answers = Buffer.concat(received)
      .toString()
      .split(/(?=HTTP\/1\.1 )/);
    return { served: served.length, answers };
  }

  it('is answered 32', async () => {
    const { answers } = await sendAtOnce(32);
    expect(answers.map((answer) => answer.slice(0, 12))).toEqual(Array(32).fill('HTTP/1.1 200'));
    expect(answers.at(-1)?.toLowerCase()).not.toContain('\r\nconnection: close\r\n');
  });

  it('gets 32 answers for 400 requests, of which no more are carried out, and ends', async () => {
    const { served, answers } = await sendAtOnce(400);
    expect(served).toBe(32);
    expect(answers.map((answer) => answer.slice(0, 12))).toEqual(Array(32).fill('HTTP/1.1 200'));
    expect(answers.at(-1)?.toLowerCase()).toContain('\r\nconnection: close\r\n');
  });
});

describe('design, "With PostgreSQL stopped every request gets 503 within 5 s"', () => {
  /** Runs the clock of the deadlines, not the machine's. @returns status, code, and the limit of the window shown. */
  async function afterMs(ms: number, request: () => Promise<LightMyRequestResponse>) {
    vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'performance'] });
    try {
      const answered = request();
      await vi.advanceTimersByTimeAsync(ms);
      const answer = await answered;
      return [answer.statusCode, answer.json().code, answer.headers['x-ratelimit-limit']];
    } finally {
      vi.useRealTimers();
    }
  }

  const balance = { method: 'GET', url: '/api/v1/wallet/balance', headers: key } as const;
  const send = {
    method: 'POST',
    url: '/api/v1/wallet/send-money',
    headers: key,
    payload: { recipient_phone: '256770000001', amount: 50_000 },
  } as const;

  it('a balance that never comes is answered 503', async () => {
    const made = await createServer(fakeParts({ wallet: fakeWallet({ readBalance: never }) }));
    server = made;
    expect(await afterMs(5_000, () => made.inject(balance))).toEqual([503, 'database_unavailable', '60']);
  });

  it('an authentication that never ends is answered 503', async () => {
    const made = await createServer(fakeParts({ authenticator: { authenticate: never } }));
    server = made;
    expect(await afterMs(5_000, () => made.inject(balance))).toEqual([503, 'database_unavailable', '30']);
  });

  it('a rate limit that never answers is answered 503', async () => {
    const made = await createServer(fakeParts({ rateLimiter: { hit: never } }));
    server = made;
    expect(await afterMs(5_000, () => made.inject(balance))).toEqual([503, 'database_unavailable', '30']);
  });

  it('a payment that may have begun is answered outcome_unknown, after the operator had its time', async () => {
    const made = await createServer(fakeParts({ wallet: fakeWallet({ sendMoney: never }) }));
    server = made;
    expect(await afterMs(12_000, () => made.inject(send))).toEqual([503, 'outcome_unknown', '60']);
  });

  it('a payment that was written is answered with its ids, and without an invitation to send it again', async () => {
    const taken = { transaction_id: 42, reference: 'SM_1781000000_42' };
    const made = await createServer(
      fakeParts({
        wallet: fakeWallet({
          sendMoney: (_caller, _request, _idempotent, onTaken) => {
            onTaken(taken);
            return never();
          },
        }),
      }),
    );
    server = made;
    let headers: Record<string, unknown> | undefined;
    let body: unknown;
    await afterMs(12_000, async () => {
      const answer = await made.inject(send);
      headers = answer.headers;
      body = answer.json();
      return answer;
    });
    expect(body).toMatchObject({ success: false, code: 'outcome_unknown', data: taken });
    expect(headers).not.toHaveProperty('retry-after');
  });

  it('what comes after the deadline is dropped', async () => {
    let admit: ((principal: Principal) => void) | undefined;
    let asked = 0;
    const made = await createServer(
      fakeParts({
        authenticator: {
          authenticate: () =>
            new Promise((resolve) => {
              admit = resolve;
            }),
        },
        wallet: fakeWallet({
          sendMoney: async () => {
            asked += 1;
            return { is: 'success', body: '{}', final: true };
          },
        }),
      }),
    );
    server = made;
    expect(await afterMs(5_000, () => made.inject(send))).toEqual([503, 'database_unavailable', '30']);
    admit?.(principalOf('test'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toBe(0);
  });
});
