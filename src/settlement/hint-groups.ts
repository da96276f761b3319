import { GroupedWork } from '../jobs/grouped-work.ts';
import { numberArray, textArray } from '../postgres/array-parameter.ts';
import type { Queryable } from '../postgres/pool.ts';
import { type Hinted, hintEverySeconds, lookAgain, makeDue, takeHint } from './callbacks.ts';

/** A payment as its operator names it. */
interface Named {
  readonly operatorAccountId: number;
  readonly reference: string;
}

interface Settled extends Named {
  /** When the query was asked that settled it, in milliseconds by the database's clock. */
  readonly askedAtMs: number;
}

/** What became of a callback; `left` when somebody holds the row of its payment. */
type Taken =
  | { readonly is: 'unknown' }
  | { readonly is: 'left' }
  | { readonly is: 'hinted'; readonly payment: HintedNow };

type HintedNow = Hinted & { readonly made_due: boolean };

/**
 * Callbacks and the looks for late ones, many in one statement and one commit; as in `callbacks.ts`. A statement for
 * several callbacks waits for nobody's lock, so that it cannot be part of a deadlock: what it had to leave out is written
 * by itself. Callbacks about one payment that come together count as one: the query that follows comes after all of them.
 */
export class HintGroups {
  readonly #db: Queryable;
  readonly #hints: GroupedWork<Named, Taken>;
  readonly #late: GroupedWork<Settled, Hinted | null>;

  constructor(db: Queryable) {
    this.#db = db;
    this.#hints = new GroupedWork((named) => takeHints(db, named));
    this.#late = new GroupedWork((settled) => findLateHints(db, settled));
  }

  /** A callback named a payment. @returns the payment, or null when the reference is none of ours. */
  async take(operatorAccountId: number, reference: string): Promise<Hinted | null> {
    const taken = await this.#hints.do({ operatorAccountId, reference });
    // Anybody may send callbacks, so one that names no payment costs no second statement.
    if (taken.is === 'unknown') return null;
    if (taken.is === 'left') return takeHint(this.#db, operatorAccountId, reference);
    if (!taken.payment.made_due) await makeDue(this.#db, taken.payment);
    return taken.payment;
  }

  /**
   * After a transaction was settled: when a callback came since `askedAtMs`, its row went with the settlement, and what
   * it wanted to tell may be newer than the word that settled. Then the transaction is looked at again.
   */
  async keepLate({ operatorAccountId, reference }: Named, askedAtMs: number): Promise<void> {
    const late = await this.#late.do({ operatorAccountId, reference, askedAtMs });
    if (late !== null) await lookAgain(this.#db, late.wallet_id, late.transaction_id, late.hinted_at);
  }
}

/** @returns for each callback what became of it. */
async function takeHints(db: Queryable, named: readonly Named[]): Promise<readonly Taken[]> {
  // Of a payment that was left only the name.
  type Row = { operator_account_id: number; reference: string } & (HintedNow | { hinted_at: null });
  const { rows } = await db.query<Row>({
    name: 'callback_hints',
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
           FOR NO KEY UPDATE OF r SKIP LOCKED
      ), hinted AS (
        UPDATE operator_reference r
           SET hinted_at = CASE WHEN r.hinted_at > clock_timestamp() THEN r.hinted_at
                                ELSE greatest(clock_timestamp(), r.hinted_at + $3 * interval '1 second') END
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
               due_at = CASE WHEN s.lease_until > clock_timestamp() THEN held_submission.hinted_at
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
    return row.hinted_at === null ? { is: 'left' } : { is: 'hinted', payment: row };
  });
}

/** @returns for each settled payment the callback that came since it was asked about, or null. */
async function findLateHints(db: Queryable, settled: readonly Settled[]): Promise<readonly (Hinted | null)[]> {
  const { rows } = await db.query<Hinted & { place: number }>({
    name: 'callback_late_hints',
    text: `
      SELECT settled.place::integer, r.wallet_id, r.transaction_id, r.hinted_at
        FROM unnest($1::integer[], $2::text[], $3::double precision[])
             WITH ORDINALITY AS settled (operator_account_id, reference, asked_at_ms, place)
        JOIN operator_reference r USING (operator_account_id, reference)
       WHERE r.hinted_at >= to_timestamp(settled.asked_at_ms / 1000)`,
    values: [
      numberArray(settled.map(({ operatorAccountId }) => operatorAccountId)),
      textArray(settled.map(({ reference }) => reference)),
      numberArray(settled.map(({ askedAtMs }) => askedAtMs)),
    ],
  });
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return settled.map((_, index) => byPlace.get(index + 1) ?? null);
}

function nameOf(operatorAccountId: number, reference: string): string {
  return `${operatorAccountId} ${reference}`;
}
