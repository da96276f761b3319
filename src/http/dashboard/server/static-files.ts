import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { notFound } from '../../../refusal.ts';
import { acceptsHtml } from '../../not-found.ts';
import { documentOf, keepForever, type PreparedDocument, sendDocument } from '../../prepared-document.ts';
import { builtFolder, isDashboardBuilt, isPage, notBuiltSentence } from './mount-dashboard.ts';

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

/** Of the files that the build makes. */
const contentTypeOf: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

/** The endings of compressed forms, which the build writes beside the files that they make smaller. */
const endingOf = { br: '.br', gzip: '.gz' } as const;

/**
 * Serves the browser's files as `npm run build` made them. Files below /assets have their content's hash in their name
 * and never change. Every page is the one file, which finds its own way; so is an unknown address that a browser opens, with 404.
 * All are read once, some megabytes: a reader who takes a file slowly holds no file open and no copy of it.
 */
export async function registerStaticFiles(server: FastifyInstance, folder = builtFolder): Promise<void> {
  server.addHook('onSend', (request, reply, _payload, done) => {
    // Only what a browser shows as a document has a policy. It is as long as a small script.
    if (isShown(reply) && !request.url.startsWith('/dashboard/')) {
      reply.header('content-security-policy', contentSecurityPolicy);
    }
    reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'same-origin');
    done();
  });
  const documents = isDashboardBuilt(folder) ? await readDocuments(folder) : new Map<string, PreparedDocument>();
  const page = documents.get('index.html');
  if (page === undefined) {
    server.get('/*', (_request, reply) => {
      reply.code(404).type('text/plain; charset=utf-8').send(`${notBuiltSentence}\n`);
    });
    return;
  }
  for (const [name, document] of documents) {
    server.get(`/${name}`, (request, reply) => sendDocument(document, request, reply));
  }
  server.get('/*', (request, reply) => {
    if (isPage(request.url)) return sendDocument(page, request, reply);
    // A page of an older version loads files that are gone, and programs ask for data.
    if (!acceptsHtml(request)) throw notFound();
    return sendDocument(page, request, reply.code(404).header('content-security-policy', contentSecurityPolicy));
  });
}

/** Whether a browser shows the answer as a document, in which scripts could run. */
function isShown(reply: FastifyReply): boolean {
  return /^(?:text\/html|image\/svg\+xml)/.test(String(reply.getHeader('content-type')));
}

/** Every file of the build by its path in the folder. By its own name a compressed form is not served. */
async function readDocuments(folder: string): Promise<Map<string, PreparedDocument>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Set(
    entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => relative(folder, join(parentPath, name))),
  );
  const read = (name: string) => (files.has(name) ? readFile(join(folder, name)) : undefined);
  const endings: readonly string[] = Object.values(endingOf);
  const names = [...files].filter((name) => !endings.includes(extname(name)));
  const documents = names.map(async (name): Promise<[string, PreparedDocument]> => {
    const [bytes, br, gzip] = await Promise.all([
      readFile(join(folder, name)),
      read(name + endingOf.br),
      read(name + endingOf.gzip),
    ]);
    const contentType = contentTypeOf[extname(name)] ?? 'application/octet-stream';
    const cacheControl = name.startsWith('assets/') ? keepForever : 'no-cache';
    return [name, documentOf(bytes, { br, gzip }, { contentType, cacheControl })];
  });
  return new Map(await Promise.all(documents));
}
