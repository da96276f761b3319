import type pg from 'pg';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { createApprovalsExpiry } from '../approvals/approvals-expiry.ts';
import { recordsBy } from '../history/boundary.ts';
import type { Records } from '../history/records.ts';
import { dueRows } from '../jobs/due-rows.ts';
import type { Outcome } from '../ledger/plan/outcome.ts';
import type { Plan } from '../ledger/plan/plan.ts';
import type { SubmissionRow } from '../ledger/rows/submission.ts';
import { TransactionReads } from '../ledger/rows/transaction.ts';
import type { Mode, Transaction } from '../ledger/transaction.ts';
import { isLedgerBusy } from '../ledger/writer/errors.ts';
import type { CommandWriter } from '../ledger/writer/writer.ts';
import type { CallbackRequest } from '../operators/contract.ts';
import type { Notices } from '../postgres/notices.ts';
import type { OperatorPort } from '../wallet/operator-port.ts';
import { Backlog } from './backlog.ts';
import type { CallNotes } from './call-log/call-log.ts';
import { notedCallback } from './call-log/noted-call.ts';
import { CallbackHints } from './callback-hints.ts';
import { Circuits } from './circuit.ts';
import type { Connectors } from './connectors.ts';
import { FloatWatch } from './float-watch.ts';
import { createSettlementMetrics, measureFloats } from './metrics.ts';
import { MoneyCalls } from './money-calls.ts';
import { createOperatorPort } from './operator-port.ts';
import { type OperatorState, statesOf } from './operator-states.ts';
import { giveUp, type PollContext, type PollSettings, poll } from './poll.ts';
import { QueryBudget } from './query-budget.ts';
import type { SettlementContext } from './settlement-context.ts';
import { claimedSubmission, type Submission, SubmissionWrites } from './submissions.ts';

/** Notified after a commit that made a submission due earlier than workers know. */
const dueChannel = 'nsimbi_submission_due';
const deleteBudgetEveryMs = 600_000;
/** Requests have waited for their calls already, so the calls under way at a stop would mostly take much longer. */
const callsStopPatienceMs = 3_000;
/** Submissions polled at the same time: at 500 a second each may take half a second, the operator's answer included. */
const polledMax = 250;
/** Longer than a query and the writer usually take together; overrunning it costs a second query, never money. */
const leaseMs = 30_000;

export interface SettlementSettings extends PollSettings {
  /** How long a response to a client waits for the result of the money call. */
  readonly operatorWaitMs: number;
  /** Shillings under which a float for payouts is low. */
  readonly floatAlert: number;
}

export interface SettlementService {
  readonly operatorPort: OperatorPort;
  /** The state of every operator, floats as of this process's last look, seconds ago. Calls no operator. */
  operatorStates(): readonly OperatorState[];
  /** The same with floats as the database has them now; as of the last look where they cannot be read. */
  readOperatorStates(): Promise<readonly OperatorState[]>;
  /** Starts the workers that poll operators, watch floats and expire approvals; API processes do not call it. */
  start(): void;
  /** Ends the workers and leaves the money calls of requests alone; to be called as soon as the service stops. */
  stopWorkers(): Promise<void>;
  /** Ends the workers; money calls under way get 3 s to end and are then cut. Their rows stay due. */
  stop(): Promise<void>;
  /**
   * To be called after each commit: starts the money calls that it queued, and those whose requests have ended.
   * @param answeredLate outcomes of commands whose callers were answered that the outcome is unknown.
   */
  committed(plan: Pick<Plan, 'submissions'>, answeredLate: readonly Outcome[]): void;
  /** Takes an operator's callback. Never throws: an operator cannot repair us. @returns whether it names a payment of ours. */
  receiveCallback(mode: Mode, operator: string, callback: CallbackRequest): Promise<boolean>;
}

/** Everything that calls operators, and the due work that brings every external transaction to its end. */
export function createSettlement(parts: {
  pool: pg.Pool;
  records: Records;
  writer: CommandWriter;
  notices: Pick<Notices, 'notify' | 'subscribe'>;
  registry: Connectors;
  settings: SettlementSettings;
  /** False when nothing live may move here: then nothing live is sent, queried or expired. */
  liveAllowed: boolean;
  /** Where calls of operators and their callbacks are kept; null for nowhere. */
  callNotes: CallNotes | null;
  metricsRegistry: Registry;
  logger: Logger;
}): SettlementService {
  const { pool, records, writer, notices, registry, settings, liveAllowed, callNotes, logger } = parts;
  const circuits = new Circuits();
  const metrics = createSettlementMetrics(parts.metricsRegistry, pool, circuits);
  const budget = new QueryBudget(pool);
  const hints = new CallbackHints(pool);
  const submissions = new SubmissionWrites(pool);
  const context: SettlementContext = {
    db: pool,
    records: recordsBy(pool, records),
    writer,
    submissions,
    circuits,
    metrics,
    callNotes,
    logger,
  };
  const calls = new MoneyCalls(context);
  const polling: PollContext = {
    ...context,
    calls,
    budget,
    backlog: new Backlog(pool),
    hints,
    transactions: new TransactionReads(pool),
    settings,
    liveAllowed,
  };
  const submissionWork = dueRows<Submission>({
    pool,
    table: 'submission',
    concurrency: polledMax,
    leaseMs,
    failuresMax: 10,
    isPassing: isLedgerBusy,
    read: (columns) => claimedSubmission(columns, leaseMs),
    async work(submission) {
      await poll(polling, submission, registry.byAccount(submission.operatorAccountId));
      return 'settled';
    },
    async onGaveUp(submission, _lease, error) {
      await giveUp(polling, submission, error);
      return 'settled';
    },
    onError: (error, lease) => logger.error({ err: error, transaction_id: lease?.transactionId }, 'polling operators'),
  });
  const approvals = createApprovalsExpiry({ pool, writer, liveAllowed, logger });
  const alertBelow = settings.floatAlert;
  const floats = new FloatWatch({ db: pool, registry, budget, metrics, logger, alertBelow });
  const operatorStates = () => statesOf(registry, circuits, floats.known(), performance.now());
  measureFloats(parts.metricsRegistry, operatorStates);
  let deleting: NodeJS.Timeout | undefined;
  let unsubscribe = (): unknown => undefined;
  const stopWorkers = async () => {
    clearInterval(deleting);
    unsubscribe();
    await Promise.all([submissionWork.stop(), approvals.stop(), floats.stop()]);
  };

  const { operatorWaitMs } = settings;
  const operatorPort = createOperatorPort({ registry, circuits, calls, operatorWaitMs });

  return {
    operatorPort,
    operatorStates,
    async readOperatorStates() {
      const known = await floats.read().catch(() => floats.known());
      return statesOf(registry, circuits, known, performance.now());
    },
    start() {
      submissionWork.start();
      approvals.start();
      floats.start();
      unsubscribe = notices.subscribe(dueChannel, () => submissionWork.wake());
      deleting = setInterval(() => {
        budget
          .deleteOld()
          .catch((error: unknown) => logger.warn({ err: error }, 'old query budgets could not be deleted'));
      }, deleteBudgetEveryMs);
      deleting.unref();
    },
    stopWorkers,
    async stop() {
      await stopWorkers();
      await calls.stop(callsStopPatienceMs);
    },
    committed(plan, answeredLate) {
      if (plan.submissions.some(({ call }) => call.sends === 0)) submissionWork.wake();
      for (const { transaction, call } of callsLeft(plan, answeredLate)) {
        const reference = transaction.externalReference ?? '';
        operatorPort.submit(transaction, { ...call, reference }).catch((error: unknown) => {
          logger.error({ err: error, transaction_id: transaction.transactionId }, 'a late money call was not made');
        });
      }
    },
    async receiveCallback(mode, operator, callback) {
      const atMs = Date.now();
      const registered = registry.byOperator(mode, operator);
      let named: { readonly reference: string } | null = null;
      try {
        named = registered?.connector.readCallback(callback) ?? null;
        const hinted =
          registered === undefined || named === null
            ? null
            : await hints.take(registered.operatorAccountId, named.reference);
        const known = hinted !== null;
        metrics.callbacks.inc({ mode, operator, known: String(known) });
        logger.info({ mode, operator, operator_reference: named?.reference, known }, 'callback received');
        if (hinted === null) return false;
        const about = {
          walletId: Number(hinted.wallet_id),
          transactionId: Number(hinted.transaction_id),
          operator,
          simulated: registered?.connector.simulated === true,
        };
        callNotes?.note(notedCallback(about, callback, atMs));
        submissionWork.wake();
        await notices.notify(dueChannel, '');
      } catch (error) {
        logger.error({ err: error, mode, operator, operator_reference: named?.reference }, 'a callback was not taken');
        // The database did not answer, which is no fault of the sender.
        return named !== null;
      }
      return true;
    },
  };
}

/**
 * The money calls of requests that have ended: their batches were committed after their callers were answered that the
 * outcome is unknown. Without its call such a payment would only be queried. A call that the batch queued, as that of an
 * approved payout, is made by the workers; to make it here too could pay twice.
 * @param answeredLate outcomes of commands whose callers were answered so.
 */
function callsLeft(
  { submissions }: Pick<Plan, 'submissions'>,
  answeredLate: readonly Outcome[],
): readonly { readonly transaction: Transaction; readonly call: SubmissionRow['call'] }[] {
  const begun = new Map(
    submissions
      .filter(({ call }) => call.sends > 0)
      .map(({ transaction, call }) => [transaction.transactionId, call] as const),
  );
  return answeredLate.flatMap((outcome) => {
    const call = outcome.is === 'done' ? begun.get(outcome.transaction.transactionId) : undefined;
    return outcome.is === 'done' && call !== undefined ? [{ transaction: outcome.transaction, call }] : [];
  });
}
