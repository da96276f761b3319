import { numberArray, textArray } from '../../postgres/array-parameter.ts';
import type { Queryable } from '../../postgres/pool.ts';
import type { Transaction } from '../transaction.ts';
import { arrayStatement, type Send } from './statement.ts';

/** The money call that follows an opening, prepared before it is written. */
export interface OperatorCall {
  readonly operatorAccountId: number;
  /** Our reference at the operator. */
  readonly reference: string;
  /** 1: the process that writes this makes the call now. 0: queued, the circuit is open. */
  readonly sends: 0 | 1;
  /** Milliseconds after acceptance until which the call counts as in progress; it is aborted before. */
  readonly callTimeoutMs: number;
  /** Milliseconds after acceptance until the operator is first queried. */
  readonly firstQueryAfterMs: number;
  /**
   * When the call with `sends: 1` is cut, on performance.now() of the process that prepared it. The ledger does not read
   * it: the code that calls the operator gets it with the outcome.
   */
  readonly cutAtMs?: number;
}

/** A money call that is owed to an operator, as the ledger opens it; settlement changes it from then on. */
export interface SubmissionRow {
  readonly transaction: Transaction;
  readonly direction: 'collection' | 'payout' | 'refund';
  /** Counted from the batch's trusted time; `cutAtMs` is for the listener that makes the call of a caller that timed out. */
  readonly call: Pick<OperatorCall, 'sends' | 'callTimeoutMs' | 'firstQueryAfterMs' | 'cutAtMs'>;
}

/** The submission of a payment that failed, which its operator is queried about again. */
export interface SubmissionRecheck {
  readonly transactionId: number;
  /** Trusted time, in milliseconds. */
  readonly dueAtMs: number;
}

const readSends = 'SELECT transaction_id, sends FROM submission WHERE transaction_id = ANY ($1::bigint[])';

const lock = {
  name: 'ledger.lock_sends',
  // Locked, so that no other money call begins between this statement and the decision that relies on it.
  text: `${readSends} ORDER BY transaction_id FOR UPDATE`,
};

const lockFree = {
  name: 'ledger.lock_free_sends',
  text: `${readSends} FOR UPDATE SKIP LOCKED`,
};

const existing = {
  name: 'ledger.existing_submissions',
  text: readSends,
};

/**
 * Locks the submissions of some transactions, waits for those that another session has locked, and returns how many money calls
 * were begun for each, by transaction.
 */
export function lockSends(db: Queryable, transactionIds: readonly number[]): Promise<Map<number, number>> {
  return readSendsWith(db, lock, transactionIds);
}

/** As `lockSends`, without waiting. `held` are those that another session has locked. */
export async function lockFreeSends(
  db: Queryable,
  transactionIds: readonly number[],
): Promise<{ readonly sends: Map<number, number>; readonly held: ReadonlySet<number> }> {
  const sends = await readSendsWith(db, lockFree, transactionIds);
  const notLocked = transactionIds.filter((transactionId) => !sends.has(transactionId));
  return { sends, held: new Set((await readSendsWith(db, existing, notLocked)).keys()) };
}

async function readSendsWith(
  db: Queryable,
  statement: { readonly name: string; readonly text: string },
  transactionIds: readonly number[],
): Promise<Map<number, number>> {
  if (transactionIds.length === 0) return new Map();
  const { rows } = await db.query<{ transaction_id: string; sends: number }>({
    ...statement,
    values: [numberArray(transactionIds)],
  });
  return new Map(rows.map((row) => [Number(row.transaction_id), row.sends]));
}

const insert = {
  name: 'ledger.insert_submissions',
  text: `
    INSERT INTO submission (transaction_id, wallet_id, mode, operator, operator_account_id, direction, reference,
           created_at, sends, first_sent_at, send_until, due_at)
    SELECT transaction_id, wallet_id, mode, operator, operator_account_id, direction, reference,
           to_timestamp($1::float8 / 1000), sends,
           CASE WHEN sends > 0 THEN to_timestamp($1::float8 / 1000) END,
           CASE WHEN sends > 0 THEN to_timestamp(($1::float8 + call_timeout_ms) / 1000) END,
           to_timestamp(($1::float8 + CASE WHEN sends > 0 THEN first_query_after_ms ELSE 0 END) / 1000)
      FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::integer[], $7::text[], $8::text[],
                  $9::smallint[], $10::float8[], $11::float8[])
        AS new (transaction_id, wallet_id, mode, operator, operator_account_id, direction, reference, sends,
                call_timeout_ms, first_query_after_ms)`,
};

export function insertSubmissions(submissions: readonly SubmissionRow[], trustedAtMs: number): Send[] {
  return arrayStatement(insert, submissions.length, () => [
    trustedAtMs,
    numberArray(submissions.map(({ transaction }) => transaction.transactionId)),
    numberArray(submissions.map(({ transaction }) => transaction.walletId)),
    textArray(submissions.map(({ transaction }) => transaction.mode)),
    textArray(submissions.map(({ transaction }) => transaction.provider)),
    numberArray(submissions.map(({ transaction }) => transaction.operatorAccountId)),
    textArray(submissions.map(({ direction }) => direction)),
    textArray(submissions.map(({ transaction }) => transaction.externalReference)),
    numberArray(submissions.map(({ call }) => call.sends)),
    numberArray(submissions.map(({ call }) => call.callTimeoutMs)),
    numberArray(submissions.map(({ call }) => call.firstQueryAfterMs)),
  ]);
}

const remove = {
  name: 'ledger.delete_submissions',
  text: 'DELETE FROM submission WHERE transaction_id = ANY ($1::bigint[])',
};

/** The number of rows is not checked: a submission may be deleted already. */
export function deleteSubmissions(transactionIds: readonly number[]): Send[] {
  return arrayStatement(remove, transactionIds.length, () => [numberArray(transactionIds)]);
}

const keep = {
  name: 'ledger.keep_submissions',
  text: `
    UPDATE submission
       SET recheck = true, failed_at = to_timestamp($1::float8 / 1000),
           call_ended_at = coalesce(call_ended_at, to_timestamp($1::float8 / 1000)),
           queries = 0, not_found_since = NULL, hints = 0, in_review = false, waits_for = NULL, float_claimed = 0,
           failures = 0, lease_until = NULL, lease_token = NULL, due_at = to_timestamp(new.due_at_ms / 1000)
      FROM unnest($2::bigint[], $3::float8[]) AS new (transaction_id, due_at_ms)
     WHERE submission.transaction_id = new.transaction_id`,
};

/**
 * Keeps the submissions of payments that failed, because their operator is queried again: each row stays, as one of a final
 * transaction. The number of rows is not checked: a payment that was never sent has no submission to keep.
 */
export function keepSubmissions(rechecks: readonly SubmissionRecheck[], trustedAtMs: number): Send[] {
  return arrayStatement(keep, rechecks.length, () => [
    trustedAtMs,
    numberArray(rechecks.map(({ transactionId }) => transactionId)),
    numberArray(rechecks.map(({ dueAtMs }) => dueAtMs)),
  ]);
}
