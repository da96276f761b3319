import type { Queryable } from '../postgres/pool.ts';

/** At most one callback in this time makes us ask; a second one is remembered until the time is over. */
export const hintEverySeconds = 10;

/**
 * A callback named a payment: makes a query due, now or when ten seconds have passed since the last callback that
 * counted. For a transaction that is final the query looks for a contradiction. Moves no money.
 * @returns the payment, or null when the reference is none of ours.
 */
export async function takeHint(db: Queryable, operatorAccountId: number, reference: string): Promise<Hinted | null> {
  const { rows } = await db.query<Hinted>({
    name: 'callback_hint',
    text: `
      UPDATE operator_reference
         SET hinted_at = CASE WHEN hinted_at > clock_timestamp() THEN hinted_at
                              ELSE greatest(clock_timestamp(), hinted_at + $3 * interval '1 second') END
       WHERE operator_account_id = $1 AND reference = $2
      RETURNING wallet_id, transaction_id, hinted_at`,
    values: [operatorAccountId, reference, hintEverySeconds],
  });
  const known = rows[0];
  if (known === undefined) return null;
  await makeDue(db, known);
  return known;
}

/** A payment that was hinted at, and when a query about it is due. */
export interface Hinted {
  readonly wallet_id: string;
  readonly transaction_id: string;
  readonly hinted_at: Date;
}

/** Makes the query due about a payment that was hinted at, or a look at one that is final. */
export async function makeDue(db: Queryable, hinted: Hinted): Promise<void> {
  const { rowCount } = await db.query({
    name: 'callback_make_due',
    text: `
      UPDATE submission
         SET hints = hints + 1,
             due_at = CASE WHEN lease_until > clock_timestamp() THEN $2 ELSE least(due_at, $2) END
       WHERE transaction_id = $1`,
    values: [hinted.transaction_id, hinted.hinted_at],
  });
  if (rowCount === 0) await lookAgain(db, hinted.wallet_id, hinted.transaction_id, hinted.hinted_at);
}

/** Makes a row of a final transaction, or hints at the one that there is. */
export async function lookAgain(db: Queryable, walletId: string, transactionId: string, dueAt: Date): Promise<void> {
  await db.query({
    name: 'callback_look_again',
    text: `
      INSERT INTO submission (transaction_id, wallet_id, mode, operator, operator_account_id, direction, reference,
                              created_at, sends, call_ended_at, recheck, hints, due_at)
      SELECT transaction_id, wallet_id, mode, provider, operator_account_id,
             CASE WHEN type IN ('collection', 'refund') THEN type ELSE 'payout' END, external_reference,
             created_at, 1, clock_timestamp(), true, 1, $3
        FROM transaction
       WHERE wallet_id = $1 AND transaction_id = $2 AND status IN ('completed', 'failed')
         AND operator_account_id IS NOT NULL
          ON CONFLICT (transaction_id)
          DO UPDATE SET hints = submission.hints + 1, due_at = least(submission.due_at, excluded.due_at)`,
    values: [walletId, transactionId, dueAt],
  });
}
