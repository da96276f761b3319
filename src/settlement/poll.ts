import type { Logger } from 'pino';
import type { Settlement } from '../ledger/commands/settle.ts';
import type { Outcome } from '../ledger/plan/outcome.ts';
import { nextPlannedLook } from '../ledger/planned-looks.ts';
import { faultsOfOurs, type QueryResult, type ReportedDetails, type StatusQuery } from '../operators/contract.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { Backlog } from './backlog.ts';
import type { CallNotes } from './call-log/call-log.ts';
import { CallRecorder } from './call-log/call-recorder.ts';
import { lookAgain } from './callbacks.ts';
import type { Circuits } from './circuit.ts';
import type { Connectors, RegisteredConnector } from './connectors.ts';
import { failureOf } from './failure-sentences.ts';
import { readFloats } from './float-rows.ts';
import type { HintGroups } from './hint-groups.ts';
import { floatLeftBy, knownFloat } from './known-float.ts';
import type { SettlementMetrics } from './metrics.ts';
import { amountOf, type CommandWriter, callTimeoutMs, heldBackForMs, type MoneyCalls } from './money-calls.ts';
import { isCallInProgress, isPastTruthDeadline, nextStep, truthDeadlinesPassed } from './next-step.ts';
import { keepUnknownWords } from './operator-words.ts';
import type { QueryBudget, QueryPurpose } from './query-budget.ts';
import { readTransaction, type TransactionReads } from './read-transaction.ts';
import { openReviewCase } from './review-cases.ts';
import type { SubmissionGroups } from './submission-groups.ts';
import { type AskedAgain, beginSend, letGo, restUntil, type Submission, type WaitsFor } from './submission-rows.ts';

/** A payout that waited this long unsent, for whatever reason, fails and the money is back. */
const unsentForMs = 30 * 60_000;
const queryTimeoutMs = 10_000;
const withoutConnectorMs = 60_000;
const liveForbiddenMs = 60_000;
const gaveUpForMs = 3_600_000;
/** After how long a final transaction that its operator did not answer about is looked at again. */
const unansweredLookForMs = 3_600_000;
/** How often we look at what only a person can end. */
const unaskableForMs = 3_600_000;
/** Calls that the poller makes at once; the rest wait a moment. */
const callsMax = 100;

export interface PollSettings {
  readonly resendAfterMs: number;
  readonly truthDeadlineMs: number;
  /** Share of queries, from 0 to 1, that may meet a payment unknown to the operator. */
  readonly notFoundAlarm: number;
}

/**
 * Does what is due about a money call: sends what was never sent, asks the operator, and acts on its word
 * (design.md section 4). The one path by which every transaction ends, whatever crashed before.
 */
export class Poller {
  readonly #db: Queryable;
  readonly #writer: CommandWriter;
  readonly #registry: Connectors;
  readonly #circuits: Circuits;
  readonly #calls: MoneyCalls;
  readonly #budget: QueryBudget;
  readonly #backlog: Backlog;
  readonly #rows: SubmissionGroups;
  readonly #hints: HintGroups;
  readonly #transactions: TransactionReads;
  readonly #metrics: SettlementMetrics;
  readonly #callNotes: CallNotes | null;
  readonly #settings: PollSettings;
  readonly #liveAllowed: boolean;
  readonly #logger: Logger;

  constructor(parts: {
    db: Queryable;
    writer: CommandWriter;
    registry: Connectors;
    circuits: Circuits;
    calls: MoneyCalls;
    budget: QueryBudget;
    backlog: Backlog;
    rows: SubmissionGroups;
    hints: HintGroups;
    transactions: TransactionReads;
    metrics: SettlementMetrics;
    /** Null where calls are not kept. */
    callNotes: CallNotes | null;
    settings: PollSettings;
    /** False when the database is another installation's: what is live is then left as it is, not even expired. */
    liveAllowed: boolean;
    logger: Logger;
  }) {
    this.#db = parts.db;
    this.#writer = parts.writer;
    this.#registry = parts.registry;
    this.#circuits = parts.circuits;
    this.#calls = parts.calls;
    this.#budget = parts.budget;
    this.#backlog = parts.backlog;
    this.#rows = parts.rows;
    this.#hints = parts.hints;
    this.#transactions = parts.transactions;
    this.#metrics = parts.metrics;
    this.#callNotes = parts.callNotes;
    this.#settings = parts.settings;
    this.#liveAllowed = parts.liveAllowed;
    this.#logger = parts.logger;
  }

  /** Handles one submission that is due and leased to us. @throws when it could not; it then stays due. */
  async look(submission: Submission): Promise<void> {
    if (submission.mode === 'live' && !this.#liveAllowed) {
      return this.#rows.askAgainLater(submission, {
        afterMs: liveForbiddenMs,
        queried: false,
        notFound: null,
        inReview: false,
      });
    }
    const registered = this.#registry.byAccount(submission.operatorAccountId);
    if (submission.sends === 0) return this.#sendFirst(submission, registered);
    if (registered === undefined) {
      this.#logger.error(idsOf(submission), 'no connector has settings for this operator account; it cannot be asked');
      if (submission.recheck) return this.#rest(submission, { answered: false });
      return this.#wait(submission, withoutConnectorMs, { queried: false, notFound: null });
    }
    return this.#ask(submission, registered);
  }

  /** Stops trying what failed again and again: a person has to look. It is tried again an hour later, or by a callback. */
  async giveUp(submission: Submission, error: unknown): Promise<void> {
    const { sends, queries, reference } = submission;
    await openReviewCase(this.#db, submission, 'worker_gave_up', { sends, queries, reference, error: String(error) });
    this.#logger.error({ ...idsOf(submission), err: error }, 'the poller gave up; sent to review');
    await this.#rows.askAgainLater(submission, {
      afterMs: gaveUpForMs,
      queried: false,
      notFound: null,
      inReview: true,
    });
  }

  async #sendFirst(submission: Submission, registered: RegisteredConnector | undefined): Promise<void> {
    const unsentMs = submission.claimedAtMs - submission.createdAtMs;
    if (unsentMs >= unsentForMs) {
      const failure = failureOf('submission', 'not_sent_in_time');
      const settled = await this.#settle(submission, { is: 'failed', failure, receipt: null, onlyAfterSends: 0 });
      if (settled.is === 'done') {
        this.#logger.error(idsOf(submission), 'not sent in time; the money is back in the wallet');
        return;
      }
      // Still open: somebody sent it after our lease had ended, and the row is theirs.
      return settled.transaction.status === 'processing' ? undefined : letGo(this.#db, submission);
    }
    const waitsFor = registered === undefined ? 'provider' : await this.#send(submission, registered);
    if (waitsFor === null) return;
    const afterMs = Math.min(heldBackForMs, unsentForMs - unsentMs);
    await this.#wait(submission, afterMs, { queried: false, notFound: null, waitsFor });
  }

  async #ask(submission: Submission, registered: RegisteredConnector): Promise<void> {
    const { connector } = registered;
    if (submission.direction === 'refund' && !connector.refundsCanBeAskedAbout) return this.#leaveToPerson(submission);
    const purpose = purposeOf(submission);
    if (!(await this.#budget.take(registered.operatorAccountId, connector.queriesPerSecond, purpose))) {
      const { afterMs, others } = await this.#backlog.putOff(
        registered.operatorAccountId,
        connector.queriesPerSecond,
        purpose,
      );
      this.#metrics.queriesSkipped.inc({ mode: connector.mode, operator: connector.operator }, 1 + others);
      return this.#wait(submission, afterMs, { queried: false, notFound: null });
    }
    const word = await query(submission, registered, this.#callNotes);
    this.#note(submission, word);
    await this.#keepUnknownWords(submission, word);
    const differences = word.is === 'succeeded' ? await this.#differences(submission, registered, word) : [];
    if (differences.length > 0) return this.#reviewDetails(submission, registered, word, differences);
    const notFound = word.is === 'unknown' ? null : word.is === 'not_found';
    if (notFound === true && submission.notFoundSinceMs === null && !submission.recheck) {
      await this.#budget.noteNewlyNotFound(registered.operatorAccountId);
    }
    const { pollDelaysMs, promptWindowMs } = connector;
    const rules = { ...this.#settings, pollDelaysMs, promptWindowMs };
    // The time of the claim, not of the answer: a call in progress when we asked makes the answer worthless as an end.
    const step = nextStep(submission, word, submission.claimedAtMs, rules);
    switch (step.is) {
      case 'settle': {
        // A failure holds for the calls that we asked about, and not for one that was begun since.
        const onlyAsAsked = step.word.is === 'failed' && !submission.recheck;
        // What an operator calls failed it may pay after all, and nothing but our asking may tell.
        const word = onlyAsAsked
          ? { ...step.word, onlyAfterSends: submission.sends, lookAgain: !connector.simulated }
          : step.word;
        const settled = await this.#settle(submission, word);
        // What the ledger ended it has also removed, or kept for later; only a row made to look again is still ours.
        if (settled.is === 'done') return this.#hints.keepLate(submission, submission.claimedAtMs);
        if (settled.transaction.status !== 'processing') {
          // It was completed while we asked: whether it failed after all is asked once more, of the payment as it is now.
          if (onlyAsAsked && settled.transaction.status === 'completed') return this.#askOnceMore(submission);
          return this.#rest(submission);
        }
        // Another amount, or a receipt that paid for something else: a person decides, and we keep asking.
        const lastDelayMs = pollDelaysMs.at(-1) ?? withoutConnectorMs;
        const inReview = settled.is === 'sent_to_review' || word.is === 'succeeded';
        return this.#rows.askAgainLater(submission, { afterMs: lastDelayMs, queried: true, notFound: false, inReview });
      }
      case 'send_again': {
        if (await this.#mayResend(submission, registered)) {
          const waitsFor = await this.#send(submission, registered);
          if (waitsFor === null) return;
          const afterMs = pollDelaysMs.at(-1) ?? withoutConnectorMs;
          return this.#wait(submission, afterMs, { queried: true, notFound, waitsFor });
        }
        return this.#wait(submission, pollDelaysMs.at(-1) ?? withoutConnectorMs, { queried: true, notFound });
      }
      case 'ask_again':
        return this.#wait(submission, step.afterMs, { queried: true, notFound });
      case 'let_go':
        return this.#rest(submission, { answered: word.is !== 'unknown' });
    }
  }

  #askOnceMore({ walletId, transactionId, claimedAtMs }: Submission): Promise<void> {
    return lookAgain(this.#db, String(walletId), String(transactionId), new Date(claimedAtMs));
  }

  /**
   * Lets go of a final transaction, until the next planned look if there is one. A last look that nobody answered was
   * none, and is tried again.
   */
  async #rest(submission: Submission, { answered } = { answered: true }): Promise<void> {
    const { failedAtMs, transactionId, claimedAtMs } = submission;
    const plannedAtMs = failedAtMs === null ? null : nextPlannedLook(failedAtMs, transactionId, claimedAtMs);
    const dueAtMs = plannedAtMs ?? (answered ? null : claimedAtMs + unansweredLookForMs);
    await (dueAtMs === null ? letGo(this.#db, submission) : restUntil(this.#db, submission, dueAtMs));
  }

  /** A refund that cannot be asked about, and whose first word was no end, or was lost with its process. */
  async #leaveToPerson(submission: Submission): Promise<void> {
    const { sendUntilMs, claimedAtMs, reference, inReview, recheck } = submission;
    // It has an end, and nothing that we could ask would tell more of it.
    if (recheck) return letGo(this.#db, submission);
    if (sendUntilMs !== null && isCallInProgress(submission, claimedAtMs)) {
      return this.#wait(submission, sendUntilMs - claimedAtMs, { queried: false, notFound: null });
    }
    if (!inReview) {
      await openReviewCase(this.#db, submission, 'cannot_be_asked', { reference });
      this.#logger.error(idsOf(submission), 'nobody can ask how this refund ended; it is in review');
    }
    const asked = { afterMs: unaskableForMs, queried: false, notFound: null, inReview: true };
    await this.#rows.askAgainLater(submission, asked);
  }

  async #differences(
    submission: Submission,
    { connector }: RegisteredConnector,
    { reported }: Extract<QueryResult, { is: 'succeeded' }>,
  ): Promise<readonly Difference[]> {
    if (reported === undefined) return [];
    const { walletId, transactionId, reference } = submission;
    // Most of what is settled is read here once; where no phone is reported there is nothing to read.
    const phone =
      reported.phone === null ? '' : (await this.#transactions.read(walletId, transactionId)).counterpartyPhone;
    return findMismatches(reported, { currency: connector.currency, phone: phone ?? '', reference });
  }

  /** A success that speaks of another payment than ours credits nothing: a person decides, and we keep asking. */
  async #reviewDetails(
    submission: Submission,
    { connector }: RegisteredConnector,
    word: QueryResult,
    differences: readonly Difference[],
  ): Promise<void> {
    const { receipt, amount } = word.is === 'succeeded' ? word : { receipt: null, amount: null };
    const found = { receipt, amount: amount === null ? null : Number(amount), differences };
    await openReviewCase(this.#db, submission, 'details_differ', found, { claim: claimOf(differences) });
    const line = { ...idsOf(submission), differences: differencesForLog(differences) };
    this.#logger.error(line, 'the operator tells other details of this payment than ours; nothing was credited');
    if (submission.recheck) return this.#rest(submission);
    const afterMs = connector.pollDelaysMs.at(-1) ?? withoutConnectorMs;
    await this.#rows.askAgainLater(submission, { afterMs, queried: true, notFound: false, inReview: true });
  }

  async #settle(
    { walletId, transactionId }: Submission,
    word: Settlement,
  ): Promise<Extract<Outcome, { is: 'done' | 'unchanged' | 'sent_to_review' }>> {
    const outcome = await this.#writer.submit({ kind: 'settle', walletId, transactionId, word });
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

  /** Waits, and hands the transaction to a person when the operator has been silent for too long. */
  async #wait(
    submission: Submission,
    afterMs: number,
    asked: Pick<AskedAgain, 'queried' | 'notFound' | 'waitsFor'>,
  ): Promise<void> {
    if (asked.waitsFor !== undefined && asked.waitsFor !== submission.waitsFor) {
      this.#logger.warn({ ...idsOf(submission), waits_for: asked.waitsFor }, 'a money call waits');
    }
    const { truthDeadlineMs } = this.#settings;
    const late = submission.sends > 0 && isPastTruthDeadline(submission, submission.claimedAtMs, truthDeadlineMs);
    if (late) {
      const { sends, queries, reference, claimedAtMs } = submission;
      const passed = truthDeadlinesPassed(submission, claimedAtMs, truthDeadlineMs);
      const found = { sends, queries, reference };
      // One that was dismissed comes back with the next deadline: dismissing ends nothing, and the money is held.
      const options = { claim: passed > 1 ? `deadline ${passed}` : '', unlessCaredFor: true };
      if (await openReviewCase(this.#db, submission, 'truth_deadline', found, options)) {
        this.#logger.error(idsOf(submission), 'no final word within the truth deadline; sent to review');
      }
    }
    await this.#rows.askAgainLater(submission, { afterMs, ...asked, inReview: late });
  }

  async #mayResend(submission: Submission, registered: RegisteredConnector): Promise<boolean> {
    const { operatorAccountId, connector } = registered;
    if (!(await tooManyNotFound(this.#db, operatorAccountId, this.#settings.notFoundAlarm))) return true;
    this.#metrics.resendsStopped.inc({ mode: connector.mode, operator: connector.operator });
    this.#logger.error(idsOf(submission), 'the operator does not know too many payments; nothing is sent again');
    return false;
  }

  /** Makes the next money call in the background. Gives why it may not be made now; the lease is then still held. */
  async #send(submission: Submission, registered: RegisteredConnector): Promise<WaitsFor | null> {
    const { connector, operatorAccountId } = registered;
    if (connector.mode !== submission.mode) throw new Error('a connector was given a transaction of the other mode');
    if (this.#calls.running >= callsMax) return 'room';
    const transaction = await readTransaction(this.#db, submission.walletId, submission.transactionId);
    if (transaction.status !== 'processing') {
      await letGo(this.#db, submission);
      return null;
    }
    const direction = submission.direction === 'collection' ? 'collection' : 'payout';
    if (!this.#circuits.of(operatorAccountId, direction).mayCall(performance.now())) return 'circuit';
    if (!(await this.#maySuffice(submission, registered, amountOf(transaction)))) return 'float';
    // Taken before the database writes send_until, so that our cut never comes after it.
    const cutAtMs = performance.now() + callTimeoutMs;
    const firstQueryAfterMs = connector.pollDelaysMs[0] ?? 0;
    const begun = await beginSend(this.#db, submission, { timeoutMs: callTimeoutMs, firstQueryAfterMs, unsentForMs });
    if (begun) void this.#calls.make({ registered, transaction, sends: submission.sends + 1, cutAtMs });
    return begun ? null : 'room';
  }

  /** Whether the known float may pay a call. Only a look, so that what waits costs little; the call itself claims it. */
  async #maySuffice(
    submission: Submission,
    { connector, operatorAccountId }: RegisteredConnector,
    amount: bigint,
  ): Promise<boolean> {
    const float = floatLeftBy(submission.direction, connector);
    if (float === null || connector.simulated) return true;
    const floats = await readFloats(this.#db, [operatorAccountId]);
    const standing = floats.find((one) => one.float === float);
    const known = standing === undefined ? null : knownFloat(standing);
    return known === null || known >= amount;
  }

  /** That they cannot be kept is no reason to treat the payment otherwise. */
  async #keepUnknownWords(submission: Submission, { unknownWords = [] }: QueryResult): Promise<void> {
    await keepUnknownWords(this.#db, submission, unknownWords).catch((error: unknown) => {
      this.#logger.error({ err: error, ...idsOf(submission) }, 'what nobody knows of an answer could not be kept');
    });
  }

  #note(submission: Submission, word: QueryResult): void {
    const { mode, operator, direction } = submission;
    this.#metrics.queries.inc({ mode, operator, direction, word: word.is });
    const line = { ...idsOf(submission), queries: submission.queries + 1, raw: 'raw' in word ? word.raw : undefined };
    if (word.is === 'unknown') this.#logger.warn(line, 'query not answered');
    else if (word.is === 'failed' && !submission.recheck && faultsOfOurs.has(word.code)) {
      this.#metrics.faultsOfOurs.inc({ mode, operator, direction, code: word.code });
      this.#logger.error(line, 'a payment failed for a reason on our side');
    } else this.#logger.info(line, `query answered: ${word.is}`);
  }
}

async function query(
  submission: Submission,
  registered: RegisteredConnector,
  notes: CallNotes | null,
): Promise<QueryResult> {
  const { walletId, transactionId, direction, reference } = submission;
  const { operator, simulated } = registered.connector;
  const about = { walletId, transactionId, operator, simulated };
  const witness = notes === null ? null : new CallRecorder(notes, about, 'query', null);
  const word = await wordOf({ direction, reference, onExchange: witness?.onExchange }, registered);
  witness?.ended(word);
  return word;
}

async function wordOf(asked: StatusQuery, { connector }: RegisteredConnector): Promise<QueryResult> {
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
function purposeOf({ hints, recheck, direction }: Submission): QueryPurpose {
  if (hints > 0) return 'hint';
  if (recheck) return 'look';
  return direction === 'collection' ? 'collection' : 'payout';
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

/** A detail of a payment that an operator tells otherwise than we asked for. */
interface Difference {
  readonly what: keyof ReportedDetails;
  readonly ours: string;
  readonly told: string;
}

/**
 * What an operator tells of a paid payment otherwise than our records (providers.md section 4, rule 11). Pure. What it
 * does not tell cannot differ; the amount is compared by the ledger, which has to book it.
 */
export function findMismatches(
  told: ReportedDetails | undefined,
  ours: Readonly<Record<keyof ReportedDetails, string>>,
): Difference[] {
  if (told === undefined) return [];
  const differences: Difference[] = [];
  for (const what of ['currency', 'phone', 'reference'] as const) {
    const value = told[what];
    if (value !== null && value !== ours[what]) differences.push({ what, ours: ours[what], told: value });
  }
  return differences;
}

/** Names what is told, so that the same story is one review case and another story another. */
export function claimOf(differences: readonly Difference[]): string {
  return differences.map(({ what, told }) => `${what} ${told}`).join(', ');
}

/** The differences as a log may have them: of a phone the first five and the last two characters. */
export function differencesForLog(differences: readonly Difference[]): Difference[] {
  return differences.map((one) =>
    one.what === 'phone' ? { ...one, ours: maskedPhone(one.ours), told: maskedPhone(one.told) } : one,
  );
}

function maskedPhone(phone: string): string {
  return phone.length <= 7
    ? '*'.repeat(phone.length)
    : phone.slice(0, 5) + '*'.repeat(phone.length - 7) + phone.slice(-2);
}

const paymentsNotFoundMax = 5;
/** A share of fewer queries than this says nothing. */
const queriesMin = 100;

/**
 * Whether an operator does not know so many payments that our own settings are the likely cause, and nothing may be
 * sent again: five of them stand as not found, or their share of the queries of ten minutes is above `shareMax`, which
 * at 1 switches both off.
 */
export async function tooManyNotFound(db: Queryable, operatorAccountId: number, shareMax: number): Promise<boolean> {
  if (shareMax >= 1) return false;
  const { rows } = await db.query<{ standing: string; asked: string; newly_not_found: string }>(
    `SELECT (SELECT count(*) FROM submission
              WHERE operator_account_id = $1 AND not_found_since IS NOT NULL AND NOT recheck) AS standing,
            coalesce(sum(taken), 0) AS asked,
            coalesce(sum(newly_not_found), 0) AS newly_not_found
       FROM query_budget
      WHERE operator_account_id = $1 AND second > floor(extract(epoch FROM clock_timestamp())) - 600`,
    [operatorAccountId],
  );
  const row = rows[0];
  if (row === undefined) return false;
  if (Number(row.standing) >= paymentsNotFoundMax) return true;
  const asked = Number(row.asked);
  return asked >= queriesMin && Number(row.newly_not_found) > asked * shareMax;
}
