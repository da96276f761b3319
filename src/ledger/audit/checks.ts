import { houseWalletId } from '../accounts.ts';
import { feeRevenueOf } from '../plan/internal-payment.ts';
import { eventChecks } from './events.ts';
import { inStep } from './steps.ts';

export type AuditRule =
  | 'wallet_balance_is_its_transfers'
  | 'transfer_has_its_transaction'
  | 'event_has_its_transaction'
  | 'entries_have_no_gap'
  | 'balance_after_follows_the_chain'
  | 'held_is_its_open_payouts'
  | 'shown_transaction_matches_its_transfers'
  | 'fee_is_in_its_account'
  | 'operator_float_is_its_payments'
  | 'suspense_has_its_case'
  | 'suspense_is_its_open_cases'
  | 'external_transaction_has_its_reference'
  | 'events_have_no_gap'
  | 'events_tell_their_transaction'
  | 'snapshot_shows_its_transaction'
  | 'trial_balance_is_zero'
  | 'clearing_is_zero'
  | 'in_transit_is_held'
  | 'system_account_is_its_transfers'
  | 'open_payment_is_owed'
  | 'owed_payment_is_open'
  | 'bulk_row_has_its_payment'
  | 'records_cannot_be_changed';

export interface Check {
  readonly rule: AuditRule;
  /** Gives one row with a `detail` per broken rule; must see one moment, so it is one statement. */
  readonly sql: string;
}

const feeAccounts = (['payment_sent', 'withdrawal', 'collection'] as const)
  .map((type) => `WHEN '${type}' THEN '${feeRevenueOf(type)}'`)
  .join(' ');

/** Of the wallets with ids above $1 and up to $2, each as a whole. */
export const walletChecks: readonly Check[] = [
  {
    rule: 'wallet_balance_is_its_transfers',
    sql: `
      SELECT format('wallet %s has %s available, its transfers add up to %s', w.wallet_id, w.available, t.total) AS detail
        FROM wallet w, LATERAL (
             SELECT coalesce(sum(CASE WHEN credit_account = w.wallet_id THEN amount ELSE -amount END), 0) AS total
               FROM transfer WHERE wallet_id = w.wallet_id AND entry_no IS NOT NULL) t
       WHERE w.wallet_id > $1 AND w.wallet_id <= $2 AND w.available <> t.total`,
  },
  {
    rule: 'entries_have_no_gap',
    sql: `
      SELECT format('wallet %s says %s entries, its transfers have %s from %s to %s', w.wallet_id, w.entry_no, t.count,
                    t.first, t.last) AS detail
        FROM wallet w, LATERAL (
             SELECT count(DISTINCT entry_no) AS count, coalesce(min(entry_no), 1) AS first,
                    coalesce(max(entry_no), 0) AS last, count(*) AS lines
               FROM transfer WHERE wallet_id = w.wallet_id AND entry_no IS NOT NULL) t
       WHERE w.wallet_id > $1 AND w.wallet_id <= $2
         AND (w.entry_no <> t.count OR t.lines <> t.count OR t.first <> 1 OR t.last <> w.entry_no)`,
  },
  {
    rule: 'balance_after_follows_the_chain',
    sql: `
      SELECT format('transfer %s line %s of wallet %s says %s after it, the chain says %s', transaction_id, line,
                    wallet_id, balance_after, running) AS detail
        FROM (SELECT wallet_id, transaction_id, line, balance_after,
                     sum(CASE WHEN credit_account = wallet_id THEN amount ELSE -amount END)
                       OVER (PARTITION BY wallet_id ORDER BY entry_no) AS running
                FROM transfer WHERE wallet_id > $1 AND wallet_id <= $2 AND entry_no IS NOT NULL) chain
       WHERE balance_after <> running`,
  },
  {
    rule: 'held_is_its_open_payouts',
    sql: `
      SELECT format('wallet %s holds %s, its open payouts add up to %s', w.wallet_id, w.held, t.total) AS detail
        FROM wallet w, LATERAL (
             SELECT coalesce(sum(amount), 0) AS total FROM transaction
              WHERE wallet_id = w.wallet_id AND direction = 'out' AND status IN ('pending', 'processing')) t
       WHERE w.wallet_id > $1 AND w.wallet_id <= $2 AND w.held <> t.total`,
  },
  {
    rule: 'events_have_no_gap',
    sql: `
      SELECT format('wallet %s: after event %s comes %s', wallet_id, ends_before, begins) AS detail
        FROM (SELECT wallet_id, first_sequence AS begins,
                     lag(first_sequence + cardinality(names) - 1, 1, 0::bigint)
                       OVER (PARTITION BY wallet_id ORDER BY first_sequence, transaction_id) AS ends_before
                FROM event WHERE wallet_id > $1 AND wallet_id <= $2
              UNION ALL
              SELECT w.wallet_id, w.event_sequence + 1,
                     (SELECT coalesce(max(first_sequence + cardinality(names) - 1), 0)
                        FROM event e WHERE e.wallet_id = w.wallet_id)
                FROM wallet w WHERE w.wallet_id > $1 AND w.wallet_id <= $2) chain
       WHERE begins <> ends_before + 1`,
  },
  {
    // The payment is written before its row, so a row can only lag behind.
    rule: 'bulk_row_has_its_payment',
    sql: `
      SELECT format('row %s of bulk payout %s of wallet %s was sent as transaction %s, which is not its payment', r.row_no,
                    b.bulk_payout_id, b.wallet_id, r.transaction_id) AS detail
        FROM bulk_payout b JOIN bulk_payout_row r USING (bulk_payout_id)
       WHERE b.wallet_id > $1 AND b.wallet_id <= $2 AND r.status = 'sent'
         AND NOT EXISTS (
           SELECT FROM transaction t
            WHERE t.wallet_id = b.wallet_id AND t.transaction_id = r.transaction_id AND t.net_amount = r.amount
              AND t.details @> jsonb_build_object('bulk_payout_id', b.bulk_payout_id, 'bulk_payout_row', r.row_no))`,
  },
];

/**
 * That each record of a table is of a transaction that is there. Both sides are in one list and grouped: a join's plan would
 * depend on statistics, of which a young database has none.
 * @param number the column that tells a transaction's records apart.
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

/** Of transactions with ids above $3 and up to $4 of the wallets with ids above $1 and up to $2, each by itself. */
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
  ...eventChecks,
];

const systemBalances = `
  SELECT a.account_id, a.mode, a.kind, a.balance + coalesce((
           SELECT sum(d.amount) FROM system_account_delta d WHERE d.account_id = a.account_id), 0) AS balance
    FROM system_account a`;

/** Of all books. */
export const totalChecks: readonly Check[] = [
  {
    // What waits for an operator or a person is an open payment, or one that ended and is looked at again.
    rule: 'owed_payment_is_open',
    sql: `
      SELECT format('transaction %s of wallet %s is %s, and %s waits for it', owed.transaction_id, owed.wallet_id,
                    coalesce(t.status, 'not there'), owed.what) AS detail
        FROM (SELECT transaction_id, wallet_id, 'a submission' AS what, 'processing' AS status, recheck FROM submission
              UNION ALL
              SELECT transaction_id, wallet_id, 'an approval', 'pending', false FROM approval) owed
        LEFT JOIN transaction t USING (wallet_id, transaction_id)
       WHERE t.status IS DISTINCT FROM owed.status
         AND (owed.recheck AND t.status IN ('completed', 'failed')) IS NOT TRUE`,
  },
  {
    rule: 'trial_balance_is_zero',
    sql: `
      SELECT format('the accounts of %s add up to %s', mode, sum(balance)) AS detail
        FROM (SELECT mode, balance FROM (${systemBalances}) s UNION ALL SELECT mode, available FROM wallet) accounts
       GROUP BY mode HAVING sum(balance) <> 0`,
  },
  {
    rule: 'clearing_is_zero',
    sql: `
      SELECT format('clearing of %s holds %s', mode, balance) AS detail
        FROM (${systemBalances}) s WHERE kind = 'clearing' AND balance <> 0`,
  },
  {
    // What a case booked stays in suspense until the case is resolved, and not longer.
    rule: 'suspense_is_its_open_cases',
    sql: `
      SELECT format('suspense of operator account %s (%s) holds %s, its open cases %s', s.operator_account_id, s.mode,
                    s.balance, coalesce(c.in_suspense, 0)) AS detail
        FROM (SELECT b.*, a.operator_account_id FROM (${systemBalances}) b JOIN system_account a USING (account_id)
               WHERE b.kind = 'suspense') s
        LEFT JOIN (SELECT t.operator_account_id, sum((r.found->>'in_suspense')::bigint) AS in_suspense
                     FROM review_case r JOIN transaction t USING (wallet_id, transaction_id)
                    WHERE r.resolved_at IS NULL AND r.found ? 'in_suspense'
                    GROUP BY t.operator_account_id) c USING (operator_account_id)
       WHERE s.balance <> coalesce(c.in_suspense, 0)`,
  },
  {
    rule: 'in_transit_is_held',
    sql: `
      SELECT format('in transit of %s is %s, wallets hold %s', s.mode, s.balance, w.held) AS detail
        FROM (${systemBalances}) s JOIN (SELECT mode, sum(held) AS held FROM wallet GROUP BY mode) w USING (mode)
       WHERE s.kind = 'in_transit' AND s.balance <> w.held`,
  },
];
