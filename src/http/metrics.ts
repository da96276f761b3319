import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastify from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import { bearer } from '../access/authenticate.ts';
import type { Config } from '../config.ts';
import { Refusal } from '../refusal.ts';
import { isOnThisMachine } from '../webhooks/address-policy-of-settings.ts';
import { shareResult } from './shared-result.ts';

const durationsName = 'nsimbi_http_request_duration_seconds';
const durationsHelp = 'Seconds from the first byte of a request to the last byte of its answer, by method and route.';

/** From a balance read on an idle machine to an answer that waited for an operator. */
const bucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * What one route has answered, in plain numbers. prom-client looks its labels up by text on every observation, which
 * costs a payment more than its JSON; here they are named only when somebody reads the metrics.
 */
class RouteMeasure {
  readonly method: string;
  readonly route: string;
  readonly byStatus = new Map<number, number>();
  /** Answers per bucket, each in the first that holds it; one more for those above the last bound. */
  readonly buckets = bucketsSeconds.map(() => 0).concat(0);
  sumSeconds = 0;

  constructor(method: string, route: string) {
    this.method = method;
    this.route = route;
  }

  count(status: number): void {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
  }

  observe(seconds: number): void {
    let bucket = 0;
    while (bucket < bucketsSeconds.length && seconds > (bucketsSeconds[bucket] ?? 0)) bucket += 1;
    this.buckets[bucket] = (this.buckets[bucket] ?? 0) + 1;
    this.sumSeconds += seconds;
  }
}

/** The histogram of the durations that the routes have measured. */
class RequestDurations extends Histogram<'method' | 'route'> {
  readonly #measures: readonly RouteMeasure[];

  constructor(measures: readonly RouteMeasure[], registry: Registry) {
    super({
      name: durationsName,
      help: durationsHelp,
      labelNames: ['method', 'route'],
      buckets: bucketsSeconds,
      registers: [registry],
    });
    this.#measures = measures;
  }

  /** What prom-client's registry and its `get` call for the values of a histogram. */
  async getForPromString(): Promise<object> {
    return {
      name: durationsName,
      help: durationsHelp,
      type: 'histogram',
      aggregator: 'sum',
      values: this.#measures.flatMap(valuesOf),
    };
  }
}

function valuesOf(measure: RouteMeasure): object[] {
  const sharedLabels = { method: measure.method, route: measure.route };
  let count = 0;
  const buckets = measure.buckets.map((answers, bucket) => {
    count += answers;
    const labels = { le: bucketsSeconds[bucket] ?? '+Inf' };
    return { metricName: `${durationsName}_bucket`, labels, sharedLabels, value: count };
  });
  return [
    ...buckets,
    { metricName: `${durationsName}_sum`, labels: {}, sharedLabels, value: measure.sumSeconds },
    { metricName: `${durationsName}_count`, labels: {}, sharedLabels, value: count },
  ];
}

/**
 * Counts every answered request by method, route and status, and its duration by method and route. Routes are the
 * patterns of this program, never a client's path, so that a client cannot fill the memory with labels.
 */
export function measureRequests(server: FastifyInstance, registry: Registry): void {
  const measures: RouteMeasure[] = [];
  const unrouted = new RouteMeasure('any', 'none');
  const requests = new Counter({
    name: 'nsimbi_http_requests_total',
    help: 'Requests answered, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect: () => {
      requests.reset();
      for (const { method, route, byStatus } of [...measures, unrouted]) {
        for (const [status, answers] of byStatus) requests.inc({ method, route, status }, answers);
      }
    },
  });
  new RequestDurations(measures, registry);

  server.addHook('onRoute', (route) => {
    const measure = new RouteMeasure(String(route.method), route.url);
    measures.push(measure);
    route.onResponse = [
      ...[route.onResponse ?? []].flat(),
      (_request, reply, done) => {
        measure.count(reply.statusCode);
        measure.observe(reply.elapsedTime / 1000);
        done();
      },
    ];
  });
  server.addHook('onResponse', (request, reply, done) => {
    if (request.is404) unrouted.count(reply.statusCode);
    done();
  });
}

/** Scrapes within so many milliseconds are answered with the same text: a collection takes some milliseconds. */
const collectAtMostEveryMs = 250;

/**
 * Serves the registry at /metrics.
 * @param onRead is called when somebody has read it.
 * @param check throws a Refusal for a request that may not read it.
 */
export function registerMetricsRoute(
  server: FastifyInstance,
  registry: Registry,
  onRead: () => void,
  check: (request: FastifyRequest) => void = () => undefined,
): void {
  const collect = shareResult(collectAtMostEveryMs, async () => Buffer.from(await registry.metrics()));
  server.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    check(request);
    const text = await collect();
    onRead();
    return reply.header('content-type', registry.contentType).header('cache-control', 'no-store').send(text);
  });
}

/**
 * Who may read /metrics on the port of the API: programs with the token, and programs of this machine while the service
 * listens on it alone and the metrics have no port of their own.
 * @returns a check that throws a Refusal `unauthorized`.
 */
export function metricsGuardOf({
  host,
  metricsPort,
  metricsToken,
}: Pick<Config, 'host' | 'metricsPort' | 'metricsToken'>): (request: FastifyRequest) => void {
  const isLocal = metricsPort === null && isOnThisMachine(host);
  const tokenHash = metricsToken === null ? null : hash('sha256', metricsToken, 'buffer');
  return ({ ip, headers }) => {
    // A trusted proxy on this machine forwards the whole world's requests.
    if (isLocal && isOnThisMachine(ip)) return;
    const [, presented = ''] = bearer.exec(headers.authorization ?? '') ?? [];
    if (tokenHash !== null && timingSafeEqual(hash('sha256', presented, 'buffer'), tokenHash)) return;
    throw new Refusal(
      'unauthorized',
      'Send the header "Authorization: Bearer <token>" with the token of NSIMBI_METRICS_TOKEN, or read /metrics on NSIMBI_METRICS_PORT.',
    );
  };
}

/**
 * A server for /metrics alone, for NSIMBI_METRICS_PORT. Closing it ends its connections, also while they are answered.
 * @param onRead is called when somebody has read them.
 */
export function createMetricsServer(registry: Registry, onRead: () => void): FastifyInstance {
  const server = fastify({ requestTimeout: 10_000, forceCloseConnections: true });
  registerMetricsRoute(server, registry, onRead);
  return server;
}
