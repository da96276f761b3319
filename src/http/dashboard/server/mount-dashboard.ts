import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '../../../postgres/pool.ts';

/** Where `packages/dashboard/prepare.mjs` puts the pages that a browser loads. */
export const builtFolder = fileURLToPath(new URL('../../../../packages/dashboard/dist', import.meta.url));

/** For the log and for the browser of an installation without the pages. */
export const notBuiltSentence =
  'The dashboard is not built: run "npm ci", which builds it, and then "npm prune --omit=dev" (docs/operations.md, "Install").';

/** An install without development dependencies has no tools to build the pages with. */
export function isDashboardBuilt(folder = builtFolder): boolean {
  return existsSync(`${folder}/index.html`);
}

/** The dashboard's API and sign-in. */
const apiPath = '/dashboard/*';

/** The addresses of pages; every other address is unknown. */
const pagePaths = [
  '/',
  '/sign-in',
  '/forgot-password',
  '/set-password',
  '/account',
  '/clients/*',
  '/platform',
  '/platform/*',
];

/** What these pages load. */
const filePaths = [
  '/assets/*',
  '/color-scheme.js',
  '/favicon.svg',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable-192.png',
  '/icon-maskable-512.png',
  '/manifest.webmanifest',
];

/** Whether an address is one of a page of the dashboard. The page itself reports an id that does not exist. */
export function isPage(url: string): boolean {
  const path = (url.split('?', 1)[0] ?? '').replace(/(?<=.)\/$/, '');
  return pagePaths.some((page) => (page.endsWith('/*') ? path.startsWith(page.slice(0, -1)) : path === page));
}

/**
 * Mounts the dashboard, which is a server of its own inside this one. It is large, and an installation that only programs
 * use never needs it, so it is loaded with the first request.
 * @param load creates the dashboard's server.
 * @returns passes a request to the dashboard, which has a page for unknown addresses.
 */
export function mountDashboard(
  server: FastifyInstance,
  load: () => Promise<FastifyInstance>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  let loading: Promise<FastifyInstance> | undefined;
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    const dashboard = await loading;
    reply.hijack();
    dashboard.routing(request.raw, reply.raw);
  };
  for (const url of [apiPath, ...pagePaths, ...filePaths]) {
    server.route({
      method: url === apiPath ? ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] : ['GET', 'HEAD'],
      url,
      schema: { hide: true },
      exposeHeadRoute: false,
      // Before the body is read: the dashboard's own server reads it.
      onRequest: handle,
      handler: () => {
        throw new Error('the dashboard responds in onRequest');
      },
    });
  }
  server.addHook('onClose', async () => {
    await (await loading)?.close();
  });
  return handle;
}

/**
 * Whether a person is likely to open the dashboard soon, so that loading it now is worth 50 MB and half a second of work:
 * somebody started the service at a terminal, where its address is shown, or a session is open. Neither is true of an
 * installation that only programs use.
 */
export async function isDashboardVisitLikely(db: Queryable, startedAtTerminal: boolean): Promise<boolean> {
  if (startedAtTerminal) return true;
  const { rows } = await db.query<{ used: boolean }>(
    'SELECT EXISTS (SELECT FROM person_session WHERE expires_at > clock_timestamp()) AS used',
  );
  return rows[0]?.used === true;
}
