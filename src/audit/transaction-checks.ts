import { houseWalletId } from '../ledger/accounts.ts';
import { feeRevenueOf } from '../ledger/plan/internal-payment.ts';
import type { AuditRule, Check } from './check.ts';
import { inStep } from './steps.ts';

const feeAccounts = (['payment_sent', 'withdrawal', 'collection'] as const)
  .map((type) => `WHEN '${type}' THEN '${feeRevenueOf(type)}'`)
  .join(' ');

/** Checks of transactions with ids above $3 and up to $4 of the wallets with ids above $1 and up to $2, each by itself. */
export const transactionChecks: readonly Check[] = [
  hasItsTransaction('transfer_has_its_transaction', 'transfer', 'line'),
  hasItsTransaction('event_has_its_transaction', 'event', 'first_sequence'),
  {
    // What a transaction moved, without bookings through suspense, which belong to the review of its case.
    rule: 'shown_transaction_matches_its_transfers',
    sql: `
      SELECT format('transaction %s of wallet %s (%s, %s) moved the wallet by %s and earned %s, but amount, fee and net are %s, %s and %s',
                    t.transaction_id, t.wallet_id, t.type, t.status, moved.wallet, moved.fee, t.amount, t.fee_amount,
                    t.net_amount) AS detail
        FROM transaction t, LATERAL (
             SELECT coalesce(sum(CASE WHEN l.credit_account = t.wallet_id THEN l.amount
                                      WHEN l.debit_account = t.wallet_id THEN -l.amount END), 0) AS wallet,
                    coalesce(sum(l.amount) FILTER (WHERE l.credit_account IN (
                      SELECT account_id FROM system_account WHERE kind LIKE 'fee_revenue%')), 0) AS fee,
                    count(*) AS lines
               FROM transfer l WHERE l.wallet_id = t.wallet_id AND l.transaction_id = t.transaction_id) moved
       WHERE ${inStep('t')}
         AND (t.transfer_count <> moved.lines
              OR (moved.wallet, moved.fee) IS DISTINCT FROM (
                CASE WHEN t.status = 'failed' OR t.wallet_id IN (${Object.values(houseWalletId).join(', ')}) THEN 0
                     WHEN t.direction = 'out' THEN -t.amount
                     WHEN t.status = 'completed' THEN t.net_amount ELSE 0 END::numeric,
                CASE WHEN t.status = 'completed' THEN t.fee_amount ELSE 0 END::numeric))`,
  },
  {
    // The booking of a case earns, or gives back, the fee of the transaction that it resolves.
    rule: 'fee_is_in_its_account',
    sql: `
      SELECT format('line %s of transaction %s of wallet %s (%s, %s) books a fee with account %s (%s %s)', l.line,
                    t.transaction_id, t.wallet_id, t.mode, t.type, a.account_id, a.mode, a.kind) AS detail
        FROM transfer l
        JOIN system_account a ON a.account_id IN (l.debit_account, l.credit_account) AND a.kind LIKE 'fee_revenue%'
        JOIN transaction t USING (wallet_id, transaction_id)
        LEFT JOIN LATERAL (
             SELECT r.type FROM review_case c JOIN transaction r USING (wallet_id, transaction_id)
              WHERE c.transaction_id = (t.details->>'resolves')::bigint LIMIT 1) resolved ON true
       WHERE ${inStep('l')}
         AND (a.mode, a.kind) IS DISTINCT FROM (t.mode, CASE coalesce(resolved.type, t.type) ${feeAccounts} END)`,
  },
  {
    // All of a collection comes out of the float that its operator account collects on, the net amount of a payout goes
    // to the one it pays from. Lines through suspense belong to the review of a case.
    rule: 'operator_float_is_its_payments',
    sql: `
      SELECT format('transaction %s of wallet %s (%s, %s) moved its float at operator account %s by %s, not %s',
                    transaction_id, wallet_id, type, status, operator_account_id, moved, expected) AS detail
        FROM (SELECT t.transaction_id, t.wallet_id, t.type, t.status, t.operator_account_id,
                     CASE WHEN t.status <> 'completed' THEN 0 WHEN t.direction = 'in' THEN t.amount
                          ELSE t.net_amount END AS expected,
                     (SELECT coalesce(sum(l.amount), 0) FROM transfer l, system_account float
                       WHERE l.wallet_id = t.wallet_id AND l.transaction_id = t.transaction_id
                         AND float.operator_account_id = t.operator_account_id AND float.mode = t.mode
                         AND (t.direction = 'in' AND float.kind = 'collection_float' AND l.debit_account = float.account_id
                              OR t.direction = 'out' AND float.kind = coalesce(t.details->>'paid_from', 'disbursement_float')
                                 AND l.credit_account = float.account_id)
                         AND NOT EXISTS (SELECT FROM system_account s WHERE s.kind = 'suspense'
                                            AND s.account_id IN (l.debit_account, l.credit_account))) AS moved
                FROM transaction t
               WHERE ${inStep('t')} AND t.route = 'external') payment
       WHERE moved <> expected`,
  },
  {
    rule: 'suspense_has_its_case',
    sql: `
      SELECT format('transaction %s of wallet %s went %s times through suspense, cases say %s times', transaction_id,
                    wallet_id, lines, cases) AS detail
        FROM (SELECT l.transaction_id, l.wallet_id, count(*) AS lines,
                     (SELECT count(*) FROM review_case c
                       WHERE c.transaction_id = l.transaction_id AND c.found @> '{"booked": true}') AS cases
                FROM transfer l
               WHERE ${inStep('l')}
                 AND EXISTS (SELECT FROM system_account s
                              WHERE s.kind = 'suspense' AND s.account_id IN (l.debit_account, l.credit_account))
                 AND NOT EXISTS (SELECT FROM transaction t
                                  WHERE t.wallet_id = l.wallet_id AND t.transaction_id = l.transaction_id
                                    AND t.details ? 'resolves')
               GROUP BY l.transaction_id, l.wallet_id) booked
       WHERE lines <> cases`,
  },
  {
    rule: 'external_transaction_has_its_reference',
    sql: `
      SELECT format('reference %s of operator account %s does not lead back to transaction %s of wallet %s',
                    t.external_reference, t.operator_account_id, t.transaction_id, t.wallet_id) AS detail
        FROM transaction t
       WHERE ${inStep('t')} AND t.route = 'external'
         AND NOT EXISTS (
           SELECT FROM operator_reference r
            WHERE r.operator_account_id = t.operator_account_id AND r.reference = t.external_reference
              AND r.wallet_id = t.wallet_id AND r.transaction_id = t.transaction_id)`,
  },
  {
    rule: 'open_payment_is_owed',
    sql: `
      SELECT format('transaction %s of wallet %s is %s and nothing waits for it', t.transaction_id, t.wallet_id,
                    t.status) AS detail
        FROM transaction t
       WHERE ${inStep('t')}
         AND (t.status = 'processing' AND NOT EXISTS (
                SELECT FROM submission s WHERE s.transaction_id = t.transaction_id)
              OR t.status = 'pending' AND NOT EXISTS (
                SELECT FROM approval a WHERE a.transaction_id = t.transaction_id))`,
  },
];

/**
 * The check that each record of a table belongs to a transaction that exists. Both sides are in one list and grouped: a
 * join's plan would depend on statistics, of which a young database has none.
 * @param number the column that distinguishes a transaction's records.
 */
function hasItsTransaction(rule: AuditRule, table: 'transfer' | 'event', number: string): Check {
  return {
    rule,
    sql: `
      SELECT format('${table} %s of wallet %s is of transaction %s, which is not there', min(number), wallet_id,
                    transaction_id) AS detail
        FROM (SELECT wallet_id, transaction_id, ${number} AS number FROM ${table} r WHERE ${inStep('r')}
              UNION ALL
              SELECT wallet_id, transaction_id, NULL FROM transaction t WHERE ${inStep('t')}) records
       GROUP BY wallet_id, transaction_id HAVING bool_and(number IS NOT NULL)`,
  };
}
