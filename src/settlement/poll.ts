import type { Logger } from 'pino';
import type { Outcome, SettleWord } from '../ledger/commands.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { type TransactionRow, transactionColumns, transactionFromRow } from '../ledger/transaction-row.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { OperatorWord } from '../providers/provider.ts';
import { keepLateHint } from './callbacks.ts';
import type { Circuits } from './circuit.ts';
import { failureOf } from './failure-sentences.ts';
import type { SettlementMetrics } from './metrics.ts';
import { type CommandWriter, callTimeoutMs, type MoneyCalls } from './money-calls.ts';
import { isPastTruthDeadline, nextStep } from './next-step.ts';
import { tooManyNotFound } from './not-found-alarm.ts';
import type { QueryBudget, QueryPurpose } from './query-budget.ts';
import type { ProviderRegistry, RegisteredProvider } from './registry.ts';
import { openReviewCase } from './review-cases.ts';
import { type AskedAgain, askAgainLater, beginSend, letGo, type Submission } from './submission-rows.ts';

/** A payout that waited this long unsent, for whatever reason, fails and the money is back. */
export const unsentForMs = 30 * 60_000;
const sendLaterMs = 5_000;
const queryTimeoutMs = 10_000;
const withoutProviderMs = 60_000;
const liveForbiddenMs = 60_000;
const gaveUpForMs = 3_600_000;
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
  readonly #registry: ProviderRegistry;
  readonly #circuits: Circuits;
  readonly #calls: MoneyCalls;
  readonly #budget: QueryBudget;
  readonly #metrics: SettlementMetrics;
  readonly #settings: PollSettings;
  readonly #liveAllowed: boolean;
  readonly #logger: Logger;

  constructor(parts: {
    db: Queryable;
    writer: CommandWriter;
    registry: ProviderRegistry;
    circuits: Circuits;
    calls: MoneyCalls;
    budget: QueryBudget;
    metrics: SettlementMetrics;
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
    this.#metrics = parts.metrics;
    this.#settings = parts.settings;
    this.#liveAllowed = parts.liveAllowed;
    this.#logger = parts.logger;
  }

  /** Handles one submission that is due and leased to us. @throws when it could not; it then stays due. */
  async look(submission: Submission): Promise<void> {
    if (submission.mode === 'live' && !this.#liveAllowed) {
      const { inReview } = submission;
      return askAgainLater(this.#db, submission, {
        afterMs: liveForbiddenMs,
        queried: false,
        notFound: null,
        inReview,
      });
    }
    const registered = this.#registry.byAccount(submission.operatorAccountId);
    if (submission.sends === 0) return this.#sendFirst(submission, registered);
    if (registered === undefined) {
      this.#logger.error(idsOf(submission), 'no provider has settings for this operator account; it cannot be asked');
      return this.#wait(submission, withoutProviderMs, { queried: false, notFound: null });
    }
    return this.#ask(submission, registered);
  }

  /** Stops trying what failed again and again: a person has to look. It is tried again an hour later, or by a callback. */
  async giveUp(submission: Submission, error: unknown): Promise<void> {
    const { sends, queries, reference } = submission;
    await openReviewCase(this.#db, submission, 'worker_gave_up', { sends, queries, reference, error: String(error) });
    this.#logger.error({ ...idsOf(submission), err: error }, 'the poller gave up; sent to review');
    await askAgainLater(this.#db, submission, { afterMs: gaveUpForMs, queried: false, notFound: null, inReview: true });
  }

  async #sendFirst(submission: Submission, registered: RegisteredProvider | undefined): Promise<void> {
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
    if (registered !== undefined && (await this.#send(submission, registered))) return;
    await this.#wait(submission, Math.min(sendLaterMs, unsentForMs - unsentMs), { queried: false, notFound: null });
  }

  async #ask(submission: Submission, registered: RegisteredProvider): Promise<void> {
    const { provider } = registered;
    const purpose: QueryPurpose = submission.hints > 0 ? 'hint' : submission.direction;
    if (!(await this.#budget.take(registered.operatorAccountId, provider.queriesPerSecond, purpose))) {
      this.#metrics.queriesSkipped.inc({ mode: provider.mode, operator: provider.operator });
      return this.#wait(submission, skippedForMs(purpose), { queried: false, notFound: null });
    }
    const word = await query(submission, registered);
    this.#note(submission, word);
    const notFound = word.is === 'unknown' ? null : word.is === 'not_found';
    if (notFound === true && submission.notFoundSinceMs === null && !submission.recheck) {
      await this.#budget.noteNewlyNotFound(registered.operatorAccountId);
    }
    const { pollDelaysMs, promptWindowMs } = provider;
    const rules = { ...this.#settings, pollDelaysMs, promptWindowMs };
    // The time of the claim, not of the answer: a call in progress when we asked makes the answer worthless as an end.
    const step = nextStep(submission, word, submission.claimedAtMs, rules);
    switch (step.is) {
      case 'settle': {
        // A failure holds for the calls that we asked about, and not for one that was begun since.
        const onlyAsAsked = step.word.is === 'failed' && !submission.recheck;
        const word = onlyAsAsked ? { ...step.word, onlyAfterSends: submission.sends } : step.word;
        const settled = await this.#settle(submission, word);
        // What the ledger ended it has also removed; only a row made by a callback is still ours to remove.
        if (settled.is === 'done') return keepLateHint(this.#db, submission, submission.claimedAtMs);
        if (settled.transaction.status !== 'processing') return letGo(this.#db, submission);
        // Another amount, or a receipt that paid for something else: a person decides, and we keep asking.
        const lastDelayMs = pollDelaysMs.at(-1) ?? withoutProviderMs;
        const inReview = submission.inReview || settled.is === 'sent_to_review' || word.is === 'succeeded';
        return askAgainLater(this.#db, submission, { afterMs: lastDelayMs, queried: true, notFound: false, inReview });
      }
      case 'send_again': {
        if (await this.#mayResend(submission, registered)) {
          if (await this.#send(submission, registered)) return;
        }
        return this.#wait(submission, pollDelaysMs.at(-1) ?? withoutProviderMs, { queried: true, notFound });
      }
      case 'ask_again':
        return this.#wait(submission, step.afterMs, { queried: true, notFound });
      case 'let_go':
        return letGo(this.#db, submission);
    }
  }

  async #settle(
    { walletId, transactionId }: Submission,
    word: SettleWord,
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
  async #wait(submission: Submission, afterMs: number, asked: Pick<AskedAgain, 'queried' | 'notFound'>): Promise<void> {
    const { truthDeadlineMs } = this.#settings;
    const late = submission.sends > 0 && isPastTruthDeadline(submission, submission.claimedAtMs, truthDeadlineMs);
    if (late && !submission.inReview) {
      const { sends, queries, reference } = submission;
      await openReviewCase(this.#db, submission, 'truth_deadline', { sends, queries, reference });
      this.#logger.error(idsOf(submission), 'no final word within the truth deadline; sent to review');
    }
    await askAgainLater(this.#db, submission, { afterMs, ...asked, inReview: submission.inReview || late });
  }

  async #mayResend(submission: Submission, registered: RegisteredProvider): Promise<boolean> {
    const { operatorAccountId, provider } = registered;
    if (!(await tooManyNotFound(this.#db, operatorAccountId, this.#settings.notFoundAlarm))) return true;
    this.#metrics.resendsStopped.inc({ mode: provider.mode, operator: provider.operator });
    this.#logger.error(idsOf(submission), 'the operator does not know too many payments; nothing is sent again');
    return false;
  }

  /** Makes the next money call in the background. False when it may not be made now; the lease is then still held. */
  async #send(submission: Submission, registered: RegisteredProvider): Promise<boolean> {
    const { provider, operatorAccountId } = registered;
    if (provider.mode !== submission.mode) throw new Error('a provider was given a transaction of the other mode');
    if (this.#calls.running >= callsMax) return false;
    const transaction = await this.#readTransaction(submission);
    if (transaction.status !== 'processing') {
      await letGo(this.#db, submission);
      return true;
    }
    if (!this.#circuits.of(operatorAccountId, submission.direction).mayCall(performance.now())) return false;
    // Taken before the database writes send_until, so that our cut never comes after it.
    const cutAtMs = performance.now() + callTimeoutMs;
    const firstQueryAfterMs = provider.pollDelaysMs[0] ?? 0;
    const begun = await beginSend(this.#db, submission, { timeoutMs: callTimeoutMs, firstQueryAfterMs, unsentForMs });
    if (begun) void this.#calls.make({ registered, transaction, sends: submission.sends + 1, cutAtMs });
    return begun;
  }

  async #readTransaction({ walletId, transactionId }: Submission): Promise<Transaction> {
    const { rows } = await this.#db.query<TransactionRow>({
      name: 'settlement_read_transaction',
      text: `SELECT ${transactionColumns} FROM transaction WHERE wallet_id = $1 AND transaction_id = $2`,
      values: [walletId, transactionId],
    });
    const row = rows[0];
    if (row === undefined) throw new Error(`transaction ${transactionId} of wallet ${walletId} does not exist`);
    return transactionFromRow(row);
  }

  #note(submission: Submission, word: OperatorWord): void {
    const { mode, operator, direction } = submission;
    this.#metrics.queries.inc({ mode, operator, direction, word: word.is });
    const line = { ...idsOf(submission), queries: submission.queries + 1, raw: 'raw' in word ? word.raw : undefined };
    if (word.is === 'unknown') this.#logger.warn(line, 'query not answered');
    else this.#logger.info(line, `query answered: ${word.is}`);
  }
}

async function query(submission: Submission, { provider }: RegisteredProvider): Promise<OperatorWord> {
  const cut = new AbortController();
  const timer = setTimeout(() => cut.abort(), queryTimeoutMs);
  const late = new Promise<OperatorWord>((resolve) => {
    cut.signal.addEventListener('abort', () => setImmediate(resolve, { is: 'unknown', raw: 'cut: no answer in time' }));
  });
  try {
    return await Promise.race([provider.query(submission, cut.signal), late]);
  } catch (error) {
    return { is: 'unknown', raw: String(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** Collections wait longest, and not all equally, so that payouts come first in the seconds that follow. */
function skippedForMs(purpose: QueryPurpose): number {
  return purpose === 'collection' ? 2_000 + Math.floor(Math.random() * 3_000) : 1_000;
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
