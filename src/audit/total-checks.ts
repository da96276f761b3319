import { type Check, checkOf } from './check.ts';

const systemBalances = `
  SELECT a.account_id, a.mode, a.kind, a.balance + coalesce((
           SELECT sum(d.amount) FROM system_account_delta d WHERE d.account_id = a.account_id), 0) AS balance
    FROM system_account a`;

/** Checks of the books of all wallets together. */
export const totalChecks: readonly Check[] = [
  // A submission or an approval belongs to an open payment, or to one that ended and is queried again.
  checkOf(
    'owed_payment_is_open',
    `
      SELECT format('transaction %s of wallet %s is %s, and %s waits for it', owed.transaction_id, owed.wallet_id,
                    coalesce(t.status, 'not there'), owed.what) AS detail
        FROM (SELECT transaction_id, wallet_id, 'a submission' AS what, 'processing' AS status, recheck FROM submission
              UNION ALL
              SELECT transaction_id, wallet_id, 'an approval', 'pending', false FROM approval) owed
        LEFT JOIN transaction t USING (wallet_id, transaction_id)
       WHERE t.status IS DISTINCT FROM owed.status
         AND (owed.recheck AND t.status IN ('completed', 'failed')) IS NOT TRUE`,
    'SELECT wallet_id, transaction_id FROM submission UNION ALL SELECT wallet_id, transaction_id FROM approval',
  ),
  checkOf(
    'trial_balance_is_zero',
    `
      SELECT format('the accounts of %s add up to %s', mode, sum(balance)) AS detail
        FROM (SELECT mode, balance FROM (${systemBalances}) s UNION ALL SELECT mode, available FROM wallet) accounts
       GROUP BY mode HAVING sum(balance) <> 0`,
  ),
  checkOf(
    'clearing_is_zero',
    `
      SELECT format('clearing of %s holds %s', mode, balance) AS detail
        FROM (${systemBalances}) s WHERE kind = 'clearing' AND balance <> 0`,
  ),
  // What a case booked stays in suspense until the case is resolved, and not longer.
  checkOf(
    'suspense_is_its_open_cases',
    `
      SELECT format('suspense of operator account %s (%s) holds %s, its open cases %s', s.operator_account_id, s.mode,
                    s.balance, coalesce(c.in_suspense, 0)) AS detail
        FROM (SELECT b.*, a.operator_account_id FROM (${systemBalances}) b JOIN system_account a USING (account_id)
               WHERE b.kind = 'suspense') s
        LEFT JOIN (SELECT t.operator_account_id, sum((r.found->>'in_suspense')::bigint) AS in_suspense
                     FROM review_case r JOIN transaction t USING (wallet_id, transaction_id)
                    WHERE r.resolved_at IS NULL AND r.found ? 'in_suspense'
                    GROUP BY t.operator_account_id) c USING (operator_account_id)
       WHERE s.balance <> coalesce(c.in_suspense, 0)`,
    `SELECT wallet_id, transaction_id FROM review_case WHERE resolved_at IS NULL AND found ? 'in_suspense'`,
  ),
  checkOf(
    'in_transit_is_held',
    `
      SELECT format('in transit of %s is %s, wallets hold %s', s.mode, s.balance, w.held) AS detail
        FROM (${systemBalances}) s JOIN (SELECT mode, sum(held) AS held FROM wallet GROUP BY mode) w USING (mode)
       WHERE s.kind = 'in_transit' AND s.balance <> w.held`,
  ),
  checkOf(
    'rules_begin_where_they_did',
    `
      SELECT format('rules begin behind transaction %s and entry %s of the audit log', b.transaction_id, b.audit_log_id) AS detail
        FROM (VALUES (1)) one
        LEFT JOIN audit_beginning b ON true
        LEFT JOIN (SELECT (details->>'transaction_id')::bigint AS transaction_id, (details->>'audit_log_id')::bigint AS audit_log_id
                     FROM audit_log WHERE action = 'audit.began' ORDER BY audit_log_id LIMIT 1) act ON true
       WHERE (b.transaction_id, b.audit_log_id) IS DISTINCT FROM (coalesce(act.transaction_id, 0), coalesce(act.audit_log_id, 0))`,
  ),
];
