import fastify, { type FastifyInstance } from 'fastify';
import { notFound } from '../refusal.ts';
import { guidesPath } from './guides/guide-page.ts';
import { type GuideSettings, registerGuideRoutes } from './guides/routes.ts';
import {
  askEachTime,
  contentHash,
  keepForever,
  type PreparedDocument,
  prepareDocument,
  sendDocument,
} from './prepared-document.ts';
import { onceOnDemand } from './shared-result.ts';

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

/** The browsable reference: a page, and a script of some megabytes with its content's hash in its address. */
interface Reference {
  readonly page: PreparedDocument;
  readonly script: PreparedDocument;
  readonly scriptPath: string;
}

/**
 * The guides, and GET /docs/ and the script of its page. A running service seldom needs them, so they are rendered and compressed with
 * the first request, and sent as they are from then on.
 */
export function registerDocsRoutes(server: FastifyInstance, settings: GuideSettings): void {
  registerGuideRoutes(server, settings);
  const reference = onceOnDemand(renderReference);
  server.get('/docs', { schema: { hide: true } }, async (request, reply) => {
    const [path] = request.url.split('?', 1);
    if (path === '/docs') return reply.redirect('/docs/', 301);
    reply.header('content-security-policy', contentSecurityPolicy);
    return sendDocument((await reference()).page, request, reply);
  });
  server.get('/docs/*', { schema: { hide: true } }, async (request, reply) => {
    const { script, scriptPath } = await reference();
    const [path] = request.url.split('?', 1);
    if (path !== scriptPath) throw notFound();
    reply.header('content-security-policy', contentSecurityPolicy);
    return sendDocument(script, request, reply);
  });
}

/** Stands above the reference and leads to the guides. The library leaves room for a header as high as the property says. */
const guidesHeader = `<style>
:root { --scalar-custom-header-height: 44px; }
.guides-header { position: sticky; top: 0; z-index: 100; display: flex; align-items: center; height: 44px; padding: 0 24px;
  background: var(--scalar-background-1, Canvas); border-bottom: 1px solid var(--scalar-border-color, GrayText); font: 14px/1 system-ui, sans-serif; }
.guides-header a { color: var(--scalar-color-1, LinkText); }
</style>
<nav class="guides-header" aria-label="Documentation"><a href="${guidesPath}">Guides</a></nav>`;

async function renderReference(): Promise<Reference> {
  const script = await renderPart('/docs/js/scalar.js', '');
  const scriptPath = `/docs/js/reference.${contentHash(script)}.js`;
  const library = (await renderPart('/docs/', scriptPath)).toString();
  const page = library.replace('<body>', () => `<body>\n${guidesHeader}`);
  if (page === library) throw new Error('the page of the reference has no <body> any more');
  return {
    page: await prepareDocument(page, { contentType: 'text/html; charset=utf-8', cacheControl: askEachTime }),
    script: await prepareDocument(script, {
      contentType: 'application/javascript; charset=utf-8',
      cacheControl: keepForever,
    }),
    scriptPath,
  };
}

/** The library gives its page and its script only as the answers of a Fastify plugin. */
async function renderPart(path: string, scriptPath: string): Promise<Buffer> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const renderer = fastify();
  await renderer.register(reference, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      // Whatever address its reader uses, and the policy allows; the document names the public one.
      servers: [{ url: '/' }],
      cdn: scriptPath,
      pageTitle: 'API reference',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
      onRequestBuilt: addIdempotencyKey,
    },
  });
  const { statusCode, rawPayload } = await renderer.inject(path);
  await renderer.close();
  if (statusCode !== 200) throw new Error(`the library of the reference answered ${statusCode} for ${path}`);
  return rawPayload;
}

/**
 * Gives each request that the browsable reference sends an Idempotency-Key of its own, unless its reader typed one. With
 * one fixed key every second try would get the first answer again. It runs in the browser, where its text is written into
 * the page: it can use nothing from outside itself. (`crypto.randomUUID` is missing there without https.)
 */
export function addIdempotencyKey({ request }: { readonly request: Request }): void {
  if (request.method !== 'POST' || request.headers.get('Idempotency-Key')) return;
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)));
  request.headers.set('Idempotency-Key', bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(''));
}
