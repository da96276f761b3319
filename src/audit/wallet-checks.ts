import type { Check } from './check.ts';

/** Checks of the wallets with ids above $1 and up to $2, each as a whole. */
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
    // Each payment says in which period it counted, so that no clock decides what belongs to a day or a month.
    rule: 'key_budget_is_its_payments',
    sql: `
      SELECT format('the budget of API key %s of wallet %s has %s used in its day and %s in its month, its payments add up to %s and %s',
                    b.lineage, b.wallet_id, b.day_out, b.month_out, t.of_day, t.of_month) AS detail
        FROM key_budget b, LATERAL (
             SELECT coalesce(sum(amount) FILTER (WHERE (details->'key_budget'->>'period')::integer = b.period), 0) AS of_day,
                    coalesce(sum(amount) FILTER (WHERE (details->'key_budget'->>'period')::integer >= b.month_period), 0)
                      AS of_month
               FROM transaction
              WHERE wallet_id = b.wallet_id AND status <> 'failed' AND direction = 'out'
                AND details @> jsonb_build_object('key_budget', jsonb_build_object('lineage', b.lineage))) t
       WHERE b.wallet_id > $1 AND b.wallet_id <= $2 AND (b.day_out, b.month_out) IS DISTINCT FROM (t.of_day, t.of_month)`,
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
