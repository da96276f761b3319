import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The dashboard's API and sign-in. */
const apiPath = '/dashboard/*';

/** The pages that a browser opens; each other address stays unknown. */
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
const filePaths = ['/assets/*', '/color-scheme.js', '/favicon.svg'];

/** Whether an address is a page of the dashboard; whether the page finds what it names is its own business. */
export function isPage(url: string): boolean {
  const path = (url.split('?', 1)[0] ?? '').replace(/(?<=.)\/$/, '');
  return pagePaths.some((page) => (page.endsWith('/*') ? path.startsWith(page.slice(0, -1)) : path === page));
}

/**
 * Serves the dashboard, which is a server of its own inside this one. Sign-in and the rest are large and a service that
 * only programs use never needs them, so they are loaded with the first request.
 * @param load makes the dashboard's server.
 * @returns lets the dashboard answer a request; one for an unknown address gets its page for that.
 */
export function serveDashboard(
  server: FastifyInstance,
  load: () => Promise<FastifyInstance>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  let loading: Promise<FastifyInstance> | undefined;
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
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
      onRequest: answer,
      handler: () => {
        throw new Error('the dashboard answers by itself');
      },
    });
  }
  server.addHook('onClose', async () => {
    await (await loading)?.close();
  });
  return answer;
}
