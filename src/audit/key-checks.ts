import { inPages, itsOwn, type PageCheck, pageCheckOf } from './check.ts';
import { referenceSql } from './reference-sql.ts';

/** The amounts of a success response, as src/wallet renders them. */
const amounts = `CASE t.type
  WHEN 'payment_sent' THEN format('"amount_sent":%s,"fee_amount":%s,"total_deducted":%s,', t.net_amount, t.fee_amount, t.amount)
  WHEN 'withdrawal' THEN format('"amount":%s,"fee":%s,"total_deducted":%s,', t.net_amount, t.fee_amount, t.amount)
  WHEN 'collection' THEN format('"amount_requested":%s,"collection_fee":%s,"net_amount_to_receive":%s,', t.amount, t.fee_amount,
                                t.net_amount)
  ELSE format('"amount":%s,', t.amount) END`;

/** Idempotency-Keys and their stored responses. While the response waits for an operator there is none. */
export const keyPageChecks: readonly PageCheck[] = [
  pageCheckOf(
    'key_has_its_transaction',
    'idempotency_key',
    `SELECT format('the Idempotency-Key %s of wallet %s is of transaction %s, which is not there', r.key, r.wallet_id, r.transaction_id)
              AS detail
       FROM idempotency_key r
      WHERE ${inPages}
        AND NOT EXISTS (SELECT FROM transaction t
                         WHERE t.wallet_id = r.wallet_id AND t.transaction_id = r.transaction_id
                           AND (r.response IS NOT NULL OR t.route = 'external'))`,
    itsOwn,
  ),
  pageCheckOf(
    'response_is_of_its_transaction',
    'idempotency_key',
    `SELECT format('the response of the Idempotency-Key %s of wallet %s is not of transaction %s', r.key, r.wallet_id, r.transaction_id)
              AS detail
       FROM idempotency_key r JOIN transaction t USING (wallet_id, transaction_id)
      WHERE ${inPages} AND r.response IS NOT NULL
        AND (strpos(r.response, format('"transaction_id":%s,"reference":"%s"', t.transaction_id, ${referenceSql('t')})) = 0
             OR CASE WHEN r.response LIKE '{"success":true,%' THEN r.response_status <> 200 OR strpos(r.response, ${amounts}) = 0
                     ELSE r.response_status NOT BETWEEN 400 AND 599 OR t.status <> 'failed' OR t.failure_stage <> 'submission' END)`,
    itsOwn,
  ),
];
