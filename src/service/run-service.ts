import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createAuthenticator } from '../access/authenticate.ts';
import { remindOfExpiringKeys } from '../access/expiring-keys.ts';
import { createMailer } from '../access/people/mail.ts';
import { removeExpiredSessions } from '../access/people/people.ts';
import { createRequestCounters } from '../access/rate-limits.ts';
import type { Config } from '../config.ts';
import { banner, welcomeFirstUser } from '../first-start.ts';
import { explainListening } from '../http/cannot-listen.ts';
import {
  isDashboardBuilt,
  isDashboardVisitLikely,
  notBuiltSentence,
} from '../http/dashboard/server/mount-dashboard.ts';
import type { HealthParts } from '../http/health.ts';
import { listen } from '../http/listening.ts';
import { createMetricsServer } from '../http/metrics.ts';
import { createServer } from '../http/server.ts';
import { ledgerDuties } from '../ledger/housekeeping.ts';
import { measureWriter } from '../ledger/writer/measure.ts';
import { Writer, type WriterOptions } from '../ledger/writer/writer.ts';
import { isMigrated } from '../postgres/migrate.ts';
import type { OpenDatabase } from '../postgres/open-database.ts';
import { createPool } from '../postgres/pool.ts';
import { readClockDifference } from '../postgres/trusted-clock.ts';
import type { ProofState } from '../proofs/prover.ts';
import { proofReads } from '../proofs/reads.ts';
import { receiptOperations } from '../receipts/operations.ts';
import { statesForReadiness } from '../settlement/operator-states.ts';
import type { SettlementService } from '../settlement/settlement.ts';
import { walletOperations } from '../wallet/operations.ts';
import { advanceTrustedClock, type Foundation, layFoundation, startHousekeeping } from './foundation.ts';
import { openRequestJournal } from './open-logs.ts';
import { startDualControl } from './start-dual-control.ts';
import { openEventStreams, startWebhooks } from './start-events.ts';
import { startMoney } from './start-money.ts';
import { startProofs } from './start-proofs.ts';
import { openSettlementPool, type StartedSettlement, startSettlement } from './start-settlement.ts';
import { Stopping } from './stopping.ts';

export interface Service {
  readonly baseUrl: string;
  /** What a person is shown when the service is ready. */
  readonly banner: string;
  /** Stops accepting, finishes what is in flight, and stops the embedded database last. */
  stop(): Promise<void>;
}

/** Requests that waited for the start are served first; a person needs longer to open a browser. */
const dashboardLoadedAfterMs = 1_000;

/**
 * Puts the parts together on a database of the newest migration and starts them: ledger, operators, webhooks, HTTP.
 * @param database is closed when the service stops, or cannot start.
 * @param atTerminal whether a person watches.
 * @throws errors with a message of one line for the person who started it.
 */
export async function runService(
  config: Config,
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
    const foundation = await layFoundation(config, database.target, logger, stopping);
    return { ...(await startParts(foundation, atTerminal)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(foundation: Foundation, atTerminal: boolean): Promise<Omit<Service, 'stop'>> {
  const { config, target, logger, metricsRegistry, pool, notices, stopping } = foundation;
  const eventStreams = openEventStreams(foundation);
  const webhooks = await startWebhooks(foundation);
  const settlementPool = openSettlementPool(foundation);
  const writer: Writer = startWriter(foundation, (plan, answeredLate) => {
    eventStreams.wake(plan.events);
    if (plan.fanOut.length > 0) webhooks.deliveries.wake();
    operators.settlement.committed(plan, answeredLate);
  });
  startHousekeeping(foundation, 'housekeeping', [advanceTrustedClock(logger), ...ledgerDuties, removeExpiredSessions]);
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
  let started = false;
  // The system chooses where the setting is 0.
  let { port } = config;
  const baseUrlNow = () => config.publicUrl ?? urlOf(config.host, port);
  const mailer = createMailer(config);
  startDualControl(foundation, { money, mailer, encryptionKeys: webhooks.encryptionKeys, baseUrl: baseUrlNow });
  if (mailer !== null) {
    startHousekeeping(foundation, 'key reminders', [remindOfExpiringKeys({ mailer, baseUrl: baseUrlNow, logger })]);
  }
  const proofState = startProofs(foundation, mailer);
  const wallet = walletOperations(pool, money);
  const { handset } = simulator;
  const reader = createPool(target, { applicationName: 'nsimbi dashboard', max: 3, role: 'nsimbi_reader' });
  stopping.add(() => reader.end());
  const server: FastifyInstance = await createServer({
    settings: config,
    logger,
    metricsRegistry,
    authenticator,
    rateLimiter: counters.rateLimiter,
    failedAuthentication: counters.failedAuthentication,
    publicRequests: counters.publicRequests,
    proofs: proofReads(pool),
    wallet,
    receipts: receiptOperations(pool),
    eventStreams,
    webhooks: webhooks.operations,
    handset,
    operatorCallbacks,
    requestJournal: openRequestJournal(foundation),
    loadDashboard: async () => {
      const { createDashboardServer } = await import('../http/dashboard/server/server.ts');
      return await createDashboardServer({
        settings: config,
        logger,
        pool,
        target,
        reader,
        sealer: webhooks.sealer,
        encryptionKeys: webhooks.encryptionKeys,
        wallet,
        webhooks: webhooks.operations,
        handset,
        eventStreams,
        notices,
        money,
        settlement,
        bulkPayouts,
        proofState,
        baseUrl: baseUrlNow,
      });
    },
    isReady: readiness(foundation, settlement, { isStarted: () => started, proofState }),
  });
  // Together, because requests and queries under way may each take most of the time that there is.
  stopping.add(() => Promise.all([server.close(), settlement.stopWorkers(), webhooks.stop(), bulkPayouts.stop()]));
  const place = { host: config.host, port: config.port, portSetting: 'PORT' };
  port = await explainListening(place, () => listen(server, place));
  if (config.metricsPort !== null) {
    const metricsServer = createMetricsServer(metricsRegistry);
    const metricsPlace = { host: config.host, port: config.metricsPort };
    await explainListening({ ...metricsPlace, portSetting: 'NSIMBI_METRICS_PORT' }, () =>
      metricsServer.listen(metricsPlace),
    );
    stopping.add(() => metricsServer.close());
  }
  const baseUrl = urlOf(config.host, port);
  const welcome = await welcomeFirstUser(pool, writer, config.dataDir, baseUrl, config);
  started = true;
  if (!isDashboardBuilt()) logger.warn(notBuiltSentence);
  if (await isDashboardVisitLikely(pool, atTerminal)) {
    // The first request for a page loads the dashboard.
    const loading = setTimeout(() => void server.inject('/'), dashboardLoadedAfterMs).unref();
    stopping.add(() => clearTimeout(loading));
  }
  return { baseUrl, banner: banner(baseUrl, welcome) };
}

function urlOf(listensOn: string, port: number): string {
  const host = listensOn === '0.0.0.0' || listensOn === '::' ? 'localhost' : listensOn;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
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

/** Whether requests can be served. `isStarted` is false until a first user's credentials are written. */
function readiness(
  { pool, notices }: Foundation,
  settlement: SettlementService,
  { isStarted, proofState }: { readonly isStarted: () => boolean; readonly proofState: () => ProofState },
): HealthParts['isReady'] {
  return async () => {
    const [migrated, clock, operators] = await Promise.all([
      isMigrated(pool).catch(() => null),
      readClockDifference(pool).catch(() => null),
      settlement.readOperatorStates(),
    ]);
    const listening = notices.heartbeatAgeMs() < 5_000;
    const started = isStarted();
    return {
      ready: started && migrated === true && listening,
      details: {
        database: migrated === null ? 'unavailable' : 'ok',
        migrations: migrated === true ? 'ok' : 'unknown',
        workers: listening ? 'ok' : 'not_listening',
        start: started ? 'ok' : 'in_progress',
        clock: clock === null ? 'unknown' : clock.isAlarming ? 'differs' : 'ok',
        proofs: proofState(),
        operators: statesForReadiness(operators),
      },
    };
  };
}
