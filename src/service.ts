import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { createAuthenticator } from './access/authenticate.ts';
import { createRequestCounters } from './access/request-counters.ts';
import { banner } from './banner.ts';
import { publicUrlDoubt } from './config/public-url.ts';
import type { Config } from './config.ts';
import { removeEndedSessions } from './dashboard/people/ended-sessions.ts';
import { isVisitorExpected } from './dashboard/visitor-expected.ts';
import { readEvents } from './events/feed.ts';
import { measureStreams } from './events/measure.ts';
import { EventStreams } from './events/stream.ts';
import { welcomeFirstUser } from './first-start.ts';
import { listen } from './http/listening.ts';
import { createMetricsServer } from './http/metrics.ts';
import { RequestJournal } from './http/request-journal/request-journal.ts';
import { createServer } from './http/server.ts';
import type { HttpServices } from './http/services.ts';
import { refuseChangeableRecords } from './ledger/changeable-records.ts';
import { Housekeeping, ledgerDuties } from './ledger/housekeeping.ts';
import type { Transaction } from './ledger/transaction.ts';
import { measureWriter } from './ledger/writer/measure.ts';
import { Writer } from './ledger/writer/writer.ts';
import { OperatorPrefixes } from './msisdn/operator-prefixes.ts';
import { readInstallation } from './postgres/installation.ts';
import { measurePool } from './postgres/measure.ts';
import { isMigrated } from './postgres/migrate.ts';
import { Notices } from './postgres/notices.ts';
import type { OpenDatabase } from './postgres/open-database.ts';
import { createPool } from './postgres/pool.ts';
import { createConnectorObserver } from './providers/connector-observer.ts';
import { createLiveProviders } from './providers/live.ts';
import { createSimulator } from './providers/simulator/simulator.ts';
import { encryptionKeys } from './secrets/encryption-keys.ts';
import { provenSealer } from './secrets/proven-sealer.ts';
import { CallLog } from './settlement/call-log/call-log.ts';
import { CallbackIntake } from './settlement/callback-intake.ts';
import { statesForReadiness } from './settlement/operator-states.ts';
import { registerProviders } from './settlement/registry.ts';
import { createSettlement } from './settlement/settlement.ts';
import { bookApprovedAdjustments } from './wallet/adjustments/book.ts';
import { BalanceReader } from './wallet/balance.ts';
import { BulkPayoutWorker } from './wallet/bulk/bulk-worker.ts';
import { collectPayment, renderCollection } from './wallet/collect.ts';
import { collectionStatus } from './wallet/collection-status.ts';
import { FeeBook } from './wallet/fees/fee-book.ts';
import { orFirstAnswer } from './wallet/first-answer.ts';
import { fundTestWallet } from './wallet/fund-test-wallet.ts';
import { listTransactions, readTransaction } from './wallet/history.ts';
import { lookupPhone } from './wallet/lookup.ts';
import type { MoneyServices } from './wallet/operation.ts';
import { quoteFee } from './wallet/quote-fee.ts';
import { Recipients } from './wallet/recipients.ts';
import { refundCollection, renderRefund } from './wallet/refund.ts';
import { renderSendMoney, sendMoney } from './wallet/send-money.ts';
import { AnswerKeeper } from './wallet/store-answer.ts';
import { renderWithdrawal, withdrawToMobile } from './wallet/withdraw.ts';
import { createDeliveries } from './webhooks/deliveries/deliveries.ts';
import { createDeliveryPool } from './webhooks/deliveries/delivery-pool.ts';
import { webhookOperations } from './webhooks/operations.ts';
import { reachOfSettings } from './webhooks/reach-of-settings.ts';
import { createSender } from './webhooks/sending/sender.ts';

export interface Service {
  readonly baseUrl: string;
  /** What a person is shown when the service is ready. */
  readonly banner: string;
  /** Stops accepting, finishes what is in flight, and stops the embedded database last. */
  stop(): Promise<void>;
}

/** Who waited for the start goes first; a person needs longer to open a browser. */
const dashboardLoadedAfterMs = 1_000;

/** How long the parts may take to stop before we leave without them, in milliseconds. */
const stopWaitMs = 15_000;

/**
 * Puts the parts together on a database of the newest migration and starts them: ledger, operators, webhooks, HTTP.
 * @param database is closed when the service stops, or cannot start.
 * @param atTerminal whether a person watches.
 * @throws errors whose message is one line for the person who started it.
 */
export async function runService(
  config: Config,
  database: OpenDatabase,
  logger: Logger,
  atTerminal: boolean,
): Promise<Service> {
  const stopping: (() => Promise<unknown> | unknown)[] = [];
  const stop = () => stopAll(stopping, database, logger);
  // Until a first user's credentials are written, nobody should be told that all is ready.
  let started = false;
  // The system chooses where the setting is 0.
  let { port } = config;
  try {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const pool = createPool(database.target, { applicationName: 'nsimbi service', max: 10 });
    stopping.push(() => pool.end());
    measurePool(registry, pool);
    await refuseChangeableRecords(pool);
    const notices = new Notices(database.target, pool);
    await notices.start();
    stopping.push(() => notices.close());

    // Of its own, so that readers who catch up do not keep requests waiting.
    const streamPool = createPool(database.target, { applicationName: 'nsimbi event streams', max: 2 });
    stopping.push(() => streamPool.end());
    const eventStreams = new EventStreams(streamPool, (error) =>
      logger.warn({ err: error }, 'events could not be read for streams'),
    );
    measureStreams(registry, eventStreams);

    const measured = measureWriter(registry, () => writer.queueLength);
    const writer: Writer = new Writer({
      target: database.target,
      onBatch: measured,
      onError: (error) => logger.error({ err: error }, 'a batch could not be written'),
      onCommitted: (plan, answeredLate) => {
        eventStreams.wake(plan.events);
        if (plan.fanOut.length > 0) deliveries.wake();
        if (plan.submissions.some(({ call }) => call.sends === 0)) settlement.wake();
        for (const outcome of answeredLate) if (outcome.is === 'done') callLate(outcome.transaction);
      },
    });
    stopping.push(() => writer.close());
    // The request that would have made the money call has ended; without it the payment would only be asked about.
    const callLate = (transaction: Transaction) => {
      if (transaction.route !== 'external' || transaction.status !== 'processing') return;
      settlement.operatorPort.submit(transaction).catch((error: unknown) => {
        logger.error({ err: error, transaction_id: transaction.transactionId }, 'a late money call was not made');
      });
    };
    const housekeeping = new Housekeeping(pool, (duty, error) => logger.warn({ err: error, duty }, 'housekeeping'), [
      ...ledgerDuties,
      removeEndedSessions,
    ]);
    housekeeping.start();
    stopping.push(() => housekeeping.stop());

    const installation = await readInstallation(pool, config.dataDir, config.installationId);
    if (!installation.liveAllowed) {
      logger.error(
        { database: installation.databaseId, ours: installation.ownId },
        'this database belongs to another installation, so live operations are refused; docs/operations.md says how to move one',
      );
    }
    const simulator = createSimulator({
      db: pool,
      delayMs: config.simulatorDelayMs,
      pollDelaysMs: config.pollDelaysMs,
    });
    stopping.push(() => simulator.stop());
    const liveProviders = createLiveProviders(config, createConnectorObserver(registry, logger));
    stopping.push(() => Promise.all(liveProviders.map((provider) => provider.close())));
    const doubt = publicUrlDoubt(config.publicUrl);
    if (doubt !== null) logger.warn(doubt);
    // Of its own, because many payments are asked about at once and must not keep requests waiting.
    const settlementPool = createPool(database.target, {
      applicationName: 'nsimbi settlement',
      max: 10,
      // It reaches few rows by key, in a table that may be empty when it is analyzed and long a minute later.
      settings: { enable_hashjoin: 'off', enable_mergejoin: 'off', enable_seqscan: 'off' },
    });
    stopping.push(() => settlementPool.end());
    // Closed after what is noted in it: calls under way have ended by then.
    const callLog = openCallLog(config, database, registry, logger, stopping);
    const settlement = createSettlement({
      pool: settlementPool,
      writer,
      notices,
      registry: await registerProviders(pool, [...simulator.providers, ...liveProviders], installation.liveAllowed),
      settings: config,
      liveAllowed: installation.liveAllowed,
      callNotes: callLog,
      metricsRegistry: registry,
      logger,
    });
    simulator.deliverCallbacksTo((operator, callback) => void settlement.receiveCallback('test', operator, callback));
    settlement.start();
    stopping.push(() => settlement.stop());
    const operatorCallbacks = new CallbackIntake({
      receive: (operator, callback) => settlement.receiveCallback('live', operator, callback),
      metricsRegistry: registry,
      logger,
    });
    stopping.push(() => operatorCallbacks.close());

    const keys = encryptionKeys(config.encryptionKeys, config.dataDir);
    const sealer = await provenSealer(pool, keys);
    const reach = reachOfSettings(config);
    const deliveryPool = createDeliveryPool(database.target);
    stopping.push(() => deliveryPool.end());
    const sender = createSender({ brand: config.brand, reach });
    const deliveries = createDeliveries({
      pool: deliveryPool,
      sender,
      sealer,
      notices,
      settings: config,
      metricsRegistry: registry,
      logger,
    });
    deliveries.start();
    // Attempts get their time first; a test delivery's request, which waits as long as its receiver, does not.
    const stopDeliveries = () => deliveries.stop().finally(() => sender.close());
    stopping.push(stopDeliveries);

    const prefixes = await OperatorPrefixes.open({
      db: pool,
      notices,
      onError: (error) => logger.warn({ err: error }, 'operator prefixes could not be read; they stay as they were'),
    });
    stopping.push(() => prefixes.close());
    const money: MoneyServices = {
      writer,
      feeBook: new FeeBook(pool),
      prefixes,
      recipients: new Recipients(pool),
      operators: settlement.operatorPort,
      operatorWaitMs: config.operatorWaitMs,
      approvalExpiryMs: config.approvalExpiryMs,
      liveAllowed: installation.liveAllowed,
    };
    const bulkPayouts = new BulkPayoutWorker({
      pool,
      money,
      onError: (error, row) =>
        logger.warn({ err: error, bulk_payout_id: row?.bulkPayoutId, row: row?.row }, 'a bulk payout was held up'),
    });
    bulkPayouts.start();
    stopping.push(() => bulkPayouts.stop());
    const booking = new Housekeeping(
      pool,
      (duty, error) => logger.warn({ err: error, duty }, 'an approved correction is not booked yet'),
      [bookApprovedAdjustments({ pool, money })],
    );
    booking.start();
    stopping.push(() => booking.stop());
    const authenticator = createAuthenticator({
      pool,
      notices,
      onError: (error) => logger.warn({ err: error }, 'when keys were last used could not be written'),
    });
    stopping.push(() => authenticator.close());
    const counters = createRequestCounters(config.rateLimitStore, pool, (error) =>
      logger.warn({ err: error }, 'old windows of rate limits could not be removed'),
    );
    stopping.push(() => counters.close());
    const balances = new BalanceReader(pool);
    const answers = new AnswerKeeper(pool);
    const requestJournal = openRequestJournal(config, database, registry, logger, stopping);
    const services: HttpServices = {
      settings: config,
      logger,
      registry,
      authenticate: (authorization, address) => authenticator.authenticate(authorization, address),
      rateLimiter: counters.rateLimiter,
      failedAuthentication: counters.failedAuthentication,
      wallet: {
        readBalance: (caller) => balances.read(caller),
        sendMoney: (caller, request, idempotent, onTaken) =>
          orFirstAnswer(pool, caller, idempotent, renderSendMoney, () =>
            sendMoney(money, caller, request, idempotent, onTaken),
          ),
        withdrawToMobile: (caller, request, idempotent, onTaken) =>
          orFirstAnswer(pool, caller, idempotent, renderWithdrawal, () =>
            withdrawToMobile(money, caller, request, idempotent, onTaken),
          ),
        collectPayment: (caller, request, idempotent, onTaken) =>
          orFirstAnswer(pool, caller, idempotent, renderCollection, () =>
            collectPayment(money, caller, request, idempotent, onTaken),
          ),
        refundCollection: (caller, collectionId, request, idempotent, onTaken) =>
          orFirstAnswer(pool, caller, idempotent, renderRefund, () =>
            refundCollection(money, pool, caller, collectionId, request, idempotent, onTaken),
          ),
        fundTestWallet: (caller, request, idempotent) => fundTestWallet(money, caller, request, idempotent),
        storeAnswer: (caller, key, status, body) => answers.store(caller, key, status, body),
        collectionStatus: (caller, transactionId) => collectionStatus(pool, caller, transactionId),
        listTransactions: (caller, query) => listTransactions(pool, caller, query),
        readTransaction: (caller, transactionId) => readTransaction(pool, caller, transactionId),
        quoteFee: (caller, query) => quoteFee(money, caller, query),
        lookupPhone: (caller, phone) => lookupPhone(money, caller, phone),
        readEvents: (caller, query) => readEvents(pool, caller.walletId, query),
      },
      eventStreams,
      webhooks: webhookOperations({ pool, sealer, reach, deliveries }),
      simulator: {
        listPrompts: (caller, phone) => simulator.handset.listPrompts(caller, phone),
        answerPrompt: (caller, promptId, answer) => simulator.handset.answerPrompt(caller, promptId, answer),
        listMessages: (caller, phones) => simulator.handset.listMessages(caller, phones),
      },
      operatorCallbacks,
      requestJournal,
      loadDashboard: async () => {
        const { createDashboardServer } = await import('./dashboard/server.ts');
        const { wallet, webhooks, simulator } = services;
        const readerOptions = { applicationName: 'nsimbi dashboard', max: 3, role: 'nsimbi_reader' } as const;
        const reader = createPool(database.target, readerOptions);
        stopping.push(() => reader.end());
        return await createDashboardServer({
          settings: config,
          logger,
          pool,
          target: database.target,
          reader,
          sealer,
          encryptionKeys: keys,
          wallet,
          webhooks,
          simulator,
          eventStreams,
          money,
          settlement,
          bulkPayouts,
          baseUrl: () => config.publicUrl ?? urlOf(config.host, port),
        });
      },
      isReady: async () => {
        const [migrated, operators] = await Promise.all([
          isMigrated(pool).catch(() => null),
          settlement.readOperatorStates(),
        ]);
        const listening = notices.heartbeatAgeMs() < 5_000;
        return {
          ready: started && migrated === true && listening,
          details: {
            database: migrated === null ? 'away' : 'ok',
            migrations: migrated === true ? 'ok' : 'unknown',
            workers: listening ? 'ok' : 'deaf',
            start: started ? 'ok' : 'under way',
            operators: statesForReadiness(operators),
          },
        };
      },
    };
    const server: FastifyInstance = await createServer(services);
    // Together, because requests and queries under way may each take most of the time that there is.
    stopping.push(() => Promise.all([server.close(), settlement.stopWorkers(), stopDeliveries(), bulkPayouts.stop()]));
    port = await listen(server, config);
    if (config.metricsPort !== null) {
      const metricsServer = createMetricsServer(registry);
      await metricsServer.listen({ host: config.host, port: config.metricsPort });
      stopping.push(() => metricsServer.close());
    }
    const baseUrl = urlOf(config.host, port);
    const welcome = await welcomeFirstUser(pool, writer, config.dataDir, baseUrl);
    started = true;
    if (await isVisitorExpected(pool, atTerminal)) {
      // The first request for a page loads the dashboard.
      const loading = setTimeout(() => void server.inject('/'), dashboardLoadedAfterMs).unref();
      stopping.push(() => clearTimeout(loading));
    }
    return { baseUrl, banner: banner(baseUrl, welcome), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The log of requests, over a connection of its own so that no payment waits for it; null where it is switched off. */
function openRequestJournal(
  { requestLogRetentionMs: retentionMs }: Config,
  database: OpenDatabase,
  metricsRegistry: Registry,
  logger: Logger,
  stopping: (() => unknown)[],
): RequestJournal | null {
  if (retentionMs === 0) return null;
  const pool = createPool(database.target, { applicationName: 'nsimbi request log', max: 1 });
  const onError = (error: unknown) => logger.warn({ err: error }, 'requests could not be written to their log');
  const journal = new RequestJournal({ pool, retentionMs, metricsRegistry, onError });
  stopping.push(() => journal.close().finally(() => pool.end()));
  return journal;
}

/** The log of operator calls, over a connection of its own so that no payment waits for it; null where it is switched off. */
function openCallLog(
  { operatorLogRetentionMs: retentionMs }: Config,
  database: OpenDatabase,
  metricsRegistry: Registry,
  logger: Logger,
  stopping: (() => unknown)[],
): CallLog | null {
  if (retentionMs === 0) return null;
  const settings = { synchronous_commit: 'off' };
  const pool = createPool(database.target, { applicationName: 'nsimbi operator log', max: 1, settings });
  const onError = (error: unknown) => logger.warn({ err: error }, 'operator calls could not be written to their log');
  const callLog = new CallLog({ pool, retentionMs, metricsRegistry, onError });
  stopping.push(() => callLog.close().finally(() => pool.end()));
  return callLog;
}

/** Stops the parts in the opposite order of their start, the database last, and leaves anyway after a while. */
async function stopAll(
  parts: (() => Promise<unknown> | unknown)[],
  database: OpenDatabase,
  logger: Logger,
): Promise<void> {
  const inOrder = async () => {
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      // A part that cannot stop must not keep the others, and the database, from stopping.
      await Promise.resolve()
        .then(part)
        .catch((error: unknown) => logger.error({ err: error }, 'a part did not stop well'));
    }
  };
  await Promise.race([inOrder(), sleep(stopWaitMs, undefined, { ref: false })]);
  await database.close();
}

function urlOf(listensOn: string, port: number): string {
  const host = listensOn === '0.0.0.0' || listensOn === '::' ? 'localhost' : listensOn;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
