import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyInstance } from 'fastify';
import { parseJsonBodies } from '../http/body-parser.ts';
import { sendFailure } from '../http/failure.ts';
import { answerUnrouted } from '../http/not-found.ts';
import { bodyBytesMax, refusalOfError } from '../http/refusal-of-error.ts';
import { requestIdOf } from '../http/request-id.ts';
import { failureLog } from '../http/request-log.ts';
import { compileSpokenValidator } from '../http/validation.ts';
import type { DashboardApi } from './api.ts';
import { guardOf } from './guard.ts';
import { refuseForeignOrigin } from './own-origin.ts';
import { answerSignIn, findPerson } from './people/session.ts';
import { createSignIn, signInPath } from './people/sign-in.ts';
import { serveMe } from './routes/me.ts';
import { serveLedger } from './routes/platform/ledger/serve-ledger.ts';
import { readOperators } from './routes/platform/operators/read-operators.ts';
import { serveReconciliation } from './routes/platform/reconciliation/serve-reconciliation.ts';
import { serveReviews } from './routes/platform/reviews/serve-reviews.ts';
import { listDisabledWebhooks } from './routes/platform/webhooks/list-disabled-webhooks.ts';
import type { DashboardServices } from './services.ts';
import { serveStaticFiles } from './static-files.ts';

/** Where the dashboard's own API is. */
export const dashboardApiPrefix = '/dashboard/api';

import { serveRequests } from './routes/requests/serve-requests.ts';
import { serveTeam } from './routes/team/serve-team.ts';
/**
 * The dashboard: the browser's files, sign-in, and an API of its own for signed-in people. A server of its own inside
 * the service's, because it is loaded with the first request for it (src/http/dashboard.ts).
 */
export async function createDashboardServer(services: DashboardServices): Promise<FastifyInstance> {
  const { settings, logger } = services;
  const server = fastify({
    logger: false,
    genReqId: requestIdOf,
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    bodyLimit: bodyBytesMax,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    return503OnClosing: false,
  }).withTypeProvider<TypeBoxTypeProvider>();
  server.decorateRequest('desk', null);
  server.decorateRequest('bodyBytes', null);
  server.setValidatorCompiler(compileSpokenValidator);
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  const logFailure = failureLog(logger);
  server.setErrorHandler((error, request, reply) => {
    const refusal = refusalOfError(error);
    if (refusal !== error) logFailure(error, refusal.code, request);
    sendFailure(reply, refusal, request.id);
  });
  parseJsonBodies(server);
  const signIn = createSignIn({
    pool: services.pool,
    logger,
    encryptionKeys: services.encryptionKeys,
    baseUrl: services.baseUrl(),
    sendPasswordLink: async ({ email, token }) => {
      logger.info({ email, link: `${services.baseUrl()}/set-password?token=${token}` }, 'a link to set a password');
    },
  });
  server.route({
    method: ['GET', 'POST'],
    url: `${signInPath}/*`,
    onRequest: async (request) => refuseForeignOrigin(request),
    handler: (request, reply) => answerSignIn(signIn, request, reply),
  });
  const guardParts = {
    pool: services.pool,
    twoFactorRequired: settings.requireTwoFactor,
    findPerson: findPerson.bind(null, signIn),
  };
  await server.register(
    async (api: DashboardApi) => {
      api.addHook('onRoute', (route) => {
        const right = route.config?.right;
        if (right === undefined) throw new Error(`${route.url} has no right`);
        const own = route.onRequest === undefined ? [] : [route.onRequest].flat();
        route.onRequest = [guardOf(guardParts, right), ...own];
      });
      api.addHook('onSend', (_request, reply, _payload, done) => {
        reply.header('cache-control', 'no-store');
        done();
      });
      serveApi(api, services);
    },
    { prefix: dashboardApiPrefix },
  );
  await serveStaticFiles(server);
  server.setNotFoundHandler((request, reply) => answerUnrouted(server, request, reply));
  await server.ready();
  return server;
}

function serveApi(api: DashboardApi, services: DashboardServices): void {
  serveMe(api, services);
  serveReviews(api, services);
  readOperators(api, services);
  serveReconciliation(api, services);
  serveLedger(api, services);
  listDisabledWebhooks(api, services);
}
  serveRequests(api, services);
