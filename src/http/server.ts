import { compile as compileTrust } from '@fastify/proxy-addr';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { ApprovalOperations } from '../approvals/operations.ts';
import type { BulkPayoutOperations } from '../bulk-payouts/operations.ts';
import type { Config } from '../config.ts';
import type { EventStreams } from '../events/stream.ts';
import type { CallbackChecks } from '../live-readiness/callback-check.ts';
import type { Handset } from '../operators/simulator/handset.ts';
import { outcomeUnknown, type Refusal } from '../refusal.ts';
import type { Roles } from '../settings/roles.ts';
import type { CallbackIntake } from '../settlement/callback-intake.ts';
import type { StatementOperations } from '../statements/operations.ts';
import type { WalletOperations } from '../wallet/operations.ts';
import type { WebhookOperations } from '../webhooks/operations.ts';
import { registerApprovalRoutes } from './api/approvals.ts';
import { registerBalanceRoute } from './api/balance.ts';
import { registerBulkPayoutRoutes } from './api/bulk-payouts.ts';
import { registerCollectionRoutes } from './api/collections.ts';
import { registerEventRoutes } from './api/events.ts';
import { registerFeeRoute } from './api/fees.ts';
import { registerKeyRoute } from './api/key.ts';
import { registerLimitsRoute } from './api/limits.ts';
import { registerCallbackRoutes } from './api/operator-callbacks.ts';
import { registerPayoutRoutes } from './api/payouts.ts';
import { registerLookupRoute } from './api/phones.ts';
import { registerQuoteRoutes } from './api/quotes.ts';
import { registerReceiptRoute } from './api/receipts.ts';
import { registerStatementRoute } from './api/statements.ts';
import { registerTestModeRoutes } from './api/test-mode.ts';
import { registerTransactionRoutes } from './api/transactions.ts';
import { registerWebhookRoutes } from './api/webhooks.ts';
import { type Api, anyKey } from './api.ts';
import { parseJsonBodies } from './body-parser.ts';
import { allowOrigins, strictTransportHeader } from './browser-headers.ts';
import { allowBodyTime, handleClientError } from './client-errors.ts';
import { mountDashboard } from './dashboard/server/mount-dashboard.ts';
import { Deadline, type Deadlines } from './deadline.ts';
import { registerDocsRoutes } from './docs.ts';
import { type GuardParts, guardOf, hasRateLimitHeaders, setRateLimitHeaders, signatureGuardOf } from './guard.ts';
import { type HealthParts, registerHealthRoutes } from './health.ts';
import { closeGracefully } from './listening.ts';
import { measureRequests, metricsGuardOf, registerMetricsRoute } from './metrics.ts';
import { handleUnrouted } from './not-found.ts';
import { defaultConnectionLimits, OpenConnections } from './open-connections.ts';
import { describeApi } from './openapi.ts';
import { isEnding, trackPendingResponses } from './pending-responses.ts';
import { type ProofRouteParts, registerProofRoutes } from './proofs.ts';
import { type ReceiptLinkParts, registerReceiptLinks } from './receipt-links.ts';
import {
  bodyBytesMax,
  changeUnknown,
  databaseUnavailable,
  malformedHost,
  malformedJson,
  refusalOfError,
  severalHosts,
  withoutHost,
} from './refusal-of-error.ts';
import { requestIdOf } from './request-id.ts';
import { journalRequests, type RequestJournal } from './request-journal.ts';
import { failureLog, logRequests } from './request-log.ts';
import { sendFailure } from './response.ts';
import { compileValidator } from './validation.ts';

/** The parts of the program that the server's routes and hooks call. */
export interface ServerParts extends GuardParts, HealthParts, ProofRouteParts, ReceiptLinkParts {
  readonly settings: Pick<
    Config,
    | 'brand'
    | 'connectionsPerAddress'
    | 'corsOrigins'
    | 'host'
    | 'metricsPort'
    | 'metricsToken'
    | 'operatorWaitMs'
    | 'otlpEndpoint'
    | 'publicUrl'
    | 'trustProxy'
  >;
  /** What this process serves: without `api` nothing below /api/v1, without `dashboard` no page. Health and metrics always. */
  readonly roles: Roles;
  readonly logger: Logger;
  /**
   * Whether the process is about to stop. Each response then closes its connection, so that the next request of a client or
   * load balancer that keeps connections open goes to another process.
   */
  isDraining(): boolean;
  /** Where the server registers its own metrics, and what /metrics shows. */
  readonly metricsRegistry: Registry;
  /** Called when somebody has read /metrics. */
  readonly onMetricsRead: () => void;
  readonly wallet: WalletOperations;
  readonly approvals: ApprovalOperations;
  readonly bulkPayouts: BulkPayoutOperations;
  readonly statements: StatementOperations;
  readonly webhooks: WebhookOperations;
  readonly eventStreams: Pick<EventStreams, 'open' | 'stop'>;
  /** The phones of test mode. */
  readonly handset: Pick<Handset, 'answerPrompt' | 'listMessages' | 'listPrompts'>;
  readonly operatorCallbacks: Pick<CallbackIntake, 'dropUnreadable' | 'take'>;
  /** Answers what the service sends to the address of its own callbacks. */
  readonly callbackChecks: CallbackChecks;
  /** Where requests of the API are logged for the clients' developers; null: nowhere. */
  readonly requestJournal: Pick<RequestJournal, 'note'> | null;
  /** Creates the dashboard's server, which is loaded with the first request for it. */
  loadDashboard(): Promise<FastifyInstance>;
}

const apiPrefix = '/api/v1';

/** With the database away, every answer is there within 5 s. */
const readingTimeMs = 4_500;

/** Changing a webhook may first ask for up to 5 s where its name leads. */
const changingTimeMs = 5_000 + readingTimeMs;

/** What one attempt of a delivery takes at most. */
const attemptTimeMs = 30_000;

/** How long a body may take that may be larger than others, in milliseconds. */
const largeBodyTimeMs = 300_000;
/** A statement is added up before its first byte, which takes long for a busy wallet and many days. */
const reportingTimeMs = 60_000;

/** What a money call takes besides the operator's first word: the writer's own deadline of 4 s, and storing. */
const movingTimeMs = 6_000;

/** The HTTP edge: the routes of the process's roles, health and metrics. The caller listens and closes. */
export async function createServer(parts: ServerParts): Promise<FastifyInstance> {
  const { settings, logger } = parts;
  const server = fastify({
    // What is worth a line is logged here, with the request's id; a child logger for each request costs too much.
    logger: false,
    genReqId: requestIdOf,
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    bodyLimit: bodyBytesMax,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 64 },
    // Slow clients: headers within 10 s, the whole request within 15 s, silence of at most a minute.
    // A request without a Host is refused below, with a body that explains it.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 500, requireHostHeader: false },
    requestTimeout: 15_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    // While we stop, requests on open connections are still served; their connections close after the answer.
    return503OnClosing: false,
    clientErrorHandler: handleClientError,
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      if (request.url.startsWith(apiPrefix)) setRateLimitHeaders(reply, parts.failedAuthentication.peek(request.ip));
      sendFailure(reply, refusalOfError(error), request.id);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
  // Fastify reads the body of a QUERY, and rejects one without a Content-Type before the 405 of ours could be sent.
  server.addHttpMethod('QUERY', { hasBody: false, overrideExisting: true });
  server.decorateRequest('principal', null);
  server.decorateRequest('bodyBytes', null);
  server.decorateRequest('signature', null);
  server.decorateReply('deadline', null);
  server.decorateReply('dueAtMs', 0);
  server.decorateReply('deadlineSlot', 0);
  server.decorateReply('taken', null);
  server.setValidatorCompiler(compileValidator);
  server.addHook('onRequest', (request, reply, done) => {
    if (isEnding(request.raw.socket)) {
      reply.hijack();
      return;
    }
    reply.header('x-request-id', request.id);
    if (parts.isDraining()) reply.header('connection', 'close');
    addStrictTransport(request, reply);
    done(refusalOfHost(request));
  });
  // RFC 9110 lets a server ignore an expectation that it does not know; Node would answer 417 without a body.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
  const addStrictTransport = strictTransportHeader(settings.publicUrl);
  const logFailure = failureLog(logger);
  server.setErrorHandler((error, request, reply) => {
    // A client that left in the middle of its body looks like a lost connection, which is not the database's.
    const left = request.raw.destroyed && !request.raw.complete;
    const refusal = left ? malformedJson() : refusalOfError(error, request.routeOptions.bodyLimit);
    if (refusal !== error) logFailure(error, refusal.code, request);
    // The body was read to its end, so that the connection can go on.
    const isReadToItsEnd = refusal.code === 'malformed_json' || refusal.code === 'unsupported_media_type';
    if (isReadToItsEnd && !parts.isDraining()) reply.removeHeader('connection');
    if (request.url.startsWith(apiPrefix) && !hasRateLimitHeaders(reply))
      setRateLimitHeaders(reply, parts.failedAuthentication.peek(request.ip));
    sendFailure(reply, refusal, request.id);
  });
  if (logger.isLevelEnabled('debug')) logRequests(server, logger);

  trackPendingResponses(server.server);
  const connections = new OpenConnections(
    server.server,
    { ...defaultConnectionLimits, perAddress: settings.connectionsPerAddress },
    compileTrust([...settings.trustProxy]),
    parts.metricsRegistry,
  );
  closeGracefully(server, connections);
  parseJsonBodies(server);
  measureRequests(server, parts.metricsRegistry);
  if (settings.otlpEndpoint !== null) {
    const { traceRequests } = await import('./tracing.ts');
    traceRequests(server, settings.otlpEndpoint);
  }
  if (parts.roles.includes('api')) await describeApi(server, settings);
  registerHealthRoutes(server, parts);
  registerProofRoutes(server, parts);
  registerReceiptLinks(server, parts);
  if (settings.metricsPort === null || settings.metricsToken !== null) {
    registerMetricsRoute(server, parts.metricsRegistry, parts.onMetricsRead, metricsGuardOf(settings));
  }
  const showDashboard = parts.roles.includes('dashboard') ? mountDashboard(server, parts.loadDashboard) : undefined;
  server.setNotFoundHandler((request, reply) => handleUnrouted(server, request, reply, showDashboard));
  if (parts.roles.includes('api')) await serveApi(server, parts);
  server.addHook('onClose', async () => connections.close());
  await server.ready();
  return server;
}

/** The reference of the API, the callbacks of operators, and everything below /api/v1. */
async function serveApi(server: FastifyInstance, parts: ServerParts): Promise<void> {
  const { settings } = parts;
  registerDocsRoutes(server, settings);
  await registerCallbackRoutes(server, parts.operatorCallbacks, parts.callbackChecks);
  const deadlines: Deadlines = {
    reading: new Deadline(readingTimeMs, databaseUnavailable),
    changing: new Deadline(changingTimeMs, changeUnknown),
    attempting: new Deadline(attemptTimeMs + readingTimeMs, databaseUnavailable),
    reporting: new Deadline(reportingTimeMs, databaseUnavailable),
    moving: new Deadline(settings.operatorWaitMs + movingTimeMs, ({ taken }) => outcomeUnknown(taken)),
  };
  await server.register(
    async (api: Api) => {
      api.addHook('onRequest', (request, reply, done) => {
        if (request.method === 'OPTIONS') setRateLimitHeaders(reply, parts.failedAuthentication.peek(request.ip));
        done();
      });
      if (settings.corsOrigins.length > 0) await allowOrigins(api, settings.corsOrigins);
      await api.register(async (routes: Api) => registerRoutes(routes, parts, deadlines));
      await api.register(async (rest: Api) => registerUnroutedOfApi(rest, parts, deadlines));
    },
    { prefix: apiPrefix },
  );
  server.addHook('onClose', async () => {
    for (const deadline of Object.values(deadlines)) deadline.close();
  });
}

/** A name or an address with an optional port (RFC 3986 section 3.2.2, without the characters that no name of a server has). */
const hostForm = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * HTTP/1.1 wants exactly one Host, and a host in it (RFC 9112 section 3.2). With a path in it,
 * or in the forwarded host of a trusted proxy, a program that builds a URL from it could see another request than we do.
 */
function refusalOfHost(request: FastifyRequest): Refusal | undefined {
  const { httpVersion, headers, rawHeaders } = request.raw;
  if (headers.host === undefined) {
    if (httpVersion === '1.1') return withoutHost();
  } else if (!hostForm.test(headers.host)) return malformedHost();
  if (request.host !== '' && request.host !== headers.host && !hostForm.test(request.host)) return malformedHost();
  // Node keeps the first and drops the others, of which a proxy before us may have taken another one.
  let hosts = 0;
  for (let name = 0; name < rawHeaders.length; name += 2) {
    if (rawHeaders[name]?.length === 4 && rawHeaders[name]?.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1 ? severalHosts() : undefined;
}

function registerRoutes(api: Api, parts: ServerParts, deadlines: Deadlines): void {
  endDeadlines(api);
  if (parts.requestJournal !== null) journalRequests(api, parts.requestJournal);
  api.addHook('preValidation', signatureGuardOf(parts));
  api.addHook('onRoute', (route) => {
    const access = route.config?.access;
    if (access === undefined) throw new Error(`${route.url} has no access rule`);
    const guard = guardOf(parts, access, deadlines.reading);
    // A body that may be larger than others may be on a slow line; only admitted requests have the time.
    route.onRequest = route.bodyLimit === undefined ? guard : [guard, allowBodyTime(largeBodyTimeMs)];
  });
  registerBalanceRoute(api, parts.wallet);
  registerKeyRoute(api, parts.wallet);
  registerPayoutRoutes(api, parts, deadlines);
  registerCollectionRoutes(api, parts, deadlines);
  registerTransactionRoutes(api, parts.wallet);
  registerApprovalRoutes(api, parts.approvals, deadlines);
  registerBulkPayoutRoutes(api, parts, deadlines);
  registerReceiptRoute(api, parts.receipts, parts.issuer);
  registerStatementRoute(api, parts, deadlines);
  registerFeeRoute(api, parts.wallet);
  registerQuoteRoutes(api, parts);
  registerLimitsRoute(api, parts.wallet);
  registerLookupRoute(api, parts.wallet);
  registerEventRoutes(api, parts);
  registerWebhookRoutes(api, parts.webhooks, deadlines);
  registerTestModeRoutes(api, parts, deadlines);
}

/** Below /api/v1 what no route takes is guarded like a route: only who has a key learns what there is. */
function registerUnroutedOfApi(api: Api, parts: ServerParts, deadlines: Deadlines): void {
  endDeadlines(api);
  if (parts.requestJournal !== null) journalRequests(api, parts.requestJournal);
  const guard = guardOf(parts, { limit: 'lookup', permissions: anyKey }, deadlines.reading);
  api.addHook('onRequest', function (request, reply, done) {
    if (request.method === 'OPTIONS') done();
    else guard.call(this, request, reply, done);
  });
  api.addHook('preValidation', signatureGuardOf(parts));
  api.setNotFoundHandler((request, reply) => handleUnrouted(api, request, reply));
}

function endDeadlines(api: Api): void {
  api.addHook('onResponse', (_request, reply, done) => {
    reply.deadline?.end(reply);
    done();
  });
}
