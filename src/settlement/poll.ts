import { HistoryUnavailable } from '../history/history-store.ts';
import type { Settlement } from '../ledger/commands/settle.ts';
import type { Outcome } from '../ledger/plan/outcome.ts';
import { nextPlannedLook } from '../ledger/planned-looks.ts';
import { openReviewCase } from '../ledger/rows/review-case.ts';
import { readTransaction, type TransactionReads } from '../ledger/rows/transaction.ts';
import { faultsOfOurs, type QueryResult, type StatusQuery } from '../operators/contract.ts';
import type { Backlog } from './backlog.ts';
import type { CallNotes } from './call-log/call-log.ts';
import { CallRecorder } from './call-log/call-recorder.ts';
import type { CallbackHints } from './callback-hints.ts';
import type { RegisteredConnector } from './connectors.ts';
import { failureOf } from './failure-sentences.ts';
import { readFloats } from './float-rows.ts';
import { floatLeftBy, knownFloat } from './known-float.ts';
import { claimOf, findMismatches, type Mismatch, mismatchesForLog } from './mismatches.ts';
import { amountOf, callInProgressMs, callTimeoutMs, heldBackForMs, type MoneyCalls } from './money-calls.ts';
import {
  isCallInProgress,
  isPastTruthDeadline,
  nextStep,
  settlementByQuery,
  truthDeadlinesPassed,
} from './next-step.ts';
import { type QueryBudget, type QueryPurpose, tooManyNotFound } from './query-budget.ts';
import { addRecheck, type PolledSubmission, withMovedTransaction } from './rechecks.ts';
import type { SettlementContext } from './settlement-context.ts';
import {
  beginSend,
  deleteFinal,
  postponeRecheck,
  type QueryPlan,
  type Submission,
  type WaitsFor,
} from './submissions.ts';
import { storeUnknownCodes } from './unknown-codes.ts';

/** A payout that waited this long unsent, for whatever reason, fails and its money is returned. */
const unsentForMs = 30 * 60_000;
const queryTimeoutMs = 10_000;
const withoutConnectorMs = 60_000;
const liveForbiddenMs = 60_000;
/** After how long a query is tried again that needs the history store while that is away. */
const withoutHistoryMs = 60_000;
const gaveUpForMs = 3_600_000;
/** After how long a final transaction is queried again when its operator did not answer the last query. */
const unansweredRecheckMs = 3_600_000;
/** How often a refund that only a person can end is due again. */
const notQueryableForMs = 3_600_000;
/** Money calls that the workers make at once; the rest wait a moment. */
const callsMax = 100;

export interface PollSettings {
  readonly resendAfterMs: number;
  readonly truthDeadlineMs: number;
  /** Share of queries, from 0 to 1, that may meet a payment unknown to the operator. */
  readonly notFoundAlarm: number;
}

/** What the due work of submissions needs besides. */
export interface PollContext extends SettlementContext {
  readonly calls: MoneyCalls;
  readonly budget: QueryBudget;
  readonly backlog: Backlog;
  readonly hints: CallbackHints;
  readonly transactions: TransactionReads;
  readonly settings: PollSettings;
  /** False when nothing live may move here: what is live is then left as it is, not even expired. */
  readonly liveAllowed: boolean;
}

/**
 * Does what is due about a money call: sends what was never sent, queries the operator, and acts on the result
 * (design.md section 4). The one path by which every transaction ends, whatever crashed before.
 * @param leased is due and leased to this process.
 * @param registered the provider of its operator account; undefined when this process has no settings for it.
 * @throws when it could not; the submission then stays due.
 */
export async function poll(
  context: PollContext,
  leased: Submission,
  registered: RegisteredConnector | undefined,
): Promise<void> {
  if (leased.mode === 'live' && !context.liveAllowed) return leaveAsItIs(context, leased, liveForbiddenMs);
  let submission: PolledSubmission;
  try {
    submission = await withMovedTransaction(context, leased);
  } catch (error) {
    if (!(error instanceof HistoryUnavailable)) throw error;
    context.logger.warn({ ...idsOf(leased), err: error }, 'the query about a transaction that has moved waits');
    return leaveAsItIs(context, leased, withoutHistoryMs);
  }
  if (submission.sends === 0) return sendFirst(context, submission, registered);
  if (registered === undefined) {
    context.logger.error(
      idsOf(submission),
      'no connector has settings for this operator account; it cannot be queried',
    );
    if (submission.recheck) return endRecheck(context, submission, { answered: false });
    return wait(context, submission, withoutConnectorMs, { queried: false, notFound: null });
  }
  if (submission.direction === 'refund' && !registered.connector.refundsCanBeAskedAbout) {
    return leaveToReview(context, submission);
  }
  return pollOperator(context, submission, registered);
}

/** Ends the lease without a query. */
function leaveAsItIs({ submissions }: PollContext, submission: Submission, afterMs: number): Promise<void> {
  return submissions.planQuery(submission, { afterMs, queried: false, notFound: null, inReview: false });
}

/** Sends to review what failed again and again. It is tried again an hour later, or after a callback. */
export async function giveUp(context: PollContext, submission: Submission, error: unknown): Promise<void> {
  const { sends, queries, reference } = submission;
  const found = { sends, queries, reference, error: String(error) };
  const isNew = await openReviewCase(context.db, submission, 'worker_gave_up', found);
  context.logger.error(
    { ...idsOf(submission), err: error },
    isNew ? 'the poller gave up; sent to review' : 'the poller gave up again; it was sent to review before',
  );
  await context.submissions.planQuery(submission, {
    afterMs: gaveUpForMs,
    queried: false,
    notFound: null,
    inReview: true,
  });
}

async function sendFirst(
  context: PollContext,
  submission: PolledSubmission,
  registered: RegisteredConnector | undefined,
): Promise<void> {
  const unsentMs = submission.claimedAtMs - submission.createdAtMs;
  if (unsentMs >= unsentForMs) {
    const failure = failureOf('submission', 'not_sent_in_time');
    const settled = await settle(context, submission, { is: 'failed', failure, receipt: null, onlyAfterSends: 0 });
    if (settled.is === 'done') {
      context.logger.error(idsOf(submission), 'not sent in time; the money is returned to the wallet');
      return;
    }
    // Still open: another process sent it after our lease had ended, and the row is leased to that process.
    return settled.transaction.status === 'processing' ? undefined : deleteFinal(context.db, submission);
  }
  const waitsFor = registered === undefined ? 'provider' : await send(context, submission, registered);
  if (waitsFor === null) return;
  const afterMs = Math.min(heldBackForMs, unsentForMs - unsentMs);
  await wait(context, submission, afterMs, { queried: false, notFound: null, waitsFor });
}

async function pollOperator(
  context: PollContext,
  submission: PolledSubmission,
  registered: RegisteredConnector,
): Promise<void> {
  const { budget, backlog, metrics, callNotes } = context;
  const { connector, operatorAccountId } = registered;
  const purpose = purposeOf(submission);
  if (!(await budget.take(operatorAccountId, connector.queriesPerSecond, purpose))) {
    const { afterMs, others } = await backlog.putOff(operatorAccountId, connector.queriesPerSecond, purpose);
    metrics.queriesSkipped.inc({ mode: connector.mode, operator: connector.operator }, 1 + others);
    return wait(context, submission, afterMs, { queried: false, notFound: null });
  }
  const result = await query(submission, registered, callNotes);
  countAndLog(context, submission, result);
  await storeUnknownCodes(context, submission, result);
  const mismatches = await mismatchesOf(context, submission, registered, result);
  if (mismatches.length > 0) return reviewMismatches(context, submission, registered, result, mismatches);
  const notFound = result.is === 'unknown' ? null : result.is === 'not_found';
  if (notFound === true && submission.notFoundSinceMs === null && !submission.recheck) {
    await budget.noteNewlyNotFound(operatorAccountId);
  }
  const { pollDelaysMs, promptWindowMs } = connector;
  // The time of the claim, not of the answer: a call that was in progress at the query makes a failure meaningless.
  const rules = { ...context.settings, pollDelaysMs, promptWindowMs };
  const step = nextStep(submission, result, submission.claimedAtMs, rules);
  switch (step.is) {
    case 'settle':
      return settleByQuery(context, submission, registered, step.settlement);
    case 'send_again': {
      const afterMs = lastDelayMs(registered);
      if (!(await mayResend(context, submission, registered))) {
        return wait(context, submission, afterMs, { queried: true, notFound });
      }
      const waitsFor = await send(context, submission, registered);
      if (waitsFor === null) return;
      return wait(context, submission, afterMs, { queried: true, notFound, waitsFor });
    }
    case 'query_again':
      return wait(context, submission, step.afterMs, { queried: true, notFound });
    case 'end_recheck':
      return endRecheck(context, submission, { answered: result.is !== 'unknown' });
  }
}

async function settleByQuery(
  context: PollContext,
  submission: PolledSubmission,
  registered: RegisteredConnector,
  settlement: Settlement,
): Promise<void> {
  const limited = settlementByQuery(submission, settlement, registered.connector);
  const settled = await settle(context, submission, limited);
  // The ledger has deleted the row, or kept it for a later query.
  if (settled.is === 'done') return context.hints.keepLate(submission, submission.claimedAtMs);
  if (settled.transaction.status !== 'processing') {
    // It was completed during the query: whether it failed after all is queried once more.
    if (settlement.is === 'failed' && !submission.recheck && settled.transaction.status === 'completed') {
      return addRecheck(context.db, submission, new Date(submission.claimedAtMs));
    }
    return endRecheck(context, submission, { answered: true });
  }
  // Another amount, or a receipt that was used before: it goes to review, and we keep querying.
  const inReview = settled.is === 'sent_to_review' || settlement.is === 'succeeded';
  const afterMs = lastDelayMs(registered);
  await context.submissions.planQuery(submission, { afterMs, queried: true, notFound: false, inReview });
}

/**
 * Ends the lease of a final transaction: until its next planned query if there is one. A last query that was not answered
 * is repeated.
 */
async function endRecheck(
  { db }: PollContext,
  submission: PolledSubmission,
  { answered }: { readonly answered: boolean },
): Promise<void> {
  const { failedAtMs, transactionId, claimedAtMs, wallAheadMs } = submission;
  // A day ends by the wall clock.
  const plannedAtMs =
    failedAtMs === null ? null : nextPlannedLook(failedAtMs + wallAheadMs, transactionId, claimedAtMs + wallAheadMs);
  const dueAtMs = plannedAtMs === null ? null : plannedAtMs - wallAheadMs;
  const nextAtMs = dueAtMs ?? (answered ? null : claimedAtMs + unansweredRecheckMs);
  await (nextAtMs === null ? deleteFinal(db, submission) : postponeRecheck(db, submission, nextAtMs));
}

/** Reviews a refund that cannot be queried, when its call gave no final result or was lost with its process. */
async function leaveToReview(context: PollContext, submission: PolledSubmission): Promise<void> {
  const { sendUntilMs, claimedAtMs, reference, inReview, recheck } = submission;
  if (recheck) return deleteFinal(context.db, submission);
  if (sendUntilMs !== null && isCallInProgress(submission, claimedAtMs)) {
    return wait(context, submission, sendUntilMs - claimedAtMs, { queried: false, notFound: null });
  }
  if (!inReview) {
    await openReviewCase(context.db, submission, 'cannot_be_asked', { reference });
    context.logger.error(idsOf(submission), 'this refund cannot be queried; it is in review');
  }
  const plan = { afterMs: notQueryableForMs, queried: false, notFound: null, inReview: true };
  await context.submissions.planQuery(submission, plan);
}

async function mismatchesOf(
  { transactions }: PollContext,
  { walletId, transactionId, reference, moved }: PolledSubmission,
  { connector }: RegisteredConnector,
  result: QueryResult,
): Promise<readonly Mismatch[]> {
  const reported = result.is === 'succeeded' ? result.reported : undefined;
  if (reported === undefined) return [];
  // Without a reported phone there is nothing to read.
  const transaction = moved ?? (reported.phone === null ? null : await transactions.read(walletId, transactionId));
  const phone = transaction?.counterpartyPhone ?? '';
  return findMismatches(reported, { currency: connector.currency, phone, reference });
}

/** A success with details of another payment credits nothing: it goes to review, and we keep querying. */
async function reviewMismatches(
  context: PollContext,
  submission: PolledSubmission,
  registered: RegisteredConnector,
  result: QueryResult,
  mismatches: readonly Mismatch[],
): Promise<void> {
  const { receipt, amount } = result.is === 'succeeded' ? result : { receipt: null, amount: null };
  const found = { receipt, amount: amount === null ? null : Number(amount), differences: mismatches };
  await openReviewCase(context.db, submission, 'details_differ', found, { claim: claimOf(mismatches) });
  const line = { ...idsOf(submission), differences: mismatchesForLog(mismatches) };
  context.logger.error(line, 'the operator reports other details of this payment than ours; nothing was credited');
  if (submission.recheck) return endRecheck(context, submission, { answered: true });
  const afterMs = lastDelayMs(registered);
  await context.submissions.planQuery(submission, { afterMs, queried: true, notFound: false, inReview: true });
}

async function settle(
  { writer }: PollContext,
  { walletId, transactionId, moved }: PolledSubmission,
  settlement: Settlement,
): Promise<Extract<Outcome, { is: 'done' | 'unchanged' | 'sent_to_review' }>> {
  const place = moved === null ? {} : { moved };
  const outcome = await writer.submit({ kind: 'settle', walletId, transactionId, ...place, word: settlement });
  switch (outcome.is) {
    case 'done':
    case 'unchanged':
    case 'sent_to_review':
      return outcome;
    case 'refused':
      throw new Error(`the ledger refused to settle: ${outcome.refusal.code}`);
    default:
      throw new Error(`a settlement cannot end ${outcome.is}`);
  }
}

/** Plans the next query, and sends the transaction to review when the operator gave no final result for too long. */
async function wait(
  { db, submissions, settings: { truthDeadlineMs }, logger }: PollContext,
  submission: PolledSubmission,
  afterMs: number,
  plan: Pick<QueryPlan, 'queried' | 'notFound' | 'waitsFor'>,
): Promise<void> {
  if (plan.waitsFor !== undefined && plan.waitsFor !== submission.waitsFor) {
    logger.warn({ ...idsOf(submission), waits_for: plan.waitsFor }, 'a money call waits');
  }
  const late = submission.sends > 0 && isPastTruthDeadline(submission, submission.claimedAtMs, truthDeadlineMs);
  if (late) {
    const { sends, queries, reference, claimedAtMs } = submission;
    const passed = truthDeadlinesPassed(submission, claimedAtMs, truthDeadlineMs);
    const found = { sends, queries, reference };
    // A dismissed case is opened again at the next deadline: dismissing ends nothing, and the money is held.
    const options = { claim: passed > 1 ? `deadline ${passed}` : '', unlessCaredFor: true };
    if (await openReviewCase(db, submission, 'truth_deadline', found, options)) {
      logger.error(idsOf(submission), 'no final word within the truth deadline; sent to review');
    }
  }
  await submissions.planQuery(submission, { afterMs, ...plan, inReview: late });
}

async function mayResend(
  { db, settings, metrics, logger }: PollContext,
  submission: PolledSubmission,
  { operatorAccountId, connector }: RegisteredConnector,
): Promise<boolean> {
  if (!(await tooManyNotFound(db, operatorAccountId, settings.notFoundAlarm))) return true;
  metrics.resendsStopped.inc({ mode: connector.mode, operator: connector.operator });
  logger.error(idsOf(submission), 'the operator does not know too many payments; nothing is sent again');
  return false;
}

/** Makes the next money call in the background. Returns why it cannot be made now; the lease is then still held. */
async function send(
  context: PollContext,
  submission: PolledSubmission,
  registered: RegisteredConnector,
): Promise<WaitsFor | null> {
  const { db, calls, circuits } = context;
  const { connector, operatorAccountId } = registered;
  if (connector.mode !== submission.mode) throw new Error('a connector was given a transaction of the other mode');
  if (calls.running >= callsMax) return 'room';
  const transaction = await readTransaction(db, submission.walletId, submission.transactionId);
  if (transaction.status !== 'processing') {
    await deleteFinal(db, submission);
    return null;
  }
  const direction = submission.direction === 'collection' ? 'collection' : 'payout';
  if (!circuits.of(operatorAccountId, direction).mayCall(performance.now())) return 'circuit';
  if (!(await maySuffice(context, submission, registered, amountOf(transaction)))) return 'float';
  // Taken before the database writes send_until, so that our cut never comes after it.
  const cutAtMs = performance.now() + callTimeoutMs;
  const firstQueryAfterMs = connector.pollDelaysMs[0] ?? 0;
  const begun = await beginSend(db, submission, { inProgressMs: callInProgressMs, firstQueryAfterMs, unsentForMs });
  if (begun) void calls.make({ registered, transaction, sends: submission.sends + 1, cutAtMs });
  return begun ? null : 'room';
}

/** Whether the known float may pay a call. It only reads, so that what waits costs little; the call itself claims. */
async function maySuffice(
  { db }: PollContext,
  submission: PolledSubmission,
  { connector, operatorAccountId }: RegisteredConnector,
  amount: bigint,
): Promise<boolean> {
  const float = floatLeftBy(submission.direction, connector);
  if (float === null || connector.simulated) return true;
  const floats = await readFloats(db, [operatorAccountId]);
  const report = floats.find((one) => one.float === float);
  const known = report === undefined ? null : knownFloat(report);
  return known === null || known >= amount;
}

function countAndLog({ metrics, logger }: PollContext, submission: PolledSubmission, result: QueryResult): void {
  const { mode, operator, direction } = submission;
  metrics.queries.inc({ mode, operator, direction, word: result.is });
  const line = { ...idsOf(submission), queries: submission.queries + 1, raw: 'raw' in result ? result.raw : undefined };
  if (result.is === 'unknown') logger.warn(line, 'query not answered');
  else if (result.is === 'failed' && !submission.recheck && faultsOfOurs.has(result.code)) {
    metrics.ourFailures.inc({ mode, operator, direction, code: result.code });
    logger.error(line, 'a payment failed for a reason on our side');
  } else logger.info(line, `query answered: ${result.is}`);
}

async function query(
  submission: PolledSubmission,
  registered: RegisteredConnector,
  notes: CallNotes | null,
): Promise<QueryResult> {
  const { walletId, transactionId, direction, reference } = submission;
  const { operator, simulated } = registered.connector;
  const about = { walletId, transactionId, operator, simulated };
  const recorder = notes === null ? null : new CallRecorder(notes, about, 'query', null);
  const result = await queryInTime({ direction, reference, onExchange: recorder?.onExchange }, registered);
  recorder?.ended(result);
  return result;
}

async function queryInTime(asked: StatusQuery, { connector }: RegisteredConnector): Promise<QueryResult> {
  const cut = new AbortController();
  const timer = setTimeout(() => cut.abort(), queryTimeoutMs);
  const late = new Promise<QueryResult>((resolve) => {
    cut.signal.addEventListener('abort', () => setImmediate(resolve, { is: 'unknown', raw: 'cut: no answer in time' }));
  });
  try {
    return await Promise.race([connector.query(asked, cut.signal), late]);
  } catch (error) {
    return { is: 'unknown', raw: String(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** As `purposeOfRow` in backlog.ts has it. */
function purposeOf({ hints, recheck, direction }: PolledSubmission): QueryPurpose {
  if (hints > 0) return 'hint';
  if (recheck) return 'look';
  return direction === 'collection' ? 'collection' : 'payout';
}

function lastDelayMs({ connector }: RegisteredConnector): number {
  return connector.pollDelaysMs.at(-1) ?? withoutConnectorMs;
}

function idsOf(submission: Submission) {
  return {
    transaction_id: submission.transactionId,
    operator_account_id: submission.operatorAccountId,
    operator: submission.operator,
    operator_reference: submission.reference,
    sends: submission.sends,
  };
}
