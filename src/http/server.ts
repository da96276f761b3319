import type { IncomingMessage } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyInstance } from 'fastify';
import { type Api, anyKey } from './api.ts';
import { parseJsonBodies } from './body-parser.ts';
import { answerBrokenConnection } from './broken-connection.ts';
import { closeGracefully } from './closing.ts';
import { serveDashboard } from './dashboard.ts';
import { Deadline, type Deadlines } from './deadline.ts';
import { serveDocs } from './docs.ts';
import { sendFailure } from './failure.ts';
import { guardOf, showsWindow, showWindow } from './guard.ts';
import { serveHealth } from './health.ts';
import { measureRequests, serveMetrics } from './metrics.ts';
import { answerUnrouted } from './not-found.ts';
import { describeApi } from './openapi.ts';
import { noteOwedAnswers } from './owed-answers.ts';
import {
  bodyBytesMax,
  changeUnknown,
  databaseUnavailable,
  malformedJson,
  outcomeUnknown,
  refusalOfError,
  withoutHost,
} from './refusal-of-error.ts';
import { requestIdOf } from './request-id.ts';
import { journalRequests } from './request-journal/journal-requests.ts';
import { failureLog, logRequests } from './request-log.ts';
import { answerPrompt } from './routes/answer-prompt.ts';
import { collectPayment } from './routes/collect-payment.ts';
import { collectionStatus } from './routes/collection-status.ts';
import { fundTestWallet } from './routes/fund-test-wallet.ts';
import { listPrompts } from './routes/list-prompts.ts';
import { listTransactions } from './routes/list-transactions.ts';
import { lookupPhone } from './routes/lookup-phone.ts';
import { serveOperatorCallbacks } from './routes/operator-callbacks.ts';
import { quoteFee } from './routes/quote-fee.ts';
import { readBalance } from './routes/read-balance.ts';
import { readEvents } from './routes/read-events.ts';
import { readTransaction } from './routes/read-transaction.ts';
import { refundCollection } from './routes/refund-collection.ts';
import { sendMoney } from './routes/send-money.ts';
import { streamEvents } from './routes/stream-events.ts';
import { serveWebhooks } from './routes/webhooks/serve-webhooks.ts';
import { withdrawToMobile } from './routes/withdraw-to-mobile.ts';
import type { HttpServices } from './services.ts';
import { compileValidator } from './validation.ts';

const apiPrefix = '/api/v1';

/** With the database away, every answer is there within 5 s. */
const readingTimeMs = 4_500;

/** Changing a webhook may first ask for up to 5 s where its name leads. */
const changingTimeMs = 5_000 + readingTimeMs;

/** What one attempt of a delivery takes at most. */
const attemptTimeMs = 30_000;

/** What a money call takes besides the operator's first word: the writer's own deadline of 4 s, and storing. */
const movingTimeMs = 6_000;

/** The HTTP edge: every route of the interface, health, metrics and documents. The caller listens and closes. */
export async function createServer(services: HttpServices): Promise<FastifyInstance> {
  const { settings, logger } = services;
  const server = fastify({
    // What is worth a line is logged here, with the request's id; a child logger for each request costs too much.
    logger: false,
    genReqId: requestIdOf,
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    bodyLimit: bodyBytesMax,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 64 },
    // Slow clients: headers within 10 s, the whole request within 15 s, silence of at most a minute.
    // A request without a Host is refused below, with a body that says so.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, requireHostHeader: false },
    requestTimeout: 15_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    // While we stop, requests on open connections are still served; their connections close after the answer.
    return503OnClosing: false,
    clientErrorHandler: answerBrokenConnection,
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      if (request.url.startsWith(apiPrefix)) showWindow(reply, services.failedAuthentication.peek(request.ip));
      sendFailure(reply, refusalOfError(error), request.id);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
  // Fastify reads the body of a QUERY, and fails one without a Content-Type before it can be told that no route takes it.
  server.addHttpMethod('QUERY', { hasBody: false, overrideExisting: true });
  server.decorateRequest('principal', null);
  server.decorateRequest('bodyBytes', null);
  server.decorateReply('deadline', null);
  server.decorateReply('dueAtMs', 0);
  server.decorateReply('deadlineSlot', 0);
  server.decorateReply('taken', null);
  server.setValidatorCompiler(compileValidator);
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done(lacksHost(request.raw) ? withoutHost() : undefined);
  });
  // RFC 9110 lets a server ignore an expectation that it does not know; Node would answer 417 without a body.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
  const logFailure = failureLog(logger);
  server.setErrorHandler((error, request, reply) => {
    // A client that left in the middle of its body looks like a lost connection, which is not the database's.
    const left = request.raw.destroyed && !request.raw.complete;
    const refusal = left ? malformedJson() : refusalOfError(error);
    if (refusal !== error) logFailure(error, refusal.code, request);
    // The body was read to its end, so that the connection can go on.
    if (refusal.code === 'malformed_json' || refusal.code === 'unsupported_media_type')
      reply.removeHeader('connection');
    if (request.url.startsWith(apiPrefix) && !showsWindow(reply))
      showWindow(reply, services.failedAuthentication.peek(request.ip));
    sendFailure(reply, refusal, request.id);
  });
  if (logger.isLevelEnabled('debug')) logRequests(server, logger);

  noteOwedAnswers(server.server);
  closeGracefully(server);
  parseJsonBodies(server);
  measureRequests(server, services.registry);
  if (settings.otlpEndpoint !== null) {
    const { traceRequests } = await import('./tracing.ts');
    traceRequests(server, settings.otlpEndpoint);
  }
  await describeApi(server, settings.brand);
  server.setNotFoundHandler((request, reply) => answerUnrouted(server, request, reply));
  serveHealth(server, services);
  if (settings.metricsPort === null) serveMetrics(server, services.registry);
  serveDocs(server);
  serveDashboard(server, services.loadDashboard);
  await serveOperatorCallbacks(server, services);
  const deadlines: Deadlines = {
    reading: new Deadline(readingTimeMs, databaseUnavailable),
    changing: new Deadline(changingTimeMs, changeUnknown),
    attempting: new Deadline(attemptTimeMs + readingTimeMs, databaseUnavailable),
    moving: new Deadline(settings.operatorWaitMs + movingTimeMs, ({ taken }) => outcomeUnknown(taken)),
  };
  await server.register(async (api: Api) => serveApi(api, services, deadlines), { prefix: apiPrefix });
  await server.register(async (api: Api) => answerUnroutedOfApi(api, services, deadlines), { prefix: apiPrefix });
  server.addHook('onClose', async () => {
    for (const deadline of Object.values(deadlines)) deadline.close();
  });
  await server.ready();
  return server;
}

/** HTTP/1.1 wants a Host, and that its lack is answered 400 (RFC 9112 section 3.2). */
function lacksHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === '1.1' && headers.host === undefined;
}

function serveApi(api: Api, services: HttpServices, deadlines: Deadlines): void {
  endDeadlines(api);
  if (services.requestJournal !== null) journalRequests(api, services.requestJournal);
  api.addHook('onRoute', (route) => {
    const access = route.config?.access;
    if (access === undefined) throw new Error(`${route.url} has no access rule`);
    route.onRequest = guardOf(services, access, deadlines.reading);
  });
  readBalance(api, services);
  sendMoney(api, services, deadlines);
  withdrawToMobile(api, services, deadlines);
  collectPayment(api, services, deadlines);
  collectionStatus(api, services);
  refundCollection(api, services, deadlines);
  listTransactions(api, services);
  readTransaction(api, services);
  quoteFee(api, services);
  lookupPhone(api, services);
  readEvents(api, services);
  streamEvents(api, services);
  serveWebhooks(api, services, deadlines);
  listPrompts(api, services);
  answerPrompt(api, services);
  fundTestWallet(api, services, deadlines);
}

/** Below /api/v1 what no route takes is guarded like a route: only who has a key learns what there is. */
function answerUnroutedOfApi(api: Api, services: HttpServices, deadlines: Deadlines): void {
  endDeadlines(api);
  if (services.requestJournal !== null) journalRequests(api, services.requestJournal);
  const guard = guardOf(services, { limit: 'lookup', permissions: anyKey }, deadlines.reading);
  api.addHook('onRequest', function (request, reply, done) {
    if (request.method !== 'OPTIONS') {
      guard.call(this, request, reply, done);
      return;
    }
    showWindow(reply, services.failedAuthentication.peek(request.ip));
    done();
  });
  api.setNotFoundHandler((request, reply) => answerUnrouted(api, request, reply));
}

function endDeadlines(api: Api): void {
  api.addHook('onResponse', (_request, reply, done) => {
    reply.deadline?.end(reply);
    done();
  });
}
