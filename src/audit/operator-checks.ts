import { movedBelowSql } from './boundary.ts';
import { checkOf, inPages, itsOwn, type PageCheck, pageCheckOf } from './check.ts';

const itsTransaction = `
  LEFT JOIN LATERAL (SELECT * FROM transaction t
                      WHERE t.wallet_id = r.wallet_id AND t.transaction_id = r.transaction_id OFFSET 0) t ON true`;

/** What is stored beside transactions about their operators, row by row. */
export const operatorPageChecks: readonly PageCheck[] = [
  pageCheckOf(
    'operator_reference_has_its_transaction',
    'operator_reference',
    `SELECT format('reference %s of operator account %s is stored for transaction %s of wallet %s, which does not carry it', r.reference,
                   r.operator_account_id, r.transaction_id, r.wallet_id) AS detail
       FROM operator_reference r ${itsTransaction}
      WHERE ${inPages} AND (t.external_reference = r.reference AND t.operator_account_id = r.operator_account_id) IS NOT TRUE`,
    itsOwn,
  ),
  // A receipt that a contradicting report named is stored, so that it pays for nothing else, and not shown by the transaction.
  pageCheckOf(
    'operator_receipt_has_its_transaction',
    'operator_receipt',
    `SELECT format('receipt %s of operator account %s is stored for transaction %s of wallet %s, which was not paid with it', r.receipt,
                   r.operator_account_id, r.transaction_id, r.wallet_id) AS detail
       FROM operator_receipt r ${itsTransaction}
      WHERE ${inPages}
        AND ((t.operator_receipt = r.receipt
              OR EXISTS (SELECT FROM suspense_claim c WHERE c.transaction_id = r.transaction_id AND c.receipt = r.receipt))
             AND (SELECT (mode, operator) FROM operator_account a WHERE a.operator_account_id = r.operator_account_id)
                 = (SELECT (mode, operator) FROM operator_account a WHERE a.operator_account_id = t.operator_account_id)) IS NOT TRUE`,
    itsOwn,
  ),
  // What is in the history store has its direction there.
  pageCheckOf(
    'submission_is_of_its_transaction',
    'submission',
    `SELECT format('the submission of transaction %s of wallet %s (%s, %s, account %s, reference %s, %s) is not as its transaction',
                   r.transaction_id, r.wallet_id, r.mode, r.operator, r.operator_account_id, r.reference, r.direction) AS detail
       FROM submission r ${itsTransaction}
      WHERE ${inPages}
        AND (t.mode = r.mode AND t.provider = r.operator AND t.operator_account_id = r.operator_account_id
             AND t.external_reference = r.reference
             AND CASE WHEN r.direction IS NULL THEN t.transaction_id < ${movedBelowSql}
                      ELSE r.direction = CASE WHEN t.type IN ('collection', 'refund') THEN t.type ELSE 'payout' END END) IS NOT TRUE`,
    itsOwn,
  ),
  // A body is stored without the middle of phones; operators get them with and without the country code.
  pageCheckOf(
    'operator_call_is_of_its_transaction',
    'operator_call',
    `SELECT format('the call %s of %s is logged for transaction %s of wallet %s, which is not of that operator or phone', r.operator_call_id,
                   r.operator, r.transaction_id, r.wallet_id) AS detail
       FROM operator_call r ${itsTransaction}
       LEFT JOIN operator_account a USING (operator_account_id)
      WHERE ${inPages} AND (t.route = 'external' AND a.operator = r.operator
                            AND CASE r.call WHEN 'collect' THEN t.type = 'collection' WHEN 'refund' THEN t.type = 'refund'
                                            WHEN 'pay_out' THEN t.type IN ('payment_sent', 'withdrawal') ELSE true END
                            AND (r.call NOT IN ('collect', 'pay_out') OR coalesce(strpos(r.request_body, '*****'), 0) = 0
                                 OR strpos(r.request_body, substr(t.counterparty_phone, 4, 2) || '*****'
                                                           || right(t.counterparty_phone, 2)) > 0)) IS NOT TRUE`,
    itsOwn,
  ),
  pageCheckOf(
    'operator_word_is_of_its_transaction',
    'operator_word',
    `SELECT format('the code %s is stored for transaction %s of wallet %s, which no operator moved', r.word, r.transaction_id,
                   r.wallet_id) AS detail
       FROM operator_word r ${itsTransaction}
      WHERE ${inPages} AND (t.route = 'external') IS NOT TRUE`,
    itsOwn,
  ),
  pageCheckOf(
    'client_reference_has_its_transaction',
    'client_reference',
    `SELECT format('the client reference %s of wallet %s leads to transaction %s, which does not have it', r.client_reference,
                   r.wallet_id, r.transaction_id) AS detail
       FROM client_reference r ${itsTransaction}
      WHERE ${inPages} AND (t.details->>'client_reference' = r.client_reference) IS NOT TRUE`,
    itsOwn,
  ),
  pageCheckOf(
    'payer_claim_has_its_collection',
    'payer_claim',
    `SELECT format('the payer %s of wallet %s has the collection %s, which is not from that payer', r.phone, r.wallet_id,
                   r.transaction_id) AS detail
       FROM payer_claim r ${itsTransaction}
      WHERE ${inPages} AND (t.type = 'collection' AND t.counterparty_phone = r.phone) IS NOT TRUE`,
    itsOwn,
  ),
  pageCheckOf(
    'refund_has_its_claim',
    'refund_claim',
    `SELECT format('the claim on collection %s of wallet %s names the refund %s, which does not refund it so', r.collection_id,
                   r.wallet_id, r.refund_id) AS detail
       FROM refund_claim r
       LEFT JOIN LATERAL (SELECT * FROM transaction t
                           WHERE t.wallet_id = r.wallet_id AND t.transaction_id = r.refund_id OFFSET 0) t ON true
       LEFT JOIN LATERAL (SELECT amount FROM transaction t
                           WHERE t.wallet_id = r.wallet_id AND t.transaction_id = r.collection_id OFFSET 0) c ON true
      WHERE ${inPages}
        AND (t.type = 'refund' AND (t.details->>'refunds')::bigint = r.collection_id AND r.amount = t.amount
             AND r.paid_late = (t.status = 'failed') AND coalesce(r.collected, c.amount) = c.amount) IS NOT TRUE`,
    'VALUES (r.wallet_id, r.refund_id), (r.wallet_id, r.collection_id)',
  ),
  pageCheckOf(
    'ended_refund_came_back',
    'refund_ended',
    `SELECT format('the refund %s of collection %s is written down as ended, and neither failed nor came back', r.refund_id,
                   r.collection_id) AS detail
       FROM refund_ended r
       LEFT JOIN LATERAL (SELECT * FROM transaction t
                           WHERE t.wallet_id = r.wallet_id AND t.transaction_id = r.refund_id OFFSET 0) t ON true
      WHERE ${inPages} AND (r.wallet_id IS NOT NULL OR r.refund_id > (SELECT transaction_id FROM audit_beginning))
        AND (t.type = 'refund' AND (t.details->>'refunds')::bigint = r.collection_id
             AND (t.status = 'failed' OR EXISTS (
                   SELECT FROM review_case c
                    WHERE c.transaction_id = r.refund_id AND c.resolution IN ('credited', 'returned')))) IS NOT TRUE`,
    'SELECT r.wallet_id, r.refund_id',
  ),
];

/** The accounts with operators and of the house. */
export const accountCheck = checkOf(
  'operator_accounts_are_complete',
  `SELECT format('system account %s (%s %s) is of operator account %s and has its balance on the %s side', account_id, s.mode, kind,
                 coalesce(s.operator_account_id::text, 'none'), normal) AS detail
     FROM system_account s LEFT JOIN operator_account a USING (operator_account_id)
    WHERE (kind IN ('collection_float', 'disbursement_float', 'suspense')) IS DISTINCT FROM (s.operator_account_id IS NOT NULL)
       OR s.operator_account_id IS NOT NULL AND a.mode IS DISTINCT FROM s.mode
       OR normal <> CASE WHEN kind IN ('collection_float', 'disbursement_float', 'bank', 'issuance', 'operator_charges', 'receivable', 'loss')
                         THEN 'debit' ELSE 'credit' END
   UNION ALL
   SELECT format('operator account %s (%s at %s) has not all of its system accounts', operator_account_id, a.operator, a.host)
     FROM operator_account a LEFT JOIN system_account s USING (operator_account_id)
    GROUP BY operator_account_id HAVING count(DISTINCT s.kind) <> 3`,
);
