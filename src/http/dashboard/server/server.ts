import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyInstance } from 'fastify';
import { passkeySite } from '../../../access/people/passkeys.ts';
import { signInPath } from '../../../access/people/sign-in.ts';
import { createSignInParts, type SignInParts } from '../../../access/people/sign-in-parts.ts';
import type { ChangeServices } from '../../../dual-control/change-kind.ts';
import { parseJsonBodies } from '../../body-parser.ts';
import { strictTransportHeader } from '../../browser-headers.ts';
import { handleUnrouted } from '../../not-found.ts';
import { bodyBytesMax, refusalOfError } from '../../refusal-of-error.ts';
import { requestIdOf } from '../../request-id.ts';
import { failureLog } from '../../request-log.ts';
import { sendData, sendFailure } from '../../response.ts';
import { compileDashboardValidator } from '../../validation.ts';
import { registerAccountRoutes, registerMeRoute } from '../account.ts';
import { registerApprovalRoutes } from '../approvals.ts';
import { registerBulkPayoutRoutes } from '../bulk-payouts.ts';
import { registerBusinessSettingsRoutes } from '../business-settings.ts';
import { registerDashboardIpRoutes } from '../dashboard-ips.ts';
import { registerEventRoutes } from '../events.ts';
import { registerExportRoutes } from '../exports.ts';
import { registerHandsetRoutes } from '../handset.ts';
import { registerHomeRoutes } from '../home.ts';
import { registerKeyRoutes } from '../keys.ts';
import { registerPaymentRoutes } from '../money.ts';
import { registerNotificationRoutes } from '../notifications.ts';
import { registerAdjustmentRoutes } from '../platform/adjustments.ts';
import { registerAuditLogRoutes } from '../platform/audit-log.ts';
import { registerClientRoutes } from '../platform/clients.ts';
import { registerFeeRoutes } from '../platform/fees.ts';
import { registerPlatformHomeRoutes } from '../platform/home.ts';
import { registerLedgerRoutes } from '../platform/ledger.ts';
import { registerLiveReadinessRoutes } from '../platform/live-readiness.ts';
import { registerOperatorRoutes } from '../platform/operators.ts';
import { registerPersonRoutes } from '../platform/people.ts';
import { registerProposalRoutes } from '../platform/proposals.ts';
import { registerReconciliationRoutes } from '../platform/reconciliation.ts';
import { registerReviewRoutes } from '../platform/reviews.ts';
import { registerPlatformSearchRoutes } from '../platform/search.ts';
import { registerPlatformWebhookRoutes } from '../platform/webhooks.ts';
import { registerReceiptRoutes } from '../receipts.ts';
import { registerRecipientRoutes } from '../recipients.ts';
import { registerRequestRoutes } from '../requests.ts';
import { registerSearchRoutes } from '../search.ts';
import { registerStatementRoutes } from '../statements.ts';
import { registerTeamRoutes } from '../team.ts';
import { registerTransactionRoutes } from '../transactions.ts';
import { registerWebhookRoutes } from '../webhooks.ts';
import type { DashboardApi, DashboardParts } from './api.ts';
import { guardOf, refuseForeignOrigin } from './guard.ts';
import { findPerson } from './session.ts';
import { createSignInHandler, signInBodyBytesMax } from './sign-in.ts';
import { registerStaticFiles } from './static-files.ts';

/** Where the dashboard's own API is. */
export const dashboardApiPrefix = '/dashboard/api';

/** How people of this service sign in, for who is not signed in. */
const signInOptionsPath = `${dashboardApiPrefix}/sign-in-options`;

/**
 * The dashboard: the browser's files, sign-in, and an API of its own for signed-in people. A server of its own inside
 * the service's, because it is loaded with the first request for it (mount-dashboard.ts).
 */
export async function createDashboardServer(parts: DashboardParts): Promise<FastifyInstance> {
  const { settings, logger } = parts;
  const server = fastify({
    logger: false,
    genReqId: requestIdOf,
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    bodyLimit: bodyBytesMax,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    return503OnClosing: false,
  }).withTypeProvider<TypeBoxTypeProvider>();
  server.decorateRequest('staffContext', null);
  server.decorateRequest('bodyBytes', null);
  server.decorateRequest('signature', null);
  server.setValidatorCompiler(compileDashboardValidator);
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
  const people = createSignInParts(parts);
  const signInHandler = createSignInHandler({ pool: parts.pool, logger, baseUrl: parts.baseUrl(), ...people });
  server.route({
    method: 'POST',
    url: `${signInPath}/*`,
    bodyLimit: signInBodyBytesMax,
    onRequest: async (request) => {
      refuseForeignOrigin(request, settings.publicUrl);
      signInHandler.admit(request);
    },
    handler: signInHandler.handle,
  });
  // For pages that are used without a session. The same for every account.
  server.get(signInOptionsPath, (_request, reply) => {
    sendData(reply, 'Sign-in options retrieved.', {
      password_links_are_mailed: people.passwordLinks.areMailed,
      passkey_origin: passkeySite(parts.baseUrl())?.origin ?? null,
    });
  });
  server.addHook('onClose', () => people.signInLog.close());
  const guardParts = {
    pool: parts.pool,
    publicUrl: settings.publicUrl,
    secondFactorRule: settings.requireTwoFactor,
    rehearsal: settings.rehearsal,
    findPerson: findPerson.bind(null, { db: parts.pool, signIn: people.signIn }),
  };
  await server.register(
    async (api: DashboardApi) => {
      api.addHook('onRoute', (route) => {
        const right = route.config?.right;
        if (right === undefined) throw new Error(`${route.url} has no right`);
        const guard = guardOf(guardParts, { right, stepUp: route.config?.stepUp ?? 'never' });
        route.onRequest = [guard, ...[route.onRequest ?? []].flat()];
        // A body may take minutes to arrive, and a person who was disabled meanwhile must not change anything.
        if (route.method !== 'GET' && route.method !== 'HEAD') {
          route.preHandler = [guard, ...[route.preHandler ?? []].flat()];
        }
      });
      api.addHook('onSend', (_request, reply, _payload, done) => {
        reply.header('cache-control', 'no-store');
        done();
      });
      registerRoutes(api, parts, people);
    },
    { prefix: dashboardApiPrefix },
  );
  await registerStaticFiles(server);
  server.setNotFoundHandler((request, reply) => handleUnrouted(server, request, reply));
  await server.ready();
  return server;
}

/** Registers every route of the dashboard’s own API. */
export function registerRoutes(api: DashboardApi, parts: DashboardParts, people: SignInParts): void {
  const changes: ChangeServices = { ...parts, passwordLinks: async () => people.passwordLinks };
  registerMeRoute(api, parts);
  registerHomeRoutes(api, parts);
  registerTransactionRoutes(api, parts);
  registerSearchRoutes(api, parts);
  registerReceiptRoutes(api, parts);
  registerApprovalRoutes(api, parts);
  registerPaymentRoutes(api, parts);
  registerRecipientRoutes(api, parts);
  registerBulkPayoutRoutes(api, parts);
  registerExportRoutes(api, parts);
  registerStatementRoutes(api, parts);
  registerAccountRoutes(api, parts, people);
  registerBusinessSettingsRoutes(api, parts);
  registerTeamRoutes(api, parts, people, changes);
  registerDashboardIpRoutes(api, parts, changes);
  registerNotificationRoutes(api, parts);
  registerKeyRoutes(api, parts, changes);
  registerHandsetRoutes(api, parts);
  registerPlatformHomeRoutes(api, parts);
  registerClientRoutes(api, parts, changes);
  registerPlatformSearchRoutes(api, parts);
  registerAdjustmentRoutes(api, parts);
  registerFeeRoutes(api, parts, changes);
  registerProposalRoutes(api, changes);
  registerLiveReadinessRoutes(api, parts);
  registerPersonRoutes(api, parts, people, changes);
  registerAuditLogRoutes(api, parts);
  registerReviewRoutes(api, parts);
  registerOperatorRoutes(api, parts);
  registerReconciliationRoutes(api, parts);
  registerLedgerRoutes(api, parts);
  registerPlatformWebhookRoutes(api, parts);
  registerEventRoutes(api, parts);
  registerWebhookRoutes(api, parts);
  registerRequestRoutes(api, parts);
}
