import { GroupedWork } from '../jobs/grouped-work.ts';
import { numberArray, textArray } from '../postgres/array-parameter.ts';
import type { Queryable } from '../postgres/pool.ts';
import { type AskedAgain, askAgainLater, noteCallEnded, type Submission } from './submission-rows.ts';

interface EndedCall {
  readonly transactionId: number;
  readonly sends: number;
  readonly dueAfterMs: number;
}

interface Planned {
  readonly submission: Submission;
  readonly asked: AskedAgain;
}

/**
 * The two writes that every submission sees, for many of them in one statement and one commit; both as in
 * `submission-rows.ts`. A statement for several rows waits for nobody's lock, so that it cannot be part of a deadlock:
 * what it had to leave out is written by itself.
 */
export class SubmissionGroups {
  readonly #db: Queryable;
  readonly #ended: GroupedWork<EndedCall, boolean>;
  readonly #planned: GroupedWork<Planned, boolean>;

  constructor(db: Queryable) {
    this.#db = db;
    this.#ended = new GroupedWork((calls) => noteCallsEnded(db, calls));
    this.#planned = new GroupedWork((planned) => askAllAgainLater(db, planned));
  }

  /** Notes that money call number `sends` has ended; a look is due no later than `dueAfterMs` from now. */
  async noteCallEnded(transactionId: number, sends: number, dueAfterMs: number): Promise<void> {
    if (await this.#ended.do({ transactionId, sends, dueAfterMs })) return;
    await noteCallEnded(this.#db, transactionId, sends, dueAfterMs);
  }

  /** Gives the lease back and plans the next look. A callback that came meanwhile keeps the time that it planned. */
  async askAgainLater(submission: Submission, asked: AskedAgain): Promise<void> {
    if (await this.#planned.do({ submission, asked })) return;
    await askAgainLater(this.#db, submission, asked);
  }
}

/** @returns for each call whether its row was written. */
async function noteCallsEnded(db: Queryable, calls: readonly EndedCall[]): Promise<readonly boolean[]> {
  const { rows } = await db.query<{ transaction_id: string }>({
    name: 'submission_note_calls_ended',
    text: `
      WITH ended AS MATERIALIZED (
        SELECT * FROM unnest($1::bigint[], $2::smallint[], $3::double precision[])
                      AS ended (transaction_id, sends, due_after_ms)
      ), held AS MATERIALIZED (
        SELECT s.transaction_id
          FROM ended JOIN submission s USING (transaction_id)
         WHERE s.sends = ended.sends AND s.call_ended_at IS NULL
           FOR UPDATE OF s SKIP LOCKED
      )
      UPDATE submission s
         SET call_ended_at = clock_timestamp(),
             due_at = least(s.due_at, clock_timestamp() + ended.due_after_ms * interval '1 millisecond')
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

/** @returns for each whether its row was written. */
async function askAllAgainLater(db: Queryable, planned: readonly Planned[]): Promise<readonly boolean[]> {
  const { rows } = await db.query<{ transaction_id: string }>({
    name: 'submission_ask_all_again_later',
    text: `
      WITH planned AS MATERIALIZED (
        SELECT * FROM unnest($1::bigint[], $2::uuid[], $3::double precision[], $4::integer[], $5::boolean[],
                             $6::boolean[], $7::boolean[], $8::text[])
                      AS planned (transaction_id, lease_token, after_ms, hints, queried, not_found, in_review, waits_for)
      ), held AS MATERIALIZED (
        SELECT s.transaction_id
          FROM planned JOIN submission s USING (transaction_id)
         WHERE s.lease_token = planned.lease_token
           FOR UPDATE OF s SKIP LOCKED
      )
      UPDATE submission s
         SET due_at = CASE WHEN s.hints > planned.hints THEN s.due_at
                           ELSE clock_timestamp() + planned.after_ms * interval '1 millisecond' END,
             hints = CASE WHEN planned.queried THEN s.hints - least(s.hints, planned.hints) ELSE s.hints END,
             queries = s.queries + planned.queried::integer,
             not_found_since = CASE WHEN planned.not_found IS NULL THEN s.not_found_since
                                    WHEN planned.not_found THEN coalesce(s.not_found_since, clock_timestamp()) END,
             in_review = s.in_review OR planned.in_review,
             waits_for = planned.waits_for,
             failures = 0, lease_until = NULL, lease_token = NULL
        FROM held JOIN planned USING (transaction_id)
       WHERE s.transaction_id = held.transaction_id AND s.lease_token = planned.lease_token
      RETURNING s.transaction_id`,
    values: [
      numberArray(planned.map(({ submission }) => submission.transactionId)),
      textArray(planned.map(({ submission }) => submission.leaseToken)),
      numberArray(planned.map(({ asked }) => asked.afterMs)),
      numberArray(planned.map(({ submission }) => submission.hints)),
      textArray(planned.map(({ asked }) => String(asked.queried))),
      textArray(planned.map(({ asked }) => (asked.notFound === null ? null : String(asked.notFound)))),
      textArray(planned.map(({ asked }) => String(asked.inReview))),
      textArray(planned.map(({ asked }) => asked.waitsFor ?? null)),
    ],
  });
  const written = new Set(rows.map(({ transaction_id }) => Number(transaction_id)));
  return planned.map(({ submission }) => written.has(submission.transactionId));
}
