import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyInstance } from 'fastify';
import { sendData } from '../http/answer.ts';
import { parseJsonBodies } from '../http/body-parser.ts';
import { sendFailure } from '../http/failure.ts';
import { answerUnrouted } from '../http/not-found.ts';
import { bodyBytesMax, refusalOfError } from '../http/refusal-of-error.ts';
import { requestIdOf } from '../http/request-id.ts';
import { failureLog } from '../http/request-log.ts';
import { strictTransportHeader } from '../http/strict-transport.ts';
import { compileSpokenValidator } from '../http/validation.ts';
import type { DashboardApi } from './api.ts';
import { guardOf } from './guard.ts';
import { refuseForeignOrigin } from './own-origin.ts';
import { createSignInAnswer, signInBodyBytesMax } from './people/answer-sign-in.ts';
import { createPeopleServices, type PeopleServices } from './people/services.ts';
import { findPerson } from './people/session.ts';
import { signInPath } from './people/sign-in.ts';
import { serveAccount } from './routes/account.ts';
import { serveApprovals } from './routes/approvals.ts';
import { serveBulkPayouts } from './routes/bulk-payouts.ts';
import { serveEvents } from './routes/events.ts';
import { serveExports } from './routes/exports.ts';
import { serveHandset } from './routes/handset.ts';
import { serveHome } from './routes/home.ts';
import { serveKeys } from './routes/keys.ts';
import { serveMe } from './routes/me.ts';
import { serveMoney } from './routes/money.ts';
import { serveAdjustments } from './routes/platform/adjustments.ts';
import { serveAuditLog } from './routes/platform/audit-log.ts';
import { serveClients } from './routes/platform/clients.ts';
import { serveFees } from './routes/platform/fees.ts';
import { serveLedger } from './routes/platform/ledger.ts';
import { readOperators } from './routes/platform/operators.ts';
import { servePeople } from './routes/platform/people.ts';
import { serveReconciliation } from './routes/platform/reconciliation.ts';
import { serveReviews } from './routes/platform/reviews.ts';
import { listDisabledWebhooks } from './routes/platform/webhooks.ts';
import { serveRequests } from './routes/requests.ts';
import { serveStatements } from './routes/statements.ts';
import { serveTeam } from './routes/team.ts';
import { serveTransactions } from './routes/transactions.ts';
import { serveWebhooks } from './routes/webhooks.ts';
import type { DashboardServices } from './services.ts';
import { serveStaticFiles } from './static-files.ts';

/** Where the dashboard's own API is. */
export const dashboardApiPrefix = '/dashboard/api';

/** How people of this service sign in, for who is not signed in. */
const signInOptionsPath = `${dashboardApiPrefix}/sign-in-options`;

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
  const addStrictTransport = strictTransportHeader(settings.publicUrl);
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    addStrictTransport(request, reply);
    done();
  });
  const logFailure = failureLog(logger);
  server.setErrorHandler((error, request, reply) => {
    const refusal = refusalOfError(error, request.routeOptions.bodyLimit);
    if (refusal !== error) logFailure(error, refusal.code, request);
    sendFailure(reply, refusal, request.id);
  });
  parseJsonBodies(server);
  const people = createPeopleServices(services);
  const signInAnswer = createSignInAnswer({ pool: services.pool, logger, ...people });
  server.route({
    method: 'POST',
    url: `${signInPath}/*`,
    bodyLimit: signInBodyBytesMax,
    onRequest: async (request) => {
      refuseForeignOrigin(request, settings.publicUrl);
      signInAnswer.admit(request);
    },
    handler: signInAnswer.answer,
  });
  // For the page of a forgotten password, whose visitor is not signed in. The same for every account.
  server.get(signInOptionsPath, (_request, reply) => {
    sendData(reply, 'Sign-in options retrieved.', { password_links_are_mailed: people.passwordLinks.areMailed });
  });
  server.addHook('onClose', () => people.signInLog.close());
  const guardParts = {
    pool: services.pool,
    publicUrl: settings.publicUrl,
    twoFactorRequired: settings.requireTwoFactor,
    findPerson: findPerson.bind(null, { db: services.pool, signIn: people.signIn }),
  };
  await server.register(
    async (api: DashboardApi) => {
      api.addHook('onRoute', (route) => {
        const right = route.config?.right;
        if (right === undefined) throw new Error(`${route.url} has no right`);
        const guard = guardOf(guardParts, right);
        route.onRequest = [guard, ...[route.onRequest ?? []].flat()];
        // A body may take minutes to come, and whoever was shut out meanwhile must change nothing.
        if (route.method !== 'GET' && route.method !== 'HEAD') {
          route.preHandler = [guard, ...[route.preHandler ?? []].flat()];
        }
      });
      api.addHook('onSend', (_request, reply, _payload, done) => {
        reply.header('cache-control', 'no-store');
        done();
      });
      serveApi(api, services, people);
    },
    { prefix: dashboardApiPrefix },
  );
  await serveStaticFiles(server);
  server.setNotFoundHandler((request, reply) => answerUnrouted(server, request, reply));
  await server.ready();
  return server;
}

/** Registers every route of the dashboard’s own API. */
export function serveApi(api: DashboardApi, services: DashboardServices, people: PeopleServices): void {
  serveMe(api, services);
  serveHome(api, services);
  serveTransactions(api, services);
  serveApprovals(api, services);
  serveMoney(api, services);
  serveBulkPayouts(api, services);
  serveExports(api, services);
  serveStatements(api, services);
  serveAccount(api, services, people);
  serveTeam(api, services, people);
  serveKeys(api, services);
  serveHandset(api, services);
  serveClients(api, services);
  serveAdjustments(api, services);
  serveFees(api, services);
  servePeople(api, services, people);
  serveAuditLog(api, services);
  serveReviews(api, services);
  readOperators(api, services);
  serveReconciliation(api, services);
  serveLedger(api, services);
  listDisabledWebhooks(api, services);
  serveEvents(api, services);
  serveWebhooks(api, services);
  serveRequests(api, services);
}
