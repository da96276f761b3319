import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createAuthenticator } from '../access/authenticate.ts';
import { remindOfExpiringKeys } from '../access/expiring-keys.ts';
import { createMailer } from '../access/people/mail.ts';
import { removeExpiredSessions } from '../access/people/people.ts';
import { createRequestCounters } from '../access/rate-limits.ts';
import { forgetSignedRequests, noteSignedRequest } from '../access/signed-requests.ts';
import { bookApprovedAdjustments } from '../adjustments/book.ts';
import { approvalOperations } from '../approvals/operations.ts';
import { bulkPayoutOperations } from '../bulk-payouts/operations.ts';
import type { Config } from '../config.ts';
import { banner, urlOf, welcomeFirstUser } from '../first-start.ts';
import { explainListening } from '../http/cannot-listen.ts';
import {
  isDashboardBuilt,
  isDashboardVisitLikely,
  notBuiltSentence,
} from '../http/dashboard/server/mount-dashboard.ts';
import type { HealthParts } from '../http/health.ts';
import { listen } from '../http/listening.ts';
import { createMetricsServer } from '../http/metrics.ts';
import { payoutBounds } from '../http/schemas/amount.ts';
import { createServer } from '../http/server.ts';
import { ledgerDuties } from '../ledger/housekeeping.ts';
import { measureWriter } from '../ledger/writer/measure.ts';
import { Writer, type WriterOptions } from '../ledger/writer/writer.ts';
import { callbackChecks } from '../live-readiness/callback-check.ts';
import { isMigrated } from '../postgres/migrate.ts';
import type { OpenDatabase } from '../postgres/open-database.ts';
import { createPool } from '../postgres/pool.ts';
import { listProcesses, type ProcessState } from '../postgres/processes.ts';
import { readClockDifference } from '../postgres/trusted-clock.ts';
import type { ProofState } from '../proofs/prover.ts';
import { proofReads } from '../proofs/reads.ts';
import { receiptOperations } from '../receipts/operations.ts';
import { roles as allRoles, type Role, type Roles } from '../settings/roles.ts';
import { statesForReadiness } from '../settlement/operator-states.ts';
import type { SettlementService } from '../settlement/settlement.ts';
import { issuerOf } from '../statements/issuer.ts';
import { statementOperations } from '../statements/operations.ts';
import { walletOperations } from '../wallet/operations.ts';
import { advanceTrustedClock, type Foundation, housekeepingJob, layFoundation } from './foundation.ts';
import { type Job, startJobs } from './jobs.ts';
import { historyJobs } from './move-history.ts';
import { openRequestJournal } from './open-logs.ts';
import { openProofs } from './open-proofs.ts';
import { openReads } from './open-reads.ts';
import { dualControlJob } from './start-dual-control.ts';
import { openEventStreams, startWebhooks } from './start-events.ts';
import { startMoney } from './start-money.ts';
import { openNotifications } from './start-notifications.ts';
import { openSettlementPool, type StartedSettlement, startSettlement } from './start-settlement.ts';
import { Stopping } from './stopping.ts';

export interface Service {
  readonly baseUrl: string;
  /** What a person is shown when the service is ready. */
  readonly banner: string;
  /** Resolves when the service must be stopped, because the schema needs a newer program. */
  readonly refused: Promise<Error>;
  /** Has /readyz answer 503, so that a load balancer sends nothing more. Everything is still served. */
  drain(): Promise<void>;
  /** Stops accepting, finishes what is in flight, and stops the embedded database last. */
  stop(): Promise<void>;
}

/** Requests that waited for the start are served first; a person needs longer to open a browser. */
const dashboardLoadedAfterMs = 1_000;

/**
 * Puts the parts together on a database of the newest migration and starts those of the process's roles: ledger, operators, webhooks, HTTP.
 * @param database is closed when the service stops, or cannot start.
 * @param atTerminal whether a person watches.
 * @throws errors with a message of one line for the person who started it.
 */
export async function runService(
  config: Config,
  roles: Roles,
  database: OpenDatabase,
  logger: Logger,
  atTerminal: boolean,
): Promise<Service> {
  const stopping = new Stopping(logger);
  const stop = async () => {
    await stopping.stop();
    await database.close();
  };
  try {
    const foundation = await layFoundation(config, roles, database, logger, stopping);
    const started = await startParts(foundation, atTerminal);
    void foundation.refused.then((error) => logger.error(error.message));
    return { ...started, refused: foundation.refused, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(foundation: Foundation, atTerminal: boolean): Promise<Omit<Service, 'refused' | 'stop'>> {
  const { config, roles, registration, target, logger, metricsRegistry, pool, records, notices, stopping } = foundation;
  const eventStreams = openEventStreams(foundation);
  const webhooks = await startWebhooks(foundation);
  const settlementPool = openSettlementPool(foundation);
  const writer: Writer = startWriter(foundation, (plan, answeredLate) => {
    eventStreams.wake(plan.events);
    if (plan.fanOut.length > 0) webhooks.deliveries.wake();
    operators.settlement.committed(plan, answeredLate);
  });
  const operators: StartedSettlement = await startSettlement(foundation, settlementPool, writer);
  const { settlement, simulator, operatorCallbacks } = operators;
  const { money, bulkPayouts } = await startMoney(foundation, writer, settlement);

  const authenticator = createAuthenticator({
    pool,
    notices,
    onError: (error) => logger.warn({ err: error }, 'when keys were last used could not be written'),
  });
  stopping.add(() => authenticator.close());
  const counters = createRequestCounters(config, pool, (error) =>
    logger.warn({ err: error }, 'old windows of rate limits could not be removed'),
  );
  stopping.add(() => counters.close());

  // The service is not ready before the first user's credentials are written.
  let state: ProcessState = 'starting';
  // The system chooses where the setting is 0.
  let { port } = config;
  const baseUrlNow = () => config.publicUrl ?? urlOf(config.host, port);
  const mailer = createMailer(config);
  const proofs = openProofs(foundation, mailer);
  const { sealer } = webhooks;
  const notifications = openNotifications(foundation, { settlement, sealer, mailer, baseUrl: baseUrlNow });
  const jobs: readonly Job[] = [
    housekeepingJob(foundation, 'housekeeping', 'housekeeping', [
      advanceTrustedClock(logger),
      ...ledgerDuties,
      removeExpiredSessions,
      forgetSignedRequests,
    ]),
    { name: 'settlement', role: 'work', start: () => settlement.start(), stop: () => settlement.stopWorkers() },
    { name: 'webhooks', role: 'work', start: () => webhooks.deliveries.start(), stop: () => webhooks.stop() },
    { name: 'bulk payouts', role: 'work', start: () => bulkPayouts.start(), stop: () => bulkPayouts.stop() },
    housekeepingJob(foundation, 'approved corrections', 'an approved correction is not booked yet', [
      bookApprovedAdjustments({ pool, money }),
    ]),
    ...proofs.jobs,
    ...notifications.jobs,
    ...historyJobs(foundation),
    dualControlJob(foundation, { money, mailer, encryptionKeys: webhooks.encryptionKeys, baseUrl: baseUrlNow }),
    housekeepingJob(
      foundation,
      'key reminders',
      'key reminders',
      mailer === null ? [] : [remindOfExpiringKeys({ mailer, baseUrl: baseUrlNow, logger })],
    ),
  ];
  const stopJobs = startJobs(jobs, roles);
  stopping.add(stopJobs);
  const reader = createPool(target, { applicationName: 'nsimbi dashboard', max: 3, role: 'nsimbi_reader' });
  stopping.add(() => reader.end());
  const reads = openReads(foundation, reader);
  const wallet = walletOperations(pool, records, reads, money);
  const issuer = issuerOf(config);
  const { handset } = simulator;
  const server: FastifyInstance = await createServer({
    settings: config,
    roles,
    logger,
    metricsRegistry,
    onMetricsRead: () => registration.noteMetricsRead(),
    authenticator,
    rateLimiter: counters.rateLimiter,
    failedAuthentication: counters.failedAuthentication,
    noteSignedRequest: (request) => noteSignedRequest(pool, request),
    publicRequests: counters.publicRequests,
    proofs: proofReads(pool),
    wallet,
    approvals: approvalOperations({ pool, records, money, settings: config }),
    bulkPayouts: bulkPayoutOperations(pool, money, bulkPayouts, payoutBounds),
    receipts: receiptOperations(records),
    statements: statementOperations(records, reads, issuer),
    issuer,
    eventStreams,
    webhooks: webhooks.operations,
    handset,
    operatorCallbacks,
    callbackChecks: callbackChecks(sealer),
    requestJournal: openRequestJournal(foundation),
    loadDashboard: async () => {
      const { createDashboardServer } = await import('../http/dashboard/server/server.ts');
      return await createDashboardServer({
        settings: config,
        logger,
        pool,
        records,
        target,
        reader,
        reads,
        sealer,
        encryptionKeys: webhooks.encryptionKeys,
        chats: notifications.chats,
        wallet,
        webhooks: webhooks.operations,
        handset,
        eventStreams,
        notices,
        money,
        settlement,
        bulkPayouts,
        proofState: proofs.state,
        baseUrl: baseUrlNow,
      });
    },
    isDraining: () => state === 'stopping',
    isReady: readiness(foundation, settlement, { stateNow: () => state, proofState: proofs.state }),
  });
  // Together, because requests and queries under way may each take most of the time that there is.
  stopping.add(() => Promise.all([server.close(), stopJobs(), webhooks.stop()]));
  const place = { host: config.host, port: config.port, portSetting: 'PORT' };
  port = await explainListening(place, () => listen(server, place));
  if (config.metricsPort !== null) {
    const metricsServer = createMetricsServer(metricsRegistry, () => registration.noteMetricsRead());
    const metricsPlace = { host: config.host, port: config.metricsPort };
    await explainListening({ ...metricsPlace, portSetting: 'NSIMBI_METRICS_PORT' }, () =>
      metricsServer.listen(metricsPlace),
    );
    stopping.add(() => metricsServer.close());
  }
  const baseUrl = urlOf(config.host, port);
  // The credentials name the address of the API.
  const welcome = roles.includes('api') ? await welcomeFirstUser(pool, writer, config.dataDir, baseUrl, config) : null;
  state = 'ready';
  await registration.enter(state, baseUrl);
  const showsPages = roles.includes('dashboard');
  if (showsPages && !isDashboardBuilt()) logger.warn(notBuiltSentence);
  if (showsPages && (await isDashboardVisitLikely(pool, atTerminal))) {
    // The first request for a page loads the dashboard.
    const loading = setTimeout(() => void server.inject('/'), dashboardLoadedAfterMs).unref();
    stopping.add(() => clearTimeout(loading));
  }
  return {
    baseUrl,
    banner: banner(baseUrl, roles, welcome),
    async drain() {
      state = 'stopping';
      await registration.enter(state);
    },
  };
}

/** Starts the ledger's writer. @param onCommitted is called after each commit. */
function startWriter(
  { config, target, metricsRegistry, logger, stopping }: Foundation,
  onCommitted: NonNullable<WriterOptions['onCommitted']>,
): Writer {
  const { onBatch, onBlocked, onStandbyMissing } = measureWriter(metricsRegistry, () => writer);
  const writer: Writer = new Writer({
    target,
    requireStandby: config.requireStandby,
    onStandbyMissing: () => {
      onStandbyMissing();
      logger.error('live money does not move: commits wait for no synchronous standby (NSIMBI_REQUIRE_STANDBY)');
    },
    onBatch,
    onBlocked: (session) => {
      onBlocked(session);
      logger.warn(
        session,
        session.ended ? 'a writer that did not go on was ended' : 'a database session blocks payments',
      );
    },
    onError: (error) => logger.error({ err: error }, 'a batch could not be written'),
    onCommitted,
  });
  stopping.add(() => writer.close());
  return writer;
}

/** Whether requests can be served. `stateNow` is `starting` until a first user's credentials are written. */
function readiness(
  { roles, pool, notices }: Foundation,
  settlement: SettlementService,
  { stateNow, proofState }: { readonly stateNow: () => ProcessState; readonly proofState: () => ProofState },
): HealthParts['isReady'] {
  return async () => {
    const [migrated, clock, operators, processes] = await Promise.all([
      isMigrated(pool).catch(() => null),
      readClockDifference(pool).catch(() => null),
      settlement.readOperatorStates(),
      listProcesses(pool).catch(() => []),
    ]);
    const listening = notices.heartbeatAgeMs() < 5_000;
    const state = stateNow();
    const inState = { starting: 'in_progress', ready: 'ok', stopping: 'stopping' } as const;
    const countOf = (role: Role) =>
      processes.filter((each) => each.state === 'ready' && each.roles.includes(role)).length;
    return {
      ready: state === 'ready' && migrated === true && listening,
      details: {
        roles,
        processes: Object.fromEntries(allRoles.map((role) => [role, countOf(role)])),
        database: migrated === null ? 'unavailable' : 'ok',
        migrations: migrated === true ? 'ok' : 'unknown',
        workers: listening ? 'ok' : 'not_listening',
        start: inState[state],
        clock: clock === null ? 'unknown' : clock.isAlarming ? 'differs' : 'ok',
        proofs: proofState(),
        operators: statesForReadiness(operators),
      },
    };
  };
}
