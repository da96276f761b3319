import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';

/** From a balance read on an idle machine to an answer that waited for an operator. */
const durationBucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Counts every answered request by method, route and status, and its duration by method and route. Routes are the
 * patterns of this program, never a client's path, so that nobody can fill the memory with labels.
 */
export function measureRequests(server: FastifyInstance, registry: Registry): void {
  const requests = new Counter({
    name: 'nsimbi_http_requests_total',
    help: 'Requests answered, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'nsimbi_http_request_duration_seconds',
    help: 'Seconds from the first byte of a request to the last byte of its answer, by method and route.',
    labelNames: ['method', 'route'],
    buckets: durationBucketsSeconds,
    registers: [registry],
  });

  server.addHook('onRoute', (route) => {
    const { method, url } = route;
    if (typeof method !== 'string') return;
    const duration = durations.labels(method, url);
    const counters = new Map<number, Counter.Internal>();
    // The labels are looked up once per route and status and not once per request.
    route.onResponse = [
      ...[route.onResponse ?? []].flat(),
      (_request, reply, done) => {
        let counter = counters.get(reply.statusCode);
        if (counter === undefined) {
          counter = requests.labels(method, url, String(reply.statusCode));
          counters.set(reply.statusCode, counter);
        }
        counter.inc();
        duration.observe(reply.elapsedTime / 1000);
        done();
      },
    ];
  });
  server.addHook('onResponse', (request, reply, done) => {
    if (request.is404) requests.inc({ method: knownMethod(request.method), route: 'none', status: reply.statusCode });
    done();
  });
}

/** Serves the registry at /metrics. */
export function serveMetrics(server: FastifyInstance, registry: Registry): void {
  server.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    const text = await registry.metrics();
    await reply.header('content-type', registry.contentType).send(text);
  });
}

/** A server for /metrics alone, for NSIMBI_METRICS_PORT. */
export function createMetricsServer(registry: Registry): FastifyInstance {
  const server = fastify({ requestTimeout: 10_000 });
  serveMetrics(server, registry);
  return server;
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

function knownMethod(method: string): string {
  return methods.has(method) ? method : 'other';
}
