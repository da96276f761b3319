import type { FastifyInstance } from 'fastify';

/** The dashboard's API and sign-in. */
const apiPath = '/dashboard/*';

/** The pages and files that a browser opens; each other address stays unknown. */
const pagePaths = [
  '/',
  '/sign-in',
  '/forgot-password',
  '/set-password',
  '/account',
  '/clients/*',
  '/platform',
  '/platform/*',
  '/assets/*',
  '/color-scheme.js',
  '/favicon.svg',
];

/**
 * Serves the dashboard, which is a server of its own inside this one. Sign-in and the rest are large and a service that
 * only programs use never needs them, so they are loaded with the first request.
 * @param load makes the dashboard's server.
 */
export function serveDashboard(server: FastifyInstance, load: () => Promise<FastifyInstance>): void {
  let loading: Promise<FastifyInstance> | undefined;
  for (const url of [apiPath, ...pagePaths]) {
    server.route({
      method: url === apiPath ? ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] : ['GET', 'HEAD'],
      url,
      schema: { hide: true },
      exposeHeadRoute: false,
      // Before the body is read: the dashboard's own server reads it.
      onRequest: async (request, reply) => {
        loading ??= load().catch((error: unknown) => {
          loading = undefined;
          throw error;
        });
        const dashboard = await loading;
        reply.hijack();
        dashboard.routing(request.raw, reply.raw);
      },
      handler: () => {
        throw new Error('the dashboard answers by itself');
      },
    });
  }
  server.addHook('onClose', async () => {
    await (await loading)?.close();
  });
}
