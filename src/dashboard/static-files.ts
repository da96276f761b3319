import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { isPage } from '../http/dashboard.ts';
import { notFound } from '../http/refusal-of-error.ts';
import { wantsPage } from '../http/wants-page.ts';
import { builtFolder, isDashboardBuilt, notBuiltSentence } from './built-files.ts';

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
 * and never change. Every page is the one file, which finds its own way; so is an unknown address that a browser opens, with 404.
 */
export async function serveStaticFiles(server: FastifyInstance, folder = builtFolder): Promise<void> {
  server.addHook('onSend', (request, reply, _payload, done) => {
    if (!request.url.startsWith('/dashboard/')) reply.header('content-security-policy', contentSecurityPolicy);
    reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'same-origin');
    done();
  });
  if (!isDashboardBuilt(folder)) {
    server.get('/*', (_request, reply) => {
      reply.code(404).type('text/plain; charset=utf-8').send(`${notBuiltSentence}\n`);
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
    if (isPage(request.url)) return reply.sendFile('index.html');
    // A page of an older version loads files that are gone, and programs ask for data.
    if (!wantsPage(request)) throw notFound();
    // Without what a browser compares its copy by: the answer to that would be empty.
    reply.code(404).header('content-security-policy', contentSecurityPolicy);
    return reply.sendFile('index.html', { etag: false, lastModified: false, acceptRanges: false });
  });
}
