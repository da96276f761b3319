import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * One span per request, sent to an OTLP/HTTP collector (OpenTelemetry semantic conventions, "HTTP server"). A W3C
 * traceparent of the client is continued. Loaded only when NSIMBI_OTLP_ENDPOINT is set.
 * @param endpoint the collector's base address, such as http://127.0.0.1:4318
 */
export function traceRequests(server: FastifyInstance, endpoint: string): void {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'nsimbi' }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('nsimbi.http');
  const propagator = new W3CTraceContextPropagator();
  const spans = new WeakMap<FastifyRequest, Span>();

  server.addHook('onRequest', (request, _reply, done) => {
    const parent = propagator.extract(ROOT_CONTEXT, request.headers, {
      get: (headers, name) => headers[name],
      keys: (headers) => Object.keys(headers),
    });
    const route = request.routeOptions.url ?? 'none';
    const span = tracer.startSpan(
      `${request.method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'nsimbi.request_id': request.id,
        },
      },
      parent,
    );
    spans.set(request, span);
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    if (span !== undefined) {
      span.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    }
    done();
  });
  server.addHook('onClose', () => provider.shutdown());
}
