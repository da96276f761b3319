import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeParts, fakeWallet, testKey } from '../../test/http/fakes.ts';
import { createLogger } from '../logging/logger.ts';
import { DatabaseUnavailable } from '../postgres/errors.ts';
import { createMetricsServer } from './metrics.ts';
import type { ServerParts } from './server.ts';
import { createServer } from './server.ts';

const servers: { close(): unknown }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serve(over: Parameters<typeof fakeParts>[0] = {}): Promise<FastifyInstance> {
  const server = await createServer(fakeParts(over));
  servers.push(server);
  return server;
}

const balance = {
  method: 'GET',
  url: '/api/v1/wallet/balance',
  headers: { authorization: `Bearer ${testKey}` },
} as const;

describe('interface-decisions 10, "health"', () => {
  it('/healthz answers 200 whatever the database does', async () => {
    const server = await serve({ isReady: () => Promise.reject(new Error('away')) });
    expect((await server.inject('/healthz')).json()).toEqual({ status: 'ok' });
  });

  it('/readyz answers 200 when ready and 503 when not, with the details', async () => {
    const ready = await (await serve()).inject('/readyz');
    expect(ready.statusCode).toBe(200);
    expect(ready.json()).toEqual({ ready: true, details: { database: true } });
    const away = await serve({ isReady: async () => ({ ready: false, details: { database: false } }) });
    expect((await away.inject('/readyz')).statusCode).toBe(503);
    const broken = await serve({ isReady: () => Promise.reject(new Error('away')) });
    expect((await broken.inject('/readyz')).statusCode).toBe(503);
  });

  it('/readyz looks once for all who ask at about the same time, and again for who asks later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let looks = 0;
    const server = await serve({
      isReady: async () => {
        looks += 1;
        return { ready: looks === 1, details: {} };
      },
    });
    const answers = await Promise.all(Array.from({ length: 200 }, () => server.inject('/readyz')));
    for (const { statusCode } of answers) expect(statusCode).toBe(200);
    expect(looks).toBe(1);
    vi.advanceTimersByTime(1_000);
    expect((await server.inject('/readyz')).statusCode).toBe(503);
  });

  it('/metrics counts requests by route and status', async () => {
    const services = fakeParts();
    const server = await serve(services);
    await server.inject(balance);
    await server.inject({ ...balance, headers: {} });
    await server.inject('/api/v1/wallet/transactions/abc');
    await server.inject('/some/path/of/a/client');
    const metrics = (await server.inject('/metrics')).body;
    expect(metrics).toContain('nsimbi_http_requests_total{method="GET",route="/api/v1/wallet/balance",status="200"} 1');
    expect(metrics).toContain('nsimbi_http_requests_total{method="GET",route="/api/v1/wallet/balance",status="401"} 1');
    expect(metrics).toContain('nsimbi_http_requests_total{method="any",route="none",status="404"} 1');
    expect(metrics).toMatch(
      /nsimbi_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/wallet\/balance"\} 2/,
    );
    expect(metrics).toMatch(/duration_seconds_bucket\{le="\+Inf",method="GET",route="\/api\/v1\/wallet\/balance"\} 2/);
    expect(metrics).not.toContain('of/a/client');
  });

  describe('/metrics on the port of the API', () => {
    const token = 'scrape-9f86d081884c7d65';
    const from = (address: string, authorization?: string) => ({
      url: '/metrics',
      remoteAddress: address,
      headers: authorization === undefined ? {} : { authorization },
    });
    const scraper = '10.20.0.9';

    it.each<[string, Partial<ServerParts['settings']>, ReturnType<typeof from>, number]>([
      ['from this machine while HOST is loopback', {}, from('127.0.0.1'), 200],
      ['from this machine by IPv6', { host: '::1' }, from('::1'), 200],
      ['from this machine while HOST is not loopback', { host: '0.0.0.0' }, from('127.0.0.1'), 401],
      ['from another machine', { host: '0.0.0.0' }, from(scraper), 401],
      ['with the token', { host: '0.0.0.0', metricsToken: token }, from(scraper, `Bearer ${token}`), 200],
      [
        'with the token and another spelling of Bearer',
        { host: '0.0.0.0', metricsToken: token },
        from(scraper, `bearer ${token}`),
        200,
      ],
      ['with another token', { host: '0.0.0.0', metricsToken: token }, from(scraper, `Bearer ${token}x`), 401],
      ['without the token', { host: '0.0.0.0', metricsToken: token }, from(scraper), 401],
      ['with the token beside a port of its own', { metricsPort: 9464, metricsToken: token }, from('127.0.0.1'), 401],
    ])('%s', async (_name, settings, request, status) => {
      const services = fakeParts();
      const server = await serve({ ...services, settings: { ...services.settings, ...settings } });
      const answer = await server.inject(request);
      expect(answer.statusCode).toBe(status);
      if (status === 200) expect(answer.body).toContain('nsimbi_http_requests_total');
      else expect(answer.json()).toMatchObject({ code: 'unauthorized', message: expect.stringContaining('METRICS') });
    });

    it('is closed to whoever comes through a proxy of this machine', async () => {
      const services = fakeParts();
      const server = await serve({ ...services, settings: { ...services.settings, trustProxy: ['127.0.0.1'] } });
      const forwarded = { url: '/metrics', headers: { 'x-forwarded-for': scraper } };
      expect((await server.inject(forwarded)).statusCode).toBe(401);
      expect((await server.inject('/metrics')).statusCode).toBe(200);
    });

    it('is collected once for all who ask at the same time, and again for who asks later', async () => {
      const services = fakeParts();
      const server = await serve(services);
      const collect = vi.spyOn(services.metricsRegistry, 'metrics');
      const answers = await Promise.all(Array.from({ length: 200 }, () => server.inject('/metrics')));
      for (const { statusCode } of answers) expect(statusCode).toBe(200);
      expect(collect).toHaveBeenCalledTimes(1);
      await server.inject(balance);
      await expect
        .poll(async () => (await server.inject('/metrics')).body)
        .toContain('route="/api/v1/wallet/balance",status="200"} 1');
    });
  });

  it('/metrics moves to a port of its own', async () => {
    const services = fakeParts();
    const server = await serve({ ...services, settings: { ...services.settings, metricsPort: 9464 } });
    expect((await server.inject('/metrics')).statusCode).toBe(404);
    const alone = createMetricsServer(services.metricsRegistry, () => undefined);
    servers.push(alone);
    expect((await alone.inject('/metrics')).body).toContain('nsimbi_http_requests_total');
  });

  it('who reads /metrics is noted, and who is refused is not', async () => {
    let reads = 0;
    const services = fakeParts({ onMetricsRead: () => (reads += 1) });
    const settings = { ...services.settings, host: '0.0.0.0', metricsToken: 'token-of-prometheus' };
    const server = await serve({ ...services, settings });
    expect((await server.inject('/metrics')).statusCode).toBe(401);
    expect(reads).toBe(0);
    const headers = { authorization: 'Bearer token-of-prometheus' };
    expect((await server.inject({ url: '/metrics', headers })).statusCode).toBe(200);
    expect(reads).toBe(1);
  });

  it('the port of /metrics closes at once where a connection says nothing', async () => {
    const alone = createMetricsServer(fakeParts().metricsRegistry, () => undefined);
    const address = await alone.listen({ host: '127.0.0.1', port: 0 });
    const taken = once(alone.server, 'connection');
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    await taken;
    const ended = once(socket, 'close');
    await alone.close();
    await ended;
  });
});

describe('logs', () => {
  function collect(level = 'info') {
    const lines: string[] = [];
    return { lines, logger: createLogger(level, { write: (line: string) => void lines.push(line) }) };
  }

  it('a mistake of ours is logged with the request id, and the client sees nothing of it', async () => {
    const { lines, logger } = collect();
    const server = await serve({
      logger,
      wallet: fakeWallet({ readBalance: () => Promise.reject(new Error('relation "walet" does not exist')) }),
    });
    const answer = await server.inject({ ...balance, headers: { ...balance.headers, 'x-request-id': 'mine-1' } });
    expect(answer.body).not.toContain('walet');
    const line = lines.find((text) => text.includes('walet'));
    expect(line).toContain('"request_id":"mine-1"');
    expect(line).not.toContain(testKey);
  });

  it('a request that is served or refused leaves no line', async () => {
    const { lines, logger } = collect();
    const server = await serve({ logger });
    await server.inject(balance);
    await server.inject({ ...balance, headers: {} });
    expect(lines).toEqual([]);
  });

  it('at debug a request leaves one line, without its query', async () => {
    const { lines, logger } = collect('debug');
    const server = await serve({ logger });
    await server.inject({ ...balance, url: '/api/v1/wallet/lookup?phone=256770000001' });
    expect(lines).toHaveLength(1);
    const line = JSON.parse(lines[0] ?? '');
    expect(line).toMatchObject({ method: 'GET', path: '/api/v1/wallet/lookup', status: 200, api_key_id: 700 });
  });

  it('with the database away one line a second tells it, however many requests fail', async () => {
    const { lines, logger } = collect();
    const away = () => Promise.reject(new DatabaseUnavailable(new Error('refused')));
    const server = await serve({ logger, wallet: fakeWallet({ readBalance: away }) });
    for (let n = 0; n < 5; n += 1) expect((await server.inject(balance)).statusCode).toBe(503);
    expect(lines).toHaveLength(1);
  });

  it('keys, secrets, passwords and the middle of phones are cut out', () => {
    const { lines, logger } = collect();
    logger.info(
      {
        authorization: 'Bearer x1',
        request: { headers: { authorization: 'Bearer x2' } },
        password: 'x3',
        client: { secret: 'x4', phone: '256770000001' },
      },
      `key ${testKey}, whsec_x5/+=, postgres://user:x6@host/db and phone +256752123456 of 1781000000000`,
    );
    const line = lines.join('');
    for (const secret of ['x1', 'x2', 'x3', 'x4', 'x5', 'x6', '0123456789']) expect(line).not.toContain(secret);
    expect(line).toContain('25677*****01');
    expect(line).toContain('+25675*****56');
    expect(line).toContain('1781000000000');
    expect(line).toContain('nsk_test_abcdefghijkl.[redacted]');
  });
});

describe('traces', () => {
  it('each request is a span with route, status and request id, under the traceparent of its client', async () => {
    const received: string[] = [];
    const collector = createHttpServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push(`${request.url} ${Buffer.concat(chunks).toString()}`);
        response.end('{}');
      });
    });
    collector.listen(0, '127.0.0.1');
    await once(collector, 'listening');
    servers.push(collector);
    const address = collector.address();
    if (address === null || typeof address === 'string') throw new Error('the collector has no port');
    const services = fakeParts({ logger: pino({ level: 'silent' }) });
    const server = await createServer({
      ...services,
      settings: { ...services.settings, otlpEndpoint: `http://127.0.0.1:${address.port}` },
    });
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    await server.inject({
      ...balance,
      headers: { ...balance.headers, 'x-request-id': 'mine-2', traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    });
    await server.close();
    const text = received.join('\n');
    expect(text).toMatch(/^\/v1\/traces /);
    for (const part of [traceId, 'b7ad6b7169203331', '/api/v1/wallet/balance', 'mine-2', '"intValue":200']) {
      expect(text).toContain(part);
    }
  });
});
