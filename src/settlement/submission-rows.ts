import type { Mode } from '../ledger/transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { Standing } from './next-step.ts';

/**
 * Why a money call that is due was not made yet: the operator does not answer calls, the float cannot pay it, this process
 * has no settings for the account, or too many calls are under way.
 */
const waitsFors = ['circuit', 'float', 'provider', 'room'] as const;
export type WaitsFor = (typeof waitsFors)[number];

/** A row of `submission`, as leased to a worker. */
export interface Submission extends Standing {
  readonly transactionId: number;
  readonly walletId: number;
  readonly mode: Mode;
  readonly operator: string;
  readonly operatorAccountId: number;
  readonly reference: string;
  readonly inReview: boolean;
  readonly waitsFor: WaitsFor | null;
  /** When a payment failed that is looked at again as planned; null when nothing is planned. */
  readonly failedAtMs: number | null;
  /** Callbacks that came and were not answered by a query yet. */
  readonly hints: number;
  readonly leaseToken: string;
  /** The database's time at which the row was leased as it is here, in milliseconds. */
  readonly claimedAtMs: number;
}

/**
 * The submission in a row of `submission` that was just leased for `leaseMs`.
 * @throws Error when the row is not one.
 */
export function claimedSubmission(columns: Readonly<Record<string, unknown>>, leaseMs: number): Submission {
  return {
    transactionId: Number(columns.transaction_id),
    walletId: Number(columns.wallet_id),
    mode: oneOf(columns.mode, ['live', 'test']),
    operator: String(columns.operator),
    operatorAccountId: Number(columns.operator_account_id),
    direction: oneOf(columns.direction, ['collection', 'payout', 'refund']),
    reference: String(columns.reference),
    createdAtMs: msOf(columns.created_at),
    sends: Number(columns.sends),
    firstSentAtMs: msOrNull(columns.first_sent_at),
    sendUntilMs: msOrNull(columns.send_until),
    callEndedAtMs: msOrNull(columns.call_ended_at),
    recheck: columns.recheck === true,
    queries: Number(columns.queries),
    notFoundSinceMs: msOrNull(columns.not_found_since),
    inReview: columns.in_review === true,
    waitsFor: columns.waits_for === null ? null : oneOf(columns.waits_for, waitsFors),
    failedAtMs: msOrNull(columns.failed_at),
    hints: Number(columns.hints),
    leaseToken: String(columns.lease_token),
    claimedAtMs: msOf(columns.lease_until) - leaseMs,
  };
}

/** What a query changes on a submission that stays. */
export interface AskedAgain {
  readonly afterMs: number;
  /** Whether a query was answered, or at least asked. */
  readonly queried: boolean;
  /** Whether the operator does not know the payment; null when it did not say. */
  readonly notFound: boolean | null;
  /** Whether it goes to review with this. What is in review stays so, also when it came there while we asked. */
  readonly inReview: boolean;
  /** Why the money call that is due was not made; left out when none is. */
  readonly waitsFor?: WaitsFor;
}

/**
 * Gives the lease back and plans the next look. A callback that came meanwhile keeps the time that it planned.
 */
export async function askAgainLater(db: Queryable, submission: Submission, asked: AskedAgain): Promise<void> {
  await db.query({
    name: 'submission_ask_again_later',
    text: `
      UPDATE submission
         SET due_at = CASE WHEN hints > $4 THEN due_at
                           ELSE clock_timestamp() + $3::double precision * interval '1 millisecond' END,
             hints = CASE WHEN $5 THEN hints - least(hints, $4) ELSE hints END,
             queries = queries + $5::boolean::integer,
             not_found_since = CASE WHEN $6::boolean IS NULL THEN not_found_since
                                    WHEN $6 THEN coalesce(not_found_since, clock_timestamp()) END,
             in_review = in_review OR $7,
             waits_for = $8,
             failures = 0, lease_until = NULL, lease_token = NULL
       WHERE transaction_id = $1 AND lease_token = $2`,
    values: [
      submission.transactionId,
      submission.leaseToken,
      asked.afterMs,
      submission.hints,
      asked.queried,
      asked.notFound,
      asked.inReview,
      asked.waitsFor ?? null,
    ],
  });
}

/**
 * Claims the right to make one more money call, and gives the lease back: from here on the call's own time guards it.
 * False when somebody else came first, or the row waited too long to be sent at all.
 */
export async function beginSend(
  db: Queryable,
  submission: Submission,
  call: { readonly timeoutMs: number; readonly firstQueryAfterMs: number; readonly unsentForMs: number },
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'submission_begin_send',
    text: `
      UPDATE submission
         SET sends = sends + 1,
             first_sent_at = coalesce(first_sent_at, clock_timestamp()),
             send_until = clock_timestamp() + $4::double precision * interval '1 millisecond',
             call_ended_at = NULL,
             not_found_since = NULL,
             waits_for = NULL,
             float_claimed = 0,
             due_at = clock_timestamp() + $5::double precision * interval '1 millisecond',
             failures = 0, lease_until = NULL, lease_token = NULL
       WHERE transaction_id = $1 AND lease_token = $2 AND sends = $3 AND NOT recheck
         AND NOT in_review
         AND (sends > 0 OR created_at > clock_timestamp() - $6::double precision * interval '1 millisecond')`,
    values: [
      submission.transactionId,
      submission.leaseToken,
      submission.sends,
      call.timeoutMs,
      call.firstQueryAfterMs,
      call.unsentForMs,
    ],
  });
  return rowCount === 1;
}

/**
 * Takes back the right to make money call number `sends`, by the process that has it and has not made the call: it is as
 * if it had never begun. A look is due after `dueAfterMs`.
 */
export async function takeBackSend(
  db: Queryable,
  transactionId: number,
  sends: number,
  waitsFor: WaitsFor | null,
  dueAfterMs: number,
): Promise<void> {
  await db.query({
    name: 'submission_take_back_send',
    text: `
      UPDATE submission
         SET sends = sends - 1,
             first_sent_at = CASE WHEN sends > 1 THEN first_sent_at END,
             send_until = CASE WHEN sends > 1 THEN send_until END,
             call_ended_at = CASE WHEN sends > 1 THEN clock_timestamp() END,
             waits_for = $3,
             float_claimed = 0,
             due_at = clock_timestamp() + $4::double precision * interval '1 millisecond'
       WHERE transaction_id = $1 AND sends = $2 AND call_ended_at IS NULL`,
    values: [transactionId, sends, waitsFor, dueAfterMs],
  });
}

/** Notes that money call number `sends` has ended; a look is due no later than `dueAfterMs` from now. */
export async function noteCallEnded(
  db: Queryable,
  transactionId: number,
  sends: number,
  dueAfterMs: number,
): Promise<void> {
  await db.query({
    name: 'submission_note_call_ended',
    text: `
      UPDATE submission
         SET call_ended_at = clock_timestamp(),
             due_at = least(due_at, clock_timestamp() + $3::double precision * interval '1 millisecond')
       WHERE transaction_id = $1 AND sends = $2 AND call_ended_at IS NULL`,
    values: [transactionId, sends, dueAfterMs],
  });
}

/**
 * Removes the row of a transaction that is final. When a callback came after the query was planned, the row stays, to
 * look once more.
 */
export async function letGo(db: Queryable, submission: Submission): Promise<void> {
  const held = [submission.transactionId, submission.leaseToken, submission.hints];
  const { rowCount } = await db.query({
    name: 'submission_let_go',
    text: 'DELETE FROM submission WHERE transaction_id = $1 AND lease_token = $2 AND hints <= $3',
    values: held,
  });
  if (rowCount === 1) return;
  await db.query({
    name: 'submission_keep_to_recheck',
    text: `
      UPDATE submission
         SET recheck = true, queries = 0, hints = hints - $3, failures = 0, lease_until = NULL, lease_token = NULL
       WHERE transaction_id = $1 AND lease_token = $2`,
    values: held,
  });
}

/** Gives the lease back until the next planned look. A callback that came meanwhile keeps the time that it planned. */
export async function restUntil(db: Queryable, submission: Submission, dueAtMs: number): Promise<void> {
  await db.query({
    name: 'submission_rest_until',
    text: `
      UPDATE submission
         SET due_at = CASE WHEN hints > $3 THEN due_at ELSE to_timestamp($4::double precision / 1000) END,
             hints = hints - least(hints, $3), queries = 0, failures = 0, lease_until = NULL, lease_token = NULL
       WHERE transaction_id = $1 AND lease_token = $2`,
    values: [submission.transactionId, submission.leaseToken, submission.hints, dueAtMs],
  });
}

function oneOf<const Word extends string>(value: unknown, words: readonly Word[]): Word {
  const word = words.find((one) => one === value);
  if (word === undefined) throw new Error(`${String(value)} is none of ${words.join(', ')}`);
  return word;
}

function msOf(value: unknown): number {
  if (!(value instanceof Date)) throw new Error(`${String(value)} is not a time`);
  return value.getTime();
}

function msOrNull(value: unknown): number | null {
  return value === null ? null : msOf(value);
}
