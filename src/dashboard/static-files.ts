import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../http/refusal-of-error.ts';

const folder = fileURLToPath(new URL('../../packages/dashboard/dist', import.meta.url));

/** Nothing from outside, no inline script; Mantine writes styles of its own. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves the browser's files as `npm run build` made them. Files below /assets have their content's hash in their name
 * and never change; every other address that a browser opens gets the page, which finds its own way.
 */
export async function serveStaticFiles(server: FastifyInstance): Promise<void> {
  server.addHook('onSend', (request, reply, _payload, done) => {
    if (!request.url.startsWith('/dashboard/')) reply.header('content-security-policy', contentSecurityPolicy);
    reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'same-origin');
    done();
  });
  if (!existsSync(`${folder}/index.html`)) {
    server.get('/*', (_request, reply) => {
      reply.code(404).type('text/plain; charset=utf-8').send('The dashboard is not built: run npm run prepare.\n');
    });
    return;
  }
  await server.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    cacheControl: false,
    // The build has them compressed beside themselves; by those names they are nobody's to ask for.
    preCompressed: true,
    globIgnore: ['**/*.{br,gz}'],
    setHeaders: (reply, path) => {
      const forever = path.startsWith(`${folder}/assets/`);
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  server.get('/*', (request, reply) => {
    // A browser that still has the page of an older version asks for files that are gone, and programs for data.
    if (/^\/(?:assets|dashboard)\//.test(request.url)) throw notFound();
    return reply.sendFile('index.html');
  });
}
