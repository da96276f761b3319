import { GroupedWork, type WhenLocked } from '../jobs/grouped-work.ts';
import { numberArray, textArray } from '../postgres/array-parameter.ts';
import type { Queryable } from '../postgres/pool.ts';
import { addRecheck, type NamedPayment } from './rechecks.ts';

/** At most one callback in this time makes a query due; a second one is remembered until the time is over. */
const hintEverySeconds = 10;

/** A payment that a callback named, and when a query about it is due. */
export interface Hinted {
  readonly wallet_id: string;
  readonly transaction_id: string;
  readonly hinted_at: Date;
}

type HintedNow = Hinted & { readonly made_due: boolean };

/** The result of a callback; `locked` when another session has locked the reference that it names. */
type HintResult =
  | { readonly is: 'unknown' }
  | { readonly is: 'locked' }
  | { readonly is: 'hinted'; readonly payment: HintedNow };

interface Settled extends NamedPayment {
  /** When the query was made that settled it, in milliseconds of trusted time. */
  readonly queriedAtMs: number;
}

/**
 * What callbacks change, for many of them in one statement and one commit: a callback makes a query due, and moves no
 * money. A statement for several callbacks waits for no lock, so that it cannot be part of a deadlock; a callback that it
 * left out is taken again alone. Callbacks about one payment that come together count as one: the query that follows
 * comes after all of them.
 */
export class CallbackHints {
  readonly #db: Queryable;
  readonly #hints: GroupedWork<NamedPayment, HintResult>;
  readonly #late: GroupedWork<Settled, Hinted | null>;

  constructor(db: Queryable) {
    this.#db = db;
    this.#hints = new GroupedWork((named) => takeHints(db, named, 'SKIP LOCKED'));
    this.#late = new GroupedWork((settled) => findLateHints(db, settled));
  }

  /** A callback named a payment: as `takeHint`. */
  async take(operatorAccountId: number, reference: string): Promise<Hinted | null> {
    const result = await this.#hints.do({ operatorAccountId, reference });
    return finishHint(this.#db, { operatorAccountId, reference }, result);
  }

  /**
   * After a transaction was settled: when a callback came since `queriedAtMs`, its row was deleted with the settlement,
   * and what it reports may be newer than the result that settled. Then the transaction is queried again.
   */
  async keepLate({ operatorAccountId, reference }: NamedPayment, queriedAtMs: number): Promise<void> {
    const late = await this.#late.do({ operatorAccountId, reference, queriedAtMs });
    if (late !== null) await addRecheck(this.#db, { operatorAccountId, reference }, late.hinted_at);
  }
}

/**
 * Makes the query of a payment due that a callback named: now, or when ten seconds have passed since the last callback
 * that counted. For a transaction that is final the query looks for a contradiction. Moves no money.
 * @returns the payment, or null when the reference is none of ours.
 */
export async function takeHint(db: Queryable, operatorAccountId: number, reference: string): Promise<Hinted | null> {
  return finishHint(db, { operatorAccountId, reference }, { is: 'locked' });
}

async function finishHint(db: Queryable, named: NamedPayment, result: HintResult): Promise<Hinted | null> {
  // Anybody may send callbacks, so one that names no payment costs no second statement.
  if (result.is === 'unknown') return null;
  if (result.is === 'locked') {
    const [waited] = await takeHints(db, [named], '');
    return waited === undefined || waited.is === 'locked' ? null : finishHint(db, named, waited);
  }
  if (!result.payment.made_due) await makeDue(db, named, result.payment);
  return result.payment;
}

/** The row of a submission is never waited for, because the statement holds the lock of a reference by then. */
async function takeHints(
  db: Queryable,
  named: readonly NamedPayment[],
  whenLocked: WhenLocked,
): Promise<readonly HintResult[]> {
  // Of a payment that was left out only the name.
  type Row = { operator_account_id: number; reference: string } & (HintedNow | { hinted_at: null });
  const { rows } = await db.query<Row>({
    name: whenLocked === '' ? 'callback_hint' : 'callback_hints',
    text: `
      WITH named AS MATERIALIZED (
        SELECT DISTINCT operator_account_id, reference
          FROM unnest($1::integer[], $2::text[]) AS named (operator_account_id, reference)
      ), known AS MATERIALIZED (
        SELECT operator_account_id, reference
          FROM named JOIN operator_reference USING (operator_account_id, reference)
      ), held AS MATERIALIZED (
        SELECT r.operator_account_id, r.reference
          FROM known JOIN operator_reference r USING (operator_account_id, reference)
           FOR NO KEY UPDATE OF r ${whenLocked}
      ), hinted AS (
        UPDATE operator_reference r
           SET hinted_at = CASE WHEN r.hinted_at > (SELECT trusted_now()) THEN r.hinted_at
                                ELSE greatest((SELECT trusted_now()), r.hinted_at + $3 * interval '1 second') END
          FROM held
         WHERE r.operator_account_id = held.operator_account_id AND r.reference = held.reference
        RETURNING r.operator_account_id, r.reference, r.wallet_id, r.transaction_id, r.hinted_at
      ), held_submission AS MATERIALIZED (
        SELECT s.transaction_id, hinted.hinted_at
          FROM hinted JOIN submission s USING (transaction_id)
           FOR UPDATE OF s SKIP LOCKED
      ), made_due AS (
        UPDATE submission s
           SET hints = s.hints + 1,
               due_at = CASE WHEN s.lease_until > (SELECT trusted_now()) THEN held_submission.hinted_at
                             ELSE least(s.due_at, held_submission.hinted_at) END
          FROM held_submission
         WHERE s.transaction_id = held_submission.transaction_id
        RETURNING s.transaction_id
      )
      SELECT known.operator_account_id, known.reference, hinted.wallet_id, hinted.transaction_id, hinted.hinted_at,
             made_due.transaction_id IS NOT NULL AS made_due
        FROM known
        LEFT JOIN hinted USING (operator_account_id, reference)
        LEFT JOIN made_due USING (transaction_id)`,
    values: [
      numberArray(named.map(({ operatorAccountId }) => operatorAccountId)),
      textArray(named.map(({ reference }) => reference)),
      hintEverySeconds,
    ],
  });
  const byName = new Map(rows.map((row) => [nameOf(row.operator_account_id, row.reference), row]));
  return named.map((one) => {
    const row = byName.get(nameOf(one.operatorAccountId, one.reference));
    if (row === undefined) return { is: 'unknown' };
    return row.hinted_at === null ? { is: 'locked' } : { is: 'hinted', payment: row };
  });
}

/** Makes the query of a payment due, or adds one for a final payment. */
async function makeDue(db: Queryable, named: NamedPayment, hinted: Hinted): Promise<void> {
  const { rowCount } = await db.query({
    name: 'callback_make_due',
    text: `
      UPDATE submission
         SET hints = hints + 1,
             due_at = CASE WHEN lease_until > trusted_now() THEN $2 ELSE least(due_at, $2) END
       WHERE transaction_id = $1`,
    values: [hinted.transaction_id, hinted.hinted_at],
  });
  if (rowCount === 0) await addRecheck(db, named, hinted.hinted_at);
}

/** @returns for each settled payment the callback that came since its query, or null. */
async function findLateHints(db: Queryable, settled: readonly Settled[]): Promise<readonly (Hinted | null)[]> {
  const { rows } = await db.query<Hinted & { place: number }>({
    name: 'callback_late_hints',
    text: `
      SELECT settled.place::integer, r.wallet_id, r.transaction_id, r.hinted_at
        FROM unnest($1::integer[], $2::text[], $3::double precision[])
             WITH ORDINALITY AS settled (operator_account_id, reference, queried_at_ms, place)
        JOIN operator_reference r USING (operator_account_id, reference)
       WHERE r.hinted_at >= to_timestamp(settled.queried_at_ms / 1000)`,
    values: [
      numberArray(settled.map(({ operatorAccountId }) => operatorAccountId)),
      textArray(settled.map(({ reference }) => reference)),
      numberArray(settled.map(({ queriedAtMs }) => queriedAtMs)),
    ],
  });
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return settled.map((_, index) => byPlace.get(index + 1) ?? null);
}

function nameOf(operatorAccountId: number, reference: string): string {
  return `${operatorAccountId} ${reference}`;
}
