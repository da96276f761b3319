import type pg from 'pg';
import type { Operator } from './operation.ts';

/** What our ledger knows of a transaction with an operator; amounts in shillings. */
export interface OurTransaction {
  readonly transactionId: number;
  readonly walletId: number;
  readonly type: 'collection' | 'payment_sent' | 'withdrawal' | 'refund';
  readonly status: 'processing' | 'completed' | 'failed';
  readonly operator: Operator;
  readonly reference: string;
  /** As the client is charged or credited before the fee of a collection. */
  readonly amount: number;
  readonly netAmount: number;
  readonly phone: string;
  /** By how much its transfers changed what the operator holds for us. */
  readonly floatMoved: number;
  /** Kinds of its review cases. */
  readonly cases: readonly string[];
  /** What the operator said to have moved where that was another amount than asked for. */
  readonly otherAmounts: readonly number[];
  /** For a refund: the receipt of the collection that it gives back. */
  readonly collectionReceipt: string | null;
  /** Money calls made, while something is owed to the operator; null when nothing is. */
  readonly sends: number | null;
  readonly notFound: boolean;
}

const everyTransaction = `
  WITH float AS (
    SELECT account_id FROM nsimbi.system_account
     WHERE mode = 'live' AND kind IN ('collection_float', 'disbursement_float')
  ), moved AS (
    SELECT transaction_id, sum(CASE WHEN debit_account IN (SELECT account_id FROM float) THEN amount ELSE 0 END
                             - CASE WHEN credit_account IN (SELECT account_id FROM float) THEN amount ELSE 0 END) AS amount
      FROM nsimbi.transfer GROUP BY transaction_id
  )
  SELECT t.transaction_id, t.wallet_id, t.type, t.status, t.provider, t.external_reference, t.amount, t.net_amount,
         t.counterparty_phone, coalesce(moved.amount, 0) AS moved, s.sends, s.not_found_since IS NOT NULL AS not_found,
         ARRAY(SELECT kind FROM nsimbi.review_case c WHERE c.transaction_id = t.transaction_id ORDER BY 1) AS cases,
         ARRAY(SELECT amount FROM nsimbi.suspense_claim c
                WHERE c.transaction_id = t.transaction_id AND kind IN ('amount_differs', 'late_success')
                  AND c.amount <> CASE t.type WHEN 'collection' THEN t.amount ELSE t.net_amount END) AS other_amounts,
         (SELECT operator_receipt FROM nsimbi.transaction c
           WHERE c.wallet_id = t.wallet_id AND c.transaction_id = (t.details->>'refunds')::bigint) AS collection_receipt
    FROM nsimbi.transaction t
    LEFT JOIN moved USING (transaction_id)
    LEFT JOIN nsimbi.submission s ON s.transaction_id = t.transaction_id AND NOT s.recheck
   WHERE t.mode = 'live' AND t.route = 'external'`;

export async function readOurTransactions(database: pg.Client): Promise<readonly OurTransaction[]> {
  const { rows } = await database.query(everyTransaction);
  return rows.map((row) => ({
    transactionId: Number(row.transaction_id),
    walletId: Number(row.wallet_id),
    type: row.type,
    status: row.status,
    operator: row.provider,
    reference: row.external_reference,
    amount: Number(row.amount),
    netAmount: Number(row.net_amount),
    phone: row.counterparty_phone,
    floatMoved: Number(row.moved),
    cases: row.cases,
    otherAmounts: row.other_amounts.map(Number),
    collectionReceipt: row.collection_receipt,
    sends: row.sends === null ? null : Number(row.sends),
    notFound: row.not_found === true,
  }));
}

/** Whether a money call may still be on its way, or waits to be made. */
export async function isCallUnderWay(database: pg.Client): Promise<boolean> {
  const { rows } = await database.query<{ open: boolean }>(`
    SELECT EXISTS (SELECT FROM nsimbi.submission
                    WHERE NOT recheck AND (sends = 0 OR (call_ended_at IS NULL AND send_until > nsimbi.trusted_now()))) AS open`);
  return rows[0]?.open === true;
}

/** Whether a planned look at what is final is due now or in this moment under way. */
export async function isDue(database: pg.Client): Promise<boolean> {
  const { rows } = await database.query<{ due: boolean }>(
    "SELECT EXISTS (SELECT FROM nsimbi.submission WHERE recheck AND due_at <= nsimbi.trusted_now() + interval '1 second') AS due",
  );
  return rows[0]?.due === true;
}

/** Lets hours pass for everything that is owed to operators, as far as settlement's own times go. */
export async function letHoursPass(database: pg.Client, hours: number): Promise<void> {
  await database.query(
    `UPDATE nsimbi.submission
        SET created_at = created_at - make_interval(hours => $1),
            first_sent_at = first_sent_at - make_interval(hours => $1),
            send_until = send_until - make_interval(hours => $1),
            call_ended_at = call_ended_at - make_interval(hours => $1),
            failed_at = failed_at - make_interval(hours => $1),
            not_found_since = not_found_since - make_interval(hours => $1),
            due_at = due_at - make_interval(hours => $1)`,
    [hours],
  );
}
