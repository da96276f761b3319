import type { Queryable } from '../postgres/pool.ts';

/** At most one callback in this time makes us ask; a second one is remembered until the time is over. */
const hintEverySeconds = 10;

/**
 * A callback named a payment: makes a query due, now or when ten seconds have passed since the last callback that
 * counted. For a transaction that is final the query looks for a contradiction. Moves no money.
 * @returns whether the reference is one of ours.
 */
export async function takeHint(db: Queryable, operatorAccountId: number, reference: string): Promise<boolean> {
  const { rows } = await db.query<{ wallet_id: string; transaction_id: string; hinted_at: Date }>({
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
  if (known === undefined) return false;

  const { rowCount } = await db.query({
    name: 'callback_make_due',
    text: `
      UPDATE submission
         SET hints = hints + 1,
             due_at = CASE WHEN lease_until > clock_timestamp() THEN $2 ELSE least(due_at, $2) END
       WHERE transaction_id = $1`,
    values: [known.transaction_id, known.hinted_at],
  });
  if (rowCount === 0) await lookAgain(db, known.wallet_id, known.transaction_id, known.hinted_at);
  return true;
}

/**
 * After a transaction was settled: when a callback came since `askedAtMs`, its row went with the settlement, and what
 * it wanted to tell may be newer than the word that settled. Then the transaction is looked at again.
 */
export async function keepLateHint(
  db: Queryable,
  submission: { readonly operatorAccountId: number; readonly reference: string },
  askedAtMs: number,
): Promise<void> {
  const { rows } = await db.query<{ wallet_id: string; transaction_id: string; hinted_at: Date }>({
    name: 'callback_late_hint',
    text: `
      SELECT wallet_id, transaction_id, hinted_at
        FROM operator_reference
       WHERE operator_account_id = $1 AND reference = $2 AND hinted_at >= to_timestamp($3::double precision / 1000)`,
    values: [submission.operatorAccountId, submission.reference, askedAtMs],
  });
  const late = rows[0];
  if (late !== undefined) await lookAgain(db, late.wallet_id, late.transaction_id, late.hinted_at);
}

async function lookAgain(db: Queryable, walletId: string, transactionId: string, dueAt: Date): Promise<void> {
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
