import { endedColumnsSql } from '../ledger/count-ended.ts';
import { movedBelowSql } from './boundary.ts';
import { type Check, checkOf } from './check.ts';
import { feeAccounts } from './transaction-facts.ts';

/** The condition that a row is of the wallets with ids above $1 and up to $2. */
const ofWallets = (alias: string) => `${alias}.wallet_id > $1 AND ${alias}.wallet_id <= $2`;

/** Payments and withdrawals, which count to the day of their wallet; a refund does not. The day is that of Kampala. */
const countsToDay = `(t.direction = 'out' AND t.type IN ('payment_sent', 'withdrawal'))`;
const kampalaDay = `floor((extract(epoch FROM t.created_at) + 10800) / 86400)::integer`;

/**
 * The latest day and month in Kampala of which payments may have moved to the history store, as numbers; -1 while none have. What a wallet or
 * a key paid in a time that is over decides nothing, so that of these only the payments that are here are compared.
 */
const movedDay = `coalesce((SELECT floor((extract(epoch FROM created_until) + 10800) / 86400)::integer FROM history_boundary), -1)`;
const movedMonth = `coalesce((SELECT (12 * extract(year FROM created_until + interval '3 hours')
                                      + extract(month FROM created_until + interval '3 hours'))::integer - 12 * 1970 - 1
                                FROM history_boundary), -1)`;

/**
 * The transfers of a wallet, in the order of their numbers, with what the balance should be after each. Those that have moved to the history
 * store are in runs.
 */
const transferCheck: Check = {
  rules: ['wallet_balance_is_its_transfers', 'entries_have_no_gap', 'balance_after_follows_the_chain'],
  sql: `
    WITH chain AS MATERIALIZED (
      SELECT *, lag(last_no, 1, 0::bigint) OVER by_number + 1 AS expected, sum(moved) OVER by_number AS running
        FROM (SELECT wallet_id, format('transfer %s line %s', transaction_id, line) AS what, entry_no AS first_no, entry_no AS last_no,
                     balance_after, CASE WHEN credit_account = wallet_id THEN amount ELSE -amount END AS moved
                FROM transfer l WHERE ${ofWallets('l')} AND entry_no IS NOT NULL AND transaction_id >= ${movedBelowSql}
              UNION ALL
              SELECT wallet_id, format('the last of the moved entries %s to %s', first_no, last_no), first_no, last_no, balance_after, moved
                FROM history_entry_run r WHERE ${ofWallets('r')}) l
      WINDOW by_number AS (PARTITION BY wallet_id ORDER BY first_no, last_no ROWS UNBOUNDED PRECEDING)
    ), sums AS (
      SELECT wallet_id, available, w.entry_no, coalesce(total, 0) AS total, coalesce(lines, 0) AS lines, coalesce(last, 0) AS last, has_gap
        FROM (SELECT wallet_id, available, entry_no FROM wallet w WHERE ${ofWallets('w')}) w
        LEFT JOIN (SELECT wallet_id, sum(last_no - first_no + 1) AS lines, max(last_no) AS last, bool_or(first_no <> expected) AS has_gap,
                          sum(moved) AS total
                     FROM chain GROUP BY wallet_id) c USING (wallet_id)
    )
    SELECT 'wallet_balance_is_its_transfers' AS rule,
           format('wallet %s has %s available, its transfers add up to %s', wallet_id, available, total) AS detail
      FROM sums WHERE available <> total
    UNION ALL
    SELECT 'entries_have_no_gap',
           format('wallet %s says %s entries, its transfers have %s up to number %s', wallet_id, entry_no, lines, last)
      FROM sums WHERE entry_no <> lines OR has_gap
    UNION ALL
    SELECT 'balance_after_follows_the_chain',
           format('%s of wallet %s says %s after it, the chain says %s', what, wallet_id, balance_after, running)
      FROM chain WHERE balance_after <> running`,
};

/**
 * What is under way, and what left on the wallet's day.
 *
 * A clock that was set back over midnight begins a day anew. Then the payments of its last time count, in the order of their transfers,
 * which no clock makes; and where a payment of an earlier time fails, it is taken from the last one, so that what failed of the earlier
 * ones may be missing. This is only looked at where the plain sum differs.
 */
const openAndOutCheck: Check = {
  rules: ['held_is_its_open_payouts', 'day_out_is_its_payouts'],
  sql: `
    WITH sums AS MATERIALIZED (
      SELECT wallet_id, held, w.day, day_out, coalesce(open, 0) AS open, coalesce(of_day, 0) AS of_day
        FROM (SELECT wallet_id, held, day, day_out FROM wallet w WHERE ${ofWallets('w')}) w
        LEFT JOIN (SELECT t.wallet_id, sum(t.amount) FILTER (WHERE t.status IN ('pending', 'processing')) AS open,
                          sum(t.amount) FILTER (WHERE t.status <> 'failed' AND ${countsToDay} AND ${kampalaDay} = d.day) AS of_day
                     FROM transaction t JOIN wallet d USING (wallet_id)
                    WHERE ${ofWallets('t')} AND ${ofWallets('d')} AND t.direction = 'out' GROUP BY t.wallet_id) t USING (wallet_id)
    )
    SELECT 'held_is_its_open_payouts' AS rule,
           format('wallet %s holds %s, its open payouts add up to %s', wallet_id, held, open) AS detail
      FROM sums WHERE held <> open
    UNION ALL
    SELECT 'day_out_is_its_payouts',
           format('wallet %s says that %s left it on its day %s, its payments of that day add up to %s', s.wallet_id, day_out, day, of_last_time)
      FROM sums s, LATERAL (
           SELECT coalesce(sum(amount) FILTER (WHERE is_last_time AND status <> 'failed'), 0) AS of_last_time,
                  coalesce(sum(amount) FILTER (WHERE NOT is_last_time AND status = 'failed'), 0) AS may_be_missing
             FROM (SELECT t.amount, t.status, ${kampalaDay} AS its_day,
                          l.entry_no > coalesce(max(l.entry_no) FILTER (WHERE ${kampalaDay} <> s.day) OVER (), 0) AS is_last_time
                     FROM transaction t JOIN transfer l USING (wallet_id, transaction_id)
                    WHERE t.wallet_id = s.wallet_id AND ${countsToDay} AND l.line = 1) counted
            WHERE its_day = s.day) counted
     WHERE s.day_out <> s.of_day
       AND (day_out > of_last_time AND s.day > ${movedDay} OR day_out < greatest(0, of_last_time - may_be_missing))`,
};

const eventOrderCheck = checkOf(
  'events_have_no_gap',
  `
    WITH moment AS MATERIALIZED (
      SELECT wallet_id, transaction_id, first_sequence AS begins, first_sequence + cardinality(names) - 1 AS ends
        FROM event e WHERE ${ofWallets('e')} AND transaction_id >= ${movedBelowSql}
      UNION ALL
      SELECT wallet_id, 0, first_no, last_no FROM history_event_run r WHERE ${ofWallets('r')}
    )
    SELECT format('wallet %s: after event %s comes %s', wallet_id, ends_before, begins) AS detail
      FROM (SELECT wallet_id, begins,
                   lag(ends, 1, 0::bigint) OVER (PARTITION BY wallet_id ORDER BY begins, transaction_id) AS ends_before
              FROM moment
            UNION ALL
            SELECT w.wallet_id, w.event_sequence + 1, coalesce(m.ends, 0)
              FROM (SELECT wallet_id, event_sequence FROM wallet w WHERE ${ofWallets('w')}) w
              LEFT JOIN (SELECT wallet_id, max(ends) AS ends FROM moment GROUP BY wallet_id) m USING (wallet_id)) chain
     WHERE begins <> ends_before + 1`,
);

/**
 * The figures of days, which are counted after the payments from the wallet's events, of wallets that are counted up to their last event. On
 * a day on which a transaction may have ended that has moved, they are at least the transactions that are here.
 */
const dayFiguresCheck = checkOf(
  'wallet_days_are_their_transactions',
  `
    WITH known AS MATERIALIZED (
      SELECT wallet_id, event_sequence, days_counted_to
        FROM wallet_count n JOIN wallet USING (wallet_id) WHERE ${ofWallets('n')}
    ), shown AS (
      SELECT wallet_id, day, type, direction, operator, completed, failed, moved, fees
        FROM wallet_day d JOIN known USING (wallet_id) WHERE ${ofWallets('d')} AND days_counted_to = event_sequence
    ), ended AS (
      SELECT wallet_id, day, type, direction, operator, sum(completed) AS completed, sum(failed) AS failed, sum(moved) AS moved,
             sum(fees) AS fees
        FROM (SELECT wallet_id, ${endedColumnsSql}
                FROM transaction t
               WHERE ${ofWallets('t')} AND status IN ('completed', 'failed') AND transaction_id >= ${movedBelowSql}) t
        JOIN known USING (wallet_id) WHERE days_counted_to = event_sequence
       GROUP BY wallet_id, day, type, direction, operator
    ), last_moved AS (
      SELECT coalesce(floor((extract(epoch FROM max(begun_at)) + 10800) / 86400)::integer, -1) AS day FROM history_partition
    )
    SELECT format('wallet %s has %s completed, %s failed, %s moved and %s in fees on day %s (%s %s %s), its transactions have %s, %s, %s and %s',
                  wallet_id, coalesce(s.completed, 0), coalesce(s.failed, 0), coalesce(s.moved, 0), coalesce(s.fees, 0), day, type,
                  direction, operator, coalesce(e.completed, 0), coalesce(e.failed, 0), coalesce(e.moved, 0), coalesce(e.fees, 0)) AS detail
      FROM shown s FULL JOIN ended e USING (wallet_id, day, type, direction, operator)
     WHERE CASE WHEN day > (SELECT last_moved.day FROM last_moved)
                THEN (s.completed, s.failed, s.moved, s.fees) IS DISTINCT FROM (e.completed, e.failed, e.moved, e.fees)
                ELSE coalesce(s.completed, 0) < e.completed OR coalesce(s.failed, 0) < e.failed
                     OR coalesce(s.moved, 0) < e.moved OR coalesce(s.fees, 0) < e.fees END
     UNION ALL
    SELECT format('wallet %s is counted up to event %s, and has %s', wallet_id, days_counted_to, event_sequence)
      FROM known WHERE days_counted_to > event_sequence`,
);

/** Checks of the wallets with ids above $1 and up to $2, each as a whole. */
export const walletChecks: readonly Check[] = [
  transferCheck,
  openAndOutCheck,
  eventOrderCheck,
  dayFiguresCheck,
  // Each payment says in which period it counted, so that no clock decides what belongs to a day or a month.
  checkOf(
    'key_budget_is_its_payments',
    `
      SELECT format('the budget of API key %s of wallet %s has %s used in its day and %s in its month, its payments add up to %s and %s',
                    b.lineage, b.wallet_id, b.day_out, b.month_out, t.of_day, t.of_month) AS detail
        FROM key_budget b, LATERAL (
             SELECT coalesce(sum(amount) FILTER (WHERE (details->'key_budget'->>'period')::integer = b.period), 0) AS of_day,
                    coalesce(sum(amount) FILTER (WHERE (details->'key_budget'->>'period')::integer >= b.month_period), 0)
                      AS of_month
               FROM transaction
              WHERE wallet_id = b.wallet_id AND status <> 'failed' AND direction = 'out'
                AND details @> jsonb_build_object('key_budget', jsonb_build_object('lineage', b.lineage))) t
       WHERE ${ofWallets('b')}
         AND (CASE WHEN b.day <= ${movedDay} THEN b.day_out < t.of_day ELSE b.day_out <> t.of_day END
              OR CASE WHEN b.month <= ${movedMonth} THEN b.month_out < t.of_month ELSE b.month_out <> t.of_month END)`,
  ),
  checkOf(
    'key_has_its_transaction',
    `
      SELECT format('the Idempotency-Keys %s of wallet %s are all of transaction %s', string_agg(key, ', ' ORDER BY key), wallet_id,
                    transaction_id) AS detail
        FROM idempotency_key r WHERE ${ofWallets('r')} GROUP BY wallet_id, transaction_id HAVING count(*) > 1`,
  ),
  // A refund that came back, or never reached its customer, leaves room for another one.
  checkOf(
    'refunds_fit_their_collection',
    `
      SELECT format('the refunds %s of wallet %s add up to %s for collection %s, which has %s', refunds, wallet_id, refunded,
                    collection_id, coalesce(amount::text, 'no amount')) AS detail
        FROM (SELECT r.wallet_id, (r.details->>'refunds')::bigint AS collection_id, string_agg(r.transaction_id::text, ', ') AS refunds,
                     coalesce(sum(r.amount) FILTER (WHERE r.status <> 'failed' AND e.refund_id IS NULL), 0) AS refunded,
                     min(r.counterparty_phone) AS phone, max(r.counterparty_phone) AS last_phone
                FROM transaction r LEFT JOIN refund_ended e ON e.refund_id = r.transaction_id
               WHERE ${ofWallets('r')} AND r.type = 'refund' GROUP BY r.wallet_id, r.details->>'refunds') r
        LEFT JOIN LATERAL (SELECT amount, counterparty_phone, status, type FROM transaction t
                            WHERE t.wallet_id = r.wallet_id AND t.transaction_id = r.collection_id OFFSET 0) t ON true
       WHERE (t.type = 'collection' AND t.status = 'completed' AND refunded <= amount
              AND phone = counterparty_phone AND last_phone = counterparty_phone) IS NOT TRUE`,
    `
      WITH refunded AS (
        SELECT DISTINCT wallet_id, (details->>'refunds')::bigint AS collection_id FROM transaction r WHERE ${ofWallets('r')} AND type = 'refund'
      )
      SELECT wallet_id, collection_id AS transaction_id FROM refunded
      UNION ALL
      SELECT refunded.wallet_id, refund_id FROM refunded JOIN refund_claim USING (collection_id)`,
  ),
  // Of a batch whose first payments have moved, the others may be here still.
  checkOf(
    'batch_is_whole',
    `
      SELECT format('batch %s of wallet %s has %s payments of %s', batch_id, wallet_id, count, items) AS detail
        FROM (SELECT wallet_id, (details->>'batch_id')::bigint AS batch_id, count(*) AS count,
                     count(DISTINCT details->>'batch_item') AS places, min((details->>'batch_item')::integer) AS first_place,
                     max((details->>'batch_item')::integer) AS last_place, min((details->>'batch_items')::integer) AS items,
                     max((details->>'batch_items')::integer) AS most_items, count(DISTINCT created_at) AS moments,
                     min(transaction_id) AS first_id,
                     bool_and(type = 'payment_sent' AND route = 'internal' AND status = 'completed') AS is_made
                FROM transaction t WHERE ${ofWallets('t')} AND details ? 'batch_id' GROUP BY 1, 2) batch
       WHERE batch_id >= ${movedBelowSql}
         AND (is_made AND moments = 1 AND first_id = batch_id AND count = items AND most_items = items AND places = items
              AND first_place = 1 AND last_place = items) IS NOT TRUE`,
  ),
  // As in the checks of single transactions, where the transaction that a booking resolves has moved.
  checkOf(
    'fee_is_in_its_account',
    `
      SELECT format('transaction %s of wallet %s books a fee with account %s, and resolves transaction %s', f.transaction_id, f.wallet_id,
                    a.account_id, t.transaction_id) AS detail
        FROM (SELECT * FROM transaction f WHERE ${ofWallets('f')} AND details ? 'resolves') f
        JOIN transfer l ON l.wallet_id = f.wallet_id AND l.transaction_id = f.transaction_id
        JOIN system_account a ON a.account_id IN (l.debit_account, l.credit_account) AND a.kind LIKE 'fee_revenue%'
        JOIN review_case c ON c.transaction_id = (f.details->>'resolves')::bigint
        LEFT JOIN LATERAL (SELECT * FROM transaction t
                            WHERE t.wallet_id = c.wallet_id AND t.transaction_id = c.transaction_id OFFSET 0) t ON true
       WHERE ${movedBelowSql} > 0 AND ${ofWallets('l')} AND c.transaction_id < ${movedBelowSql}
         AND (a.kind = CASE t.type ${feeAccounts} END) IS NOT TRUE`,
    `
      SELECT c.wallet_id, c.transaction_id
        FROM transaction f JOIN review_case c ON c.transaction_id = (f.details->>'resolves')::bigint
       WHERE ${ofWallets('f')} AND f.details ? 'resolves'`,
  ),
];
