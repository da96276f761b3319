import type { Caller } from '../access/caller.ts';
import type { FeeBook } from '../fees/fee-book.ts';
import type { Command } from '../ledger/commands/command.ts';
import type { IdempotentRequest } from '../ledger/idempotency.ts';
import { findUsedKey, type IdempotencyKey, type Repeat, repeatOf } from '../ledger/idempotency.ts';
import type { Outcome } from '../ledger/plan/outcome.ts';
import { referenceOf } from '../ledger/reference.ts';
import type { OperatorCall } from '../ledger/rows/submission.ts';
import type { Mode, Transaction } from '../ledger/transaction.ts';
import { NothingWritten, OutcomeUnknown, QueueFull, StandbyMissing } from '../ledger/writer/errors.ts';
import type { Ugx } from '../money/ugx.ts';
import type { OperatorPrefixes } from '../phone/operator-prefixes.ts';
import type { LiveRefusal } from '../postgres/installation.ts';
import type { Queryable } from '../postgres/pool.ts';
import { outcomeUnknown, Refusal, type RefusalCode } from '../refusal.ts';
import type { MoneyAnswer, OnTaken, TakenIds } from './answer.ts';
import type { OperatorPort } from './operator-port.ts';
import type { Recipients } from './recipients.ts';
import { refusalOf } from './sentences.ts';

/** What the operations that move money stand on. */
export interface MoneyServices {
  readonly writer: { submit(command: Command): Promise<Outcome> };
  readonly feeBook: FeeBook;
  readonly recipients: Recipients;
  readonly prefixes: Pick<OperatorPrefixes, 'operatorOf'>;
  readonly operators: OperatorPort;
  /** How long an answer may wait for the operator's first word, in milliseconds. */
  readonly operatorWaitMs: number;
  /** How long a payout waits for approval before it fails, in milliseconds. */
  readonly approvalExpiryMs: number;
  /** Why nothing live may move here; null when it may. */
  readonly liveRefusal: LiveRefusal | null;
}

/** Renders the whole success body of an operation from the transaction as accepted and the balance right after. */
export type Render = (transaction: Transaction, balance: Ugx | null) => string;

/** How often a phone may change hands between look-up and lock before we give up. */
const routeTriesMax = 3;

/**
 * Does what depends on whose phones are asked for. What is known of them is a guess, so that it is done again where a phone changed
 * hands before the ledger locked it.
 * @param attempt forgets the guess itself where its outcome is `route_changed`.
 * @throws Refusal when they change again and again.
 */
export async function untilRouted<Attempt extends { readonly outcome: Outcome }>(
  attempt: () => Promise<Attempt>,
): Promise<Attempt> {
  for (let tried = 0; tried < routeTriesMax; tried += 1) {
    const attempted = await attempt();
    if (attempted.outcome.is !== 'route_changed') return attempted;
  }
  throw new Refusal(
    'database_unavailable',
    'The recipient changed during the request; nothing happened, try again shortly.',
    { retryAfterSeconds: 1 },
  );
}

/** Time beyond the operator's first answer after which the first caller's response is surely stored, in milliseconds. */
const responseMarginMs = 3_000;

/** The Idempotency-Key of a command; its response is rendered at once unless an operator is asked first. */
export function idempotencyOf(
  request: IdempotentRequest | null,
  services: MoneyServices,
  render: Render,
  asksOperatorNow: boolean,
): IdempotencyKey | null {
  if (request === null) return null;
  return {
    key: request.key,
    fingerprint: request.fingerprint,
    responseDueAfterMs: services.operatorWaitMs + responseMarginMs,
    render: ({ transaction, balance }) =>
      asksOperatorNow && transaction.status === 'processing'
        ? null
        : { status: 200, body: render(transaction, balance) },
  };
}

/** What an operation still has to do once its command is written. */
export interface Answering {
  readonly render: Render;
  /** The money call that this process makes now, and whose result the answer waits for; null when there is none. */
  readonly callNow: OperatorCall | null;
  readonly onTaken: OnTaken;
}

/**
 * Writes a command and gives the answer to its request: waits for the operator's first word where one is asked.
 * @throws Refusal when nothing was written, or when time ran out before it was known.
 */
export async function perform(
  services: MoneyServices,
  command: Extract<Command, { mode: Mode }>,
  answering: Answering,
): Promise<MoneyAnswer> {
  return answerTo(services, await write(services, command), answering);
}

/** Writes a command for a client. @throws Refusal when nothing was written, or when time ran out. */
export function write(services: MoneyServices, command: Extract<Command, { mode: Mode }>): Promise<Outcome> {
  refuseLive(services, command.mode);
  return submit(services, command);
}

/** The answer to a request whose command had this outcome. @throws Refusal when nothing was written. */
export async function answerTo(
  services: MoneyServices,
  outcome: Outcome,
  { render, callNow, onTaken }: Answering,
): Promise<MoneyAnswer> {
  switch (outcome.is) {
    case 'done': {
      // The first caller gets the bytes that are stored for every repeat.
      const body = outcome.response?.body ?? render(outcome.transaction, outcome.balance);
      if (callNow === null || outcome.transaction.status !== 'processing') return { is: 'success', final: true, body };
      const taken = idsOf(outcome.transaction);
      onTaken(taken);
      const asItStands = await services.operators.submit(outcome.transaction, callNow);
      return refusedAtOnce(asItStands) ?? { is: 'success', final: false, body, taken };
    }
    case 'replayed':
    case 'in_progress':
    case 'response_due':
      return answerToRepeat(outcome, render);
    case 'refused':
      throw refusalOf(outcome.refusal);
    case 'route_changed':
    case 'unchanged':
    case 'sent_to_review':
      throw new Error(`a request of a client cannot end ${outcome.is}`);
  }
}

/** The answer to a request whose Idempotency-Key was used before. @throws Refusal when there is none yet, or the request differs. */
function answerToRepeat(repeat: Repeat, render: Render): MoneyAnswer {
  switch (repeat.is) {
    case 'replayed':
      return { is: 'replayed', ...repeat.response };
    case 'in_progress':
      throw stillRunning(repeat.retryAfterMs);
    case 'response_due': {
      const { transaction, balanceWhenAccepted } = repeat;
      const failed = refusedAtOnce(transaction);
      if (failed !== null) return failed;
      const body = render(asAccepted(transaction), balanceWhenAccepted);
      return { is: 'success', final: false, body, taken: idsOf(transaction) };
    }
    case 'refused':
      throw refusalOf(repeat.refusal);
  }
}

/** These refusals say themselves what is known of the first request, or that nothing can be read now. */
const saysWhatIsKnown: ReadonlySet<RefusalCode> = new Set([
  'request_in_progress',
  'idempotency_key_reused',
  'database_unavailable',
  'outcome_unknown',
]);

/**
 * Does an operation. Where it is refused before the ledger looked up the Idempotency-Key, because the operator is unavailable or
 * fees have changed, a request that was accepted with that key before still gets its response, and not an error that
 * says nothing happened.
 * @throws Refusal when the key is new too, when its first request had another body, or still runs.
 */
export async function orReplay(
  db: Queryable,
  caller: Caller,
  request: IdempotentRequest | null,
  render: Render,
  operate: () => Promise<MoneyAnswer>,
): Promise<MoneyAnswer> {
  try {
    return await operate();
  } catch (error) {
    if (request === null || !(error instanceof Refusal) || saysWhatIsKnown.has(error.code)) throw error;
    const used = await findUsedKey(db, caller.walletId, request.key);
    if (used === null) throw error;
    return answerToRepeat(repeatOf(used, request.fingerprint), render);
  }
}

/** The refusal of a repeat whose first request may still get its response. */
function stillRunning(retryAfterMs: number): Refusal {
  return new Refusal(
    'request_in_progress',
    'The first request with this Idempotency-Key is still running; send it again in a moment.',
    { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) },
  );
}

/** The ledger's answer, with its own failures in the words of the interface. */
export async function submit(services: Pick<MoneyServices, 'writer'>, command: Command): Promise<Outcome> {
  try {
    return await services.writer.submit(command);
  } catch (error) {
    if (error instanceof StandbyMissing) {
      throw new Refusal(
        'database_unavailable',
        'Live money does not move while the second database server is missing; nothing happened, try again later.',
        { retryAfterSeconds: 10 },
      );
    }
    if (error instanceof QueueFull) {
      throw new Refusal('database_unavailable', 'Too many payments are waiting; nothing happened, try again shortly.', {
        retryAfterSeconds: 1,
      });
    }
    if (error instanceof NothingWritten) {
      throw new Refusal(
        'database_unavailable',
        'The service cannot reach its database; nothing happened, try again shortly.',
        {
          retryAfterSeconds: 1,
        },
      );
    }
    if (error instanceof OutcomeUnknown) {
      throw outcomeUnknown(
        error.transactionId === null ? null : { transaction_id: error.transactionId, reference: error.reference },
      );
    }
    throw error;
  }
}

const liveRefusals: Record<LiveRefusal, string> = {
  other_installation: 'this database belongs to another installation',
  owner_login: "the service's database login has more rights than it needs",
};

/**
 * Nothing live moves on a restored copy, nor with a database login that could change the books.
 * @throws Refusal `operator_unavailable`
 */
export function refuseLive({ liveRefusal }: Pick<MoneyServices, 'liveRefusal'>, mode: Mode): void {
  if (mode === 'test' || liveRefusal === null) return;
  throw new Refusal(
    'operator_unavailable',
    `Live operations are switched off because ${liveRefusals[liveRefusal]}; contact support.`,
    { retryAfterSeconds: 300 },
  );
}

function idsOf({ type, createdAtMs, transactionId }: Transaction): TakenIds {
  return { transaction_id: transactionId, reference: referenceOf(type, createdAtMs, transactionId) };
}

/** The failure answer of a transaction that failed at the operator's first word; null when it did not. */
function refusedAtOnce(transaction: Transaction): MoneyAnswer | null {
  const { failure } = transaction;
  if (failure?.stage !== 'submission') return null;
  return {
    is: 'failed',
    refusal: new Refusal(
      codeOfFailure[failure.code] ?? 'operator_refused',
      `${failure.reason} ${afterFailure(transaction)}`,
      { data: { ...idsOf(transaction), status: 'failed' } },
    ),
  };
}

/** What became of the money, and for programs how to try again: the key of this request only repeats this answer. */
function afterFailure({ transactionId, direction, apiTriggered }: Transaction): string {
  const money = direction === 'out' ? 'its money is back in the wallet' : 'the customer paid nothing';
  const nextStep = apiTriggered ? '; a new attempt needs a new Idempotency-Key' : '';
  return `Transaction ${transactionId} failed and ${money}${nextStep}.`;
}

/**
 * Failures that are the number's or the customer's keep their code (422); an operator that refuses us is 502, and one that
 * was asked for nothing 503.
 */
const codeOfFailure: Partial<Record<NonNullable<Transaction['failure']>['code'], RefusalCode>> = {
  customer_refused: 'customer_refused',
  customer_insufficient_funds: 'customer_insufficient_funds',
  customer_limit_reached: 'customer_limit_reached',
  prompt_expired: 'prompt_expired',
  recipient_not_found: 'recipient_not_found',
  recipient_limit_reached: 'recipient_limit_reached',
  recipient_cannot_receive: 'recipient_cannot_receive',
  operator_refused: 'operator_refused',
  operator_float_too_low: 'operator_refused',
  operator_unavailable: 'operator_unavailable',
  not_sent_in_time: 'operator_unavailable',
};

/** An accepted external operation answers `processing` also when its end is already known. */
function asAccepted(transaction: Transaction): Transaction {
  if (transaction.route !== 'external') return transaction;
  return { ...transaction, status: 'processing', completedAtMs: null, failedAtMs: null, failure: null };
}
