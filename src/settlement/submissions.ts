import { GroupedWrite, type WhenLocked } from '../jobs/grouped-work.ts';
import type { Mode } from '../ledger/transaction.ts';
import { numberArray, textArray } from '../postgres/array-parameter.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { SubmissionState } from './next-step.ts';

/**
 * Why a money call that is due was not made yet: the operator does not answer calls, the float cannot pay it, this process
 * has no settings for the account, or too many calls are under way.
 */
const waitsFors = ['circuit', 'float', 'provider', 'room'] as const;
export type WaitsFor = (typeof waitsFors)[number];

/** A row of `submission`, as leased to a worker. */
export interface Submission extends Omit<SubmissionState, 'direction'> {
  /** Null where the transaction has moved to the history store, which knows it. */
  readonly direction: SubmissionState['direction'] | null;
  readonly transactionId: number;
  readonly walletId: number;
  readonly mode: Mode;
  readonly operator: string;
  readonly operatorAccountId: number;
  readonly reference: string;
  readonly inReview: boolean;
  readonly waitsFor: WaitsFor | null;
  /** When a payment failed that is queried again as planned; null when nothing is planned. */
  readonly failedAtMs: number | null;
  /** Callbacks that no query has followed yet. */
  readonly hints: number;
  readonly leaseToken: string;
  /** Trusted time of the claim, in milliseconds, as all times of a submission. */
  readonly claimedAtMs: number;
  /** By how many milliseconds the wall clock was ahead of trusted time at the claim. */
  readonly wallAheadMs: number;
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
    direction: columns.direction === null ? null : oneOf(columns.direction, ['collection', 'payout', 'refund']),
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
    wallAheadMs: Number(columns.wall_ahead_ms),
  };
}

/** What a query, or a query that could not be made, changes on a submission that stays. */
export interface QueryPlan {
  /** Milliseconds until the next query is due. */
  readonly afterMs: number;
  /** Whether a query was made. */
  readonly queried: boolean;
  /** Whether the operator does not know the payment; null without an answer. */
  readonly notFound: boolean | null;
  /** Whether the transaction is in review now. What is in review stays so, also when it came there meanwhile. */
  readonly inReview: boolean;
  /** Why the money call that is due was not made; left out when none is. */
  readonly waitsFor?: WaitsFor;
}

interface EndedCall {
  readonly transactionId: number;
  readonly sends: number;
  readonly dueAfterMs: number;
}

interface PlannedQuery {
  readonly submission: Submission;
  readonly plan: QueryPlan;
}

/** The two writes that every submission gets, for many of them in one statement and one commit. */
export class SubmissionWrites {
  readonly #endedCalls: GroupedWrite<EndedCall>;
  readonly #plannedQueries: GroupedWrite<PlannedQuery>;

  constructor(db: Queryable) {
    this.#endedCalls = new GroupedWrite((calls, whenLocked) => noteCallsEnded(db, calls, whenLocked));
    this.#plannedQueries = new GroupedWrite((planned, whenLocked) => planQueries(db, planned, whenLocked));
  }

  /** Notes that money call number `sends` has ended; a query is due no later than `dueAfterMs` from now. */
  noteCallEnded(transactionId: number, sends: number, dueAfterMs: number): Promise<void> {
    return this.#endedCalls.do({ transactionId, sends, dueAfterMs });
  }

  /** Ends the lease and plans the next query. A callback that came meanwhile keeps the time that it planned. */
  planQuery(submission: Submission, plan: QueryPlan): Promise<void> {
    return this.#plannedQueries.do({ submission, plan });
  }
}

/** @returns for each call whether its row was written. */
async function noteCallsEnded(
  db: Queryable,
  calls: readonly EndedCall[],
  whenLocked: WhenLocked,
): Promise<readonly boolean[]> {
  const { rows } = await db.query<{ transaction_id: string }>({
    name: whenLocked === '' ? 'submission_note_call_ended' : 'submission_note_calls_ended',
    text: `
      WITH ended AS MATERIALIZED (
        SELECT * FROM unnest($1::bigint[], $2::smallint[], $3::double precision[])
                      AS ended (transaction_id, sends, due_after_ms)
      ), held AS MATERIALIZED (
        SELECT s.transaction_id
          FROM ended JOIN submission s USING (transaction_id)
         WHERE s.sends = ended.sends AND s.call_ended_at IS NULL
           FOR UPDATE OF s ${whenLocked}
      )
      UPDATE submission s
         SET call_ended_at = (SELECT trusted_now()),
             due_at = least(s.due_at, (SELECT trusted_now()) + ended.due_after_ms * interval '1 millisecond')
        FROM held JOIN ended USING (transaction_id)
       WHERE s.transaction_id = held.transaction_id AND s.sends = ended.sends AND s.call_ended_at IS NULL
      RETURNING s.transaction_id`,
    values: [
      numberArray(calls.map(({ transactionId }) => transactionId)),
      numberArray(calls.map(({ sends }) => sends)),
      numberArray(calls.map(({ dueAfterMs }) => dueAfterMs)),
    ],
  });
  const written = new Set(rows.map(({ transaction_id }) => Number(transaction_id)));
  return calls.map(({ transactionId }) => written.has(transactionId));
}

/** @returns for each plan whether its row was written. */
async function planQueries(
  db: Queryable,
  planned: readonly PlannedQuery[],
  whenLocked: WhenLocked,
): Promise<readonly boolean[]> {
  const { rows } = await db.query<{ transaction_id: string }>({
    name: whenLocked === '' ? 'submission_plan_query' : 'submission_plan_queries',
    text: `
      WITH planned AS MATERIALIZED (
        SELECT * FROM unnest($1::bigint[], $2::uuid[], $3::double precision[], $4::integer[], $5::boolean[],
                             $6::boolean[], $7::boolean[], $8::text[])
                      AS planned (transaction_id, lease_token, after_ms, hints, queried, not_found, in_review, waits_for)
      ), held AS MATERIALIZED (
        SELECT s.transaction_id
          FROM planned JOIN submission s USING (transaction_id)
         WHERE s.lease_token = planned.lease_token
           FOR UPDATE OF s ${whenLocked}
      )
      UPDATE submission s
         SET due_at = CASE WHEN s.hints > planned.hints THEN s.due_at
                           ELSE (SELECT trusted_now()) + planned.after_ms * interval '1 millisecond' END,
             hints = CASE WHEN planned.queried THEN s.hints - least(s.hints, planned.hints) ELSE s.hints END,
             queries = s.queries + planned.queried::integer,
             not_found_since = CASE WHEN planned.not_found IS NULL THEN s.not_found_since
                                    WHEN planned.not_found THEN coalesce(s.not_found_since, (SELECT trusted_now())) END,
             in_review = s.in_review OR planned.in_review,
             waits_for = planned.waits_for,
             failures = 0, lease_until = NULL, lease_token = NULL
        FROM held JOIN planned USING (transaction_id)
       WHERE s.transaction_id = held.transaction_id AND s.lease_token = planned.lease_token
      RETURNING s.transaction_id`,
    values: [
      numberArray(planned.map(({ submission }) => submission.transactionId)),
      textArray(planned.map(({ submission }) => submission.leaseToken)),
      numberArray(planned.map(({ plan }) => plan.afterMs)),
      numberArray(planned.map(({ submission }) => submission.hints)),
      textArray(planned.map(({ plan }) => String(plan.queried))),
      textArray(planned.map(({ plan }) => (plan.notFound === null ? null : String(plan.notFound)))),
      textArray(planned.map(({ plan }) => String(plan.inReview))),
      textArray(planned.map(({ plan }) => plan.waitsFor ?? null)),
    ],
  });
  const written = new Set(rows.map(({ transaction_id }) => Number(transaction_id)));
  return planned.map(({ submission }) => written.has(submission.transactionId));
}

/**
 * Claims the right to make one more money call, and ends the lease: from here on `send_until` guards the call.
 * @returns false when another process was first, or the row waited too long to be sent at all.
 */
export async function beginSend(
  db: Queryable,
  submission: Submission,
  call: { readonly inProgressMs: number; readonly firstQueryAfterMs: number; readonly unsentForMs: number },
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'submission_begin_send',
    text: `
      UPDATE submission
         SET sends = sends + 1,
             first_sent_at = coalesce(first_sent_at, trusted_now()),
             send_until = trusted_now() + $4::double precision * interval '1 millisecond',
             call_ended_at = NULL,
             not_found_since = NULL,
             waits_for = NULL,
             float_claimed = 0,
             due_at = trusted_now() + $5::double precision * interval '1 millisecond',
             failures = 0, lease_until = NULL, lease_token = NULL
       WHERE transaction_id = $1 AND lease_token = $2 AND sends = $3 AND NOT recheck
         AND NOT in_review
         AND (sends > 0 OR created_at > trusted_now() - $6::double precision * interval '1 millisecond')`,
    values: [
      submission.transactionId,
      submission.leaseToken,
      submission.sends,
      call.inProgressMs,
      call.firstQueryAfterMs,
      call.unsentForMs,
    ],
  });
  return rowCount === 1;
}

/**
 * Returns the right to make money call number `sends`, by the process that has it and has not made the call. The row is
 * then as it was before the call was begun, and due after `dueAfterMs`.
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
             call_ended_at = CASE WHEN sends > 1 THEN trusted_now() END,
             waits_for = $3,
             float_claimed = 0,
             due_at = trusted_now() + $4::double precision * interval '1 millisecond'
       WHERE transaction_id = $1 AND sends = $2 AND call_ended_at IS NULL`,
    values: [transactionId, sends, waitsFor, dueAfterMs],
  });
}

/** Deletes the row of a transaction that is final. When a callback came since the claim, the row stays for one more query. */
export async function deleteFinal(db: Queryable, submission: Submission): Promise<void> {
  const held = [submission.transactionId, submission.leaseToken, submission.hints];
  const { rowCount } = await db.query({
    name: 'submission_delete_final',
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

/** Ends the lease of a final transaction until its next query. A callback that came meanwhile keeps the time that it planned. */
export async function postponeRecheck(db: Queryable, submission: Submission, dueAtMs: number): Promise<void> {
  await db.query({
    name: 'submission_postpone_recheck',
    text: `
      UPDATE submission
         SET due_at = CASE WHEN hints > $3 THEN due_at ELSE to_timestamp($4::double precision / 1000) END,
             hints = hints - least(hints, $3), queries = 0, failures = 0, lease_until = NULL, lease_token = NULL
       WHERE transaction_id = $1 AND lease_token = $2`,
    values: [submission.transactionId, submission.leaseToken, submission.hints, dueAtMs],
  });
}

function oneOf<const Value extends string>(value: unknown, values: readonly Value[]): Value {
  const found = values.find((one) => one === value);
  if (found === undefined) throw new Error(`${String(value)} is none of ${values.join(', ')}`);
  return found;
}

function msOf(value: unknown): number {
  if (!(value instanceof Date)) throw new Error(`${String(value)} is not a time`);
  return value.getTime();
}

function msOrNull(value: unknown): number | null {
  return value === null ? null : msOf(value);
}
