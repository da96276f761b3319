import { houseWalletId } from '../ledger/accounts.ts';
import { inPages, itsOwn, type PageCheck, pageCheckOf } from './check.ts';

const houseWallets = Object.values(houseWalletId).join(', ');
const expected = `CASE WHEN t.type = 'collection' THEN t.amount ELSE t.net_amount END`;
const fromLedger = `r.kind IN ('late_success', 'late_failure', 'amount_differs', 'receipt_differs', 'receipt_reused') AND r.found ? 'status_here'`;

/** Contradicting reports of operators, and the cases in which people decide. */
export const reviewPageChecks: readonly PageCheck[] = [
  // What was reported again, with a receipt or an amount of money that is known already, has no case of its own.
  pageCheckOf(
    'suspense_claim_has_its_transaction',
    'suspense_claim',
    `SELECT format('the report %s of %s about transaction %s of wallet %s has no such transaction, case or receipt', r.kind, r.amount,
                   r.transaction_id, r.wallet_id) AS detail
       FROM suspense_claim r
       LEFT JOIN LATERAL (SELECT * FROM transaction t
                           WHERE t.wallet_id = r.wallet_id AND t.transaction_id = r.transaction_id OFFSET 0) t ON true
      WHERE ${inPages}
        AND (t.route = 'external'
             AND (r.amount = ${expected}
                  OR EXISTS (SELECT FROM review_case c
                              WHERE c.transaction_id = r.transaction_id AND (c.found->>'amount')::bigint = r.amount))
             AND EXISTS (SELECT FROM review_case c
                          WHERE c.transaction_id = r.transaction_id
                            AND (c.kind = r.kind OR r.kind = 'late_success' AND c.kind = 'amount_differs'))
             AND (r.receipt = '' OR r.kind = 'late_failure'
                  OR EXISTS (SELECT FROM operator_account own
                               JOIN operator_account other ON other.mode = own.mode AND other.operator = own.operator
                               JOIN operator_receipt o ON o.operator_account_id = other.operator_account_id AND o.receipt = r.receipt
                              WHERE own.operator_account_id = t.operator_account_id))) IS NOT TRUE`,
    itsOwn,
  ),
  // A case of a statement says the amount that the operator should have moved as `amount_here`.
  pageCheckOf(
    'review_case_is_of_its_transaction',
    'review_case',
    `SELECT format('review case %s (%s) is not as transaction %s of wallet %s', r.review_case_id, r.kind, r.transaction_id, r.wallet_id)
              AS detail
       FROM review_case r
       LEFT JOIN LATERAL (SELECT * FROM transaction t
                           WHERE t.wallet_id = r.wallet_id AND t.transaction_id = r.transaction_id OFFSET 0) t ON true
      WHERE ${inPages}
        AND CASE WHEN r.transaction_id IS NULL
                 THEN NOT EXISTS (SELECT FROM operator_account a
                                   WHERE a.operator_account_id = r.operator_account_id AND a.mode = r.mode)
                 ELSE (t.mode = r.mode
                       AND (r.operator_account_id IS NULL OR r.operator_account_id = t.operator_account_id)
                       AND (NOT r.found ? 'status_here'
                            OR coalesce(r.found->>'expected', r.found->>'amount_here')::bigint = ${expected})
                       AND (NOT (${fromLedger})
                            OR EXISTS (SELECT FROM suspense_claim c
                                        WHERE c.transaction_id = r.transaction_id AND c.kind = r.kind
                                          AND r.claim IN (c.amount::text, c.receipt, c.amount || ' ' || c.receipt, '')))
                      ) IS NOT TRUE END`,
    itsOwn,
  ),
  pageCheckOf(
    'resolved_case_has_its_act',
    'review_case',
    `SELECT format('review case %s (%s) was resolved as %s by %s and %s with transaction %s, and no such act and booking are there',
                   r.review_case_id, r.kind, r.resolution, r.resolved_by, r.confirmed_by,
                   coalesce(r.resolution_transaction_id::text, 'none')) AS detail
       FROM review_case r
       LEFT JOIN LATERAL (SELECT * FROM audit_log
                           WHERE action = 'review_case.resolved' AND subject = 'review case ' || r.review_case_id
                           ORDER BY audit_log_id DESC LIMIT 1) act ON true
      WHERE ${inPages}
        AND CASE WHEN r.resolved_at IS NULL THEN act.subject IS NOT NULL ELSE
              (r.resolved_by <> r.confirmed_by
               AND act.details->>'resolution' = r.resolution AND act.details->>'resolved_by' = r.resolved_by
               AND act.details->>'confirmed_by' = r.confirmed_by
               AND CASE r.resolution WHEN 'dismissed' THEN r.resolution_transaction_id IS NULL
                     WHEN 'completed' THEN r.resolution_transaction_id = r.transaction_id
                     WHEN 'failed' THEN r.resolution_transaction_id = r.transaction_id
                     ELSE EXISTS (
                       SELECT FROM wallet w, LATERAL (
                                SELECT * FROM transaction b
                                 WHERE b.wallet_id = w.wallet_id AND b.transaction_id = r.resolution_transaction_id OFFSET 0) b
                        WHERE (w.wallet_id IN (r.wallet_id, ${houseWallets})
                               OR w.client_id = (act.details->>'client_id')::bigint AND w.mode = r.mode)
                          AND b.description = r.resolution_reason
                          AND (b.details->>'resolves' = r.transaction_id::text OR b.details->>'review_case' = r.review_case_id::text))
                   END) IS NOT TRUE END`,
    `SELECT w.wallet_id, r.resolution_transaction_id FROM wallet w
      WHERE w.wallet_id IN (r.wallet_id, ${houseWallets})
         OR w.mode = r.mode
            AND w.client_id IN (SELECT (details->>'client_id')::bigint FROM audit_log
                                 WHERE action = 'review_case.resolved' AND subject = 'review case ' || r.review_case_id)`,
  ),
  pageCheckOf(
    'proposal_has_its_act',
    'resolution_proposal',
    `SELECT format('the proposal to resolve review case %s as %s by %s has no such entry in the audit log', r.review_case_id, r.resolution,
                   r.proposed_by) AS detail
       FROM resolution_proposal r
      WHERE ${inPages}
        AND NOT EXISTS (
              SELECT FROM (SELECT * FROM audit_log
                            WHERE action = 'review_case.resolution_proposed' AND subject = 'review case ' || r.review_case_id
                            ORDER BY audit_log_id DESC LIMIT 1) act
               WHERE act.actor = r.proposed_by AND act.details->>'resolution' = r.resolution
                 AND coalesce(act.details->>'reason', r.reason) = r.reason
                 AND (act.details->>'client_id')::bigint IS NOT DISTINCT FROM r.client_id)`,
  ),
];
