import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { notFound } from './refusal-of-error.ts';

/** The browsable reference reads the document from here and loads its script from this server: nothing from outside. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * GET /docs. The reference is a large script that a running service seldom needs, so it is loaded with the first
 * request for it and served by a small server inside this one.
 */
export function serveDocs(server: FastifyInstance): void {
  let loading: Promise<FastifyInstance> | undefined;
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    loading ??= loadReference();
    const page = await (await loading).inject({ method: 'GET', url: request.url });
    if (page.statusCode === 404) throw notFound();
    reply.code(page.statusCode).header('content-security-policy', contentSecurityPolicy);
    for (const name of ['content-type', 'location'] as const) {
      const value = page.headers[name];
      if (value !== undefined) reply.header(name, value);
    }
    await reply.send(page.rawPayload);
  };
  server.get('/docs', { schema: { hide: true } }, answer);
  server.get('/docs/*', { schema: { hide: true } }, answer);
}

async function loadReference(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const server = fastify();
  await server.register(reference, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      cdn: '/docs/js/scalar.js',
      pageTitle: 'API reference',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  await server.ready();
  return server;
}
