import { houseWalletId } from '../ledger/accounts.ts';
import { feeRevenueOf } from '../ledger/plan/internal-payment.ts';
import { movedBelowSql } from './boundary.ts';
import { type Check, literal } from './check.ts';
import { allowedHistories } from './event-histories.ts';
import type { AuditRule } from './rules.ts';
import { inStep } from './steps.ts';

/** A rule of single transactions: what breaks it and what is said then, both as SQL over `facts`. */
interface FactRule {
  readonly rule: AuditRule;
  readonly broken: string;
  readonly detail: string;
}

/** The branches of a CASE that gives the kind of the account of the fee of a type of transaction. */
export const feeAccounts = (['payment_sent', 'withdrawal', 'collection'] as const)
  .map((type) => `WHEN '${type}' THEN '${feeRevenueOf(type)}'`)
  .join(' ');

const houseWallets = Object.values(houseWalletId).join(', ');

/** Money that leaves a float or reaches one, without what goes through suspense, which belongs to the review of a case. */
const moved = (side: 'd' | 'c', kind: string, other: 'd' | 'c') =>
  `coalesce(sum(l.amount) FILTER (WHERE ${side}.kind = '${kind}' AND ${other}.kind IS DISTINCT FROM 'suspense'), 0)`;

const isFee = (account: 'd' | 'c') => `${account}.kind LIKE 'fee_revenue%'`;
const feeAccount = `CASE WHEN ${isFee('c')} THEN c.account_id WHEN ${isFee('d')} THEN d.account_id END`;

/**
 * A schedule is chosen up to a second before its payment, or the quote that it names, is written, by the same clock of the database. How long a
 * quote is valid is decided by trusted time, which the audit does not know, so the fees of its own moment count.
 */
const feeTolerance = `interval '1 minute'`;

/**
 * The transactions of a step, each with the fee that its schedule gives, and what its transfers and its events add up to. All are
 * grouped and joined whole, by sorting or hashing: to look them up one by one takes several times as long, and some services have
 * thousands of schedules. A full join also keeps what has no transaction, and leaves no other plan, whatever statistics a young
 * database has.
 */
const facts = `
  WITH lines AS (
    SELECT l.wallet_id, l.transaction_id, count(*) AS line_count, min(l.line) AS first_line, max(l.line) AS last_line,
           min(l.created_at) FILTER (WHERE l.line = 1) AS first_line_at,
           coalesce(sum(CASE WHEN l.credit_account = l.wallet_id THEN l.amount WHEN l.debit_account = l.wallet_id THEN -l.amount END), 0)
             AS moved_wallet,
           coalesce(sum(l.amount) FILTER (WHERE ${isFee('c')}), 0) AS earned,
           min(${feeAccount}) AS fee_account, max(${feeAccount}) AS last_fee_account,
           ${moved('d', 'collection_float', 'c')} AS from_collection_float,
           ${moved('c', 'collection_float', 'd')} AS to_collection_float,
           ${moved('c', 'disbursement_float', 'd')} AS to_disbursement_float,
           min(coalesce(d.operator_account_id, c.operator_account_id)) AS float_owner,
           max(coalesce(c.operator_account_id, d.operator_account_id)) AS last_float_owner,
           coalesce(sum(l.amount) FILTER (WHERE c.kind = 'clearing'), 0) AS to_clearing,
           coalesce(sum(l.amount) FILTER (WHERE d.kind = 'clearing'), 0) AS from_clearing,
           count(*) FILTER (WHERE d.kind = 'suspense' OR c.kind = 'suspense') AS suspense_lines,
           min(least(d.mode, c.mode)) AS mode_of_accounts, max(greatest(d.mode, c.mode)) AS last_mode_of_accounts,
           count(*) FILTER (WHERE d.account_id IS NULL AND l.debit_account <> l.wallet_id
                               OR c.account_id IS NULL AND l.credit_account <> l.wallet_id) AS foreign_lines
      FROM transfer l
      LEFT JOIN system_account d ON d.account_id = l.debit_account
      LEFT JOIN system_account c ON c.account_id = l.credit_account
     WHERE ${inStep('l')}
     GROUP BY l.wallet_id, l.transaction_id
  ), moments AS (
    SELECT wallet_id, transaction_id, sum(cardinality(names)) AS events, min(first_sequence) AS first_event,
           string_agg(first_event_no || ':' || array_to_string(names, ','), ' ' ORDER BY first_event_no) AS history,
           min(created_at) FILTER (WHERE first_event_no = 1) AS first_at,
           (array_agg(created_at ORDER BY first_event_no DESC, first_sequence))[1] AS last_at,
           bool_or(snapshot IS NULL) AS has_no_copy,
           min(api_key_id) AS event_key, max(api_key_id) AS last_event_key, count(api_key_id) AS keyed, count(*) AS moment_count
      FROM event e WHERE ${inStep('e')}
     GROUP BY wallet_id, transaction_id
  ), schedule AS (
    SELECT fee_schedule_id, client_id, operation, bands, effective_from,
           lead(effective_from) OVER (PARTITION BY operation, client_id ORDER BY effective_from, fee_schedule_id) AS replaced_at
      FROM fee_schedule
     WHERE client_id IS NULL OR client_id IN (SELECT client_id FROM wallet WHERE wallet_id > $1 AND wallet_id <= $2)
  ), band AS (
    SELECT fee_schedule_id, client_id, operation, effective_from, replaced_at, coalesce(lag(up_to) OVER by_amount, 0) AS above, up_to,
           fixed, basis_points, minimum, maximum
      FROM schedule, jsonb_to_recordset(bands)
           AS band (up_to bigint, fixed bigint, basis_points bigint, minimum bigint, maximum bigint)
    WINDOW by_amount AS (PARTITION BY fee_schedule_id ORDER BY up_to NULLS LAST)
  ), own_fees AS (
    SELECT w.wallet_id, s.operation, s.effective_from, s.replaced_at
      FROM schedule s JOIN wallet w ON w.client_id = s.client_id
     WHERE s.bands IS NOT NULL
  ), facts AS (
    SELECT *
      FROM (SELECT t.*, basis AS fee_basis, priced_at, b.operation AS fee_operation, b.client_id AS fee_client, b.effective_from AS fees_from,
                   b.replaced_at AS fees_until, own.wallet_id IS NOT NULL AS has_own_fees,
                   greatest(b.minimum, least(coalesce(b.maximum, 9223372036854775807), b.fixed + (basis * b.basis_points + 5000) / 10000))
                     AS given_fee
              FROM transaction t
             CROSS JOIN LATERAL (SELECT CASE WHEN sender_pays_fee THEN net_amount ELSE amount END AS basis,
                                        coalesce((details->>'quoted_at')::timestamptz, created_at) AS priced_at) price
              LEFT JOIN band b ON b.fee_schedule_id = t.fee_schedule_id AND basis > b.above AND (b.up_to IS NULL OR basis <= b.up_to)
              LEFT JOIN own_fees own
                ON own.wallet_id = t.wallet_id AND own.operation = b.operation AND priced_at > own.effective_from + ${feeTolerance}
               AND (own.replaced_at IS NULL OR priced_at < own.replaced_at - ${feeTolerance})
             WHERE ${inStep('t')}) t
      FULL JOIN lines USING (wallet_id, transaction_id)
      FULL JOIN moments USING (wallet_id, transaction_id)
  )`;

/** Which kind of booking of the house a transaction is. */
const isBooking = `(f.route = 'house' AND f.mode = 'live')`;
const endsCase = `(f.details ? 'resolves' OR f.details ? 'review_case')`;

/** The acts that book, each with the transaction that it booked. */
const bookingActs = `
  SELECT (details->>'transaction_id')::bigint FROM audit_log
   WHERE action IN ('adjustment.booked', 'wallet.funded', 'wallet.adjusted', 'float.funded', 'float.swept', 'float.charged')
     AND details ? 'transaction_id'`;

/** Approved and about to be written down as booked: the booking comes first. */
const isBeingBooked = `EXISTS (
  SELECT FROM adjustment_proposal p JOIN adjustment_decision d USING (adjustment_proposal_id)
   WHERE p.wallet_id = f.wallet_id AND p.type = f.type AND p.direction = f.direction AND p.amount = f.amount AND d.decision = 'approved'
     AND p.external_reference = f.details->>'bank_reference' AND p.proposed_by = f.details->>'maker'
     AND NOT EXISTS (SELECT FROM adjustment_outcome o WHERE o.adjustment_proposal_id = p.adjustment_proposal_id))`;

/** Whether live mode was enabled after a booking, or never was: then one person was enough. */
const isOfRehearsal = `(
  NOT EXISTS (SELECT FROM live_mode)
  OR coalesce((SELECT max(audit_log_id) FROM audit_log WHERE action = 'live_mode.enabled')
     > (SELECT max(audit_log_id) FROM audit_log
         WHERE action IN ('wallet.funded', 'wallet.adjusted', 'adjustment.booked', 'float.funded', 'float.swept', 'float.charged')
           AND details->>'transaction_id' = f.transaction_id::text), false))`;

const owner = `transaction %s of wallet %s (%s, %s)`;
const named = 'f.transaction_id, f.wallet_id, f.type, f.status';

/** The rules of single transactions. What needs a fact that versions before the audit's beginning did not write begins there. */
const rules: readonly FactRule[] = [
  {
    rule: 'transfer_has_its_transaction',
    broken: 'f.amount IS NULL AND f.line_count IS NOT NULL',
    detail: `format('transfer %s of wallet %s is of transaction %s, which is not there', f.first_line, f.wallet_id, f.transaction_id)`,
  },
  {
    rule: 'event_has_its_transaction',
    broken: 'f.amount IS NULL AND f.events IS NOT NULL',
    detail: `format('event %s of wallet %s is of transaction %s, which is not there', f.first_event, f.wallet_id, f.transaction_id)`,
  },
  {
    // What a transaction moved, without bookings through suspense, which belong to the review of its case.
    rule: 'shown_transaction_matches_its_transfers',
    broken: `f.amount IS NOT NULL
         AND (f.transfer_count <> coalesce(f.line_count, 0) OR f.first_line <> 1 OR f.last_line <> f.line_count
              OR coalesce(f.moved_wallet, 0) <> CASE WHEN f.status = 'failed' OR f.wallet_id IN (${houseWallets}) THEN 0
                                                     WHEN f.direction = 'out' THEN -f.amount
                                                     WHEN f.status = 'completed' THEN f.net_amount ELSE 0 END
              OR coalesce(f.earned, 0) <> CASE WHEN f.status = 'completed' THEN f.fee_amount ELSE 0 END)`,
    detail: `format('${owner} moved the wallet by %s and earned %s with %s transfers, but amount, fee and net are %s, %s and %s', ${named},
               f.moved_wallet, f.earned, f.line_count, f.amount, f.fee_amount, f.net_amount)`,
  },
  {
    // The booking of a case earns, or gives back, the fee of the transaction that it resolves; of one that has moved, src/audit/wallet-checks.ts
    // looks at the type.
    rule: 'fee_is_in_its_account',
    broken: `f.fee_account IS NOT NULL AND f.amount IS NOT NULL
         AND coalesce((f.details->>'resolves')::bigint >= ${movedBelowSql}, true)
         AND (f.fee_account <> f.last_fee_account OR NOT EXISTS (
               SELECT FROM system_account a
                WHERE a.account_id = f.fee_account AND a.mode = f.mode
                  AND a.kind = CASE coalesce(CASE WHEN f.details ? 'resolves' THEN
                        (SELECT r.type FROM review_case c JOIN transaction r USING (wallet_id, transaction_id)
                          WHERE c.transaction_id = (f.details->>'resolves')::bigint LIMIT 1) END, f.type) ${feeAccounts} END))`,
    detail: `format('${owner} books a fee with account %s', ${named}, f.fee_account)`,
  },
  {
    // The payment of a bulk payout costs what was confirmed, also where its phone became a wallet's, or was one, meanwhile.
    rule: 'fee_is_of_its_schedule',
    broken: `f.route <> 'house' AND f.type IN ('payment_sent', 'withdrawal', 'collection')
         AND (f.fee_amount = f.given_fee
              AND (f.fee_operation = CASE WHEN f.type = 'payment_sent' THEN 'send_money_' || f.route ELSE f.type END
                   OR f.details ? 'bulk_payout_id' AND f.fee_operation LIKE 'send_money%')
              AND (f.fee_client IS NULL OR f.fee_client = (SELECT w.client_id FROM wallet w WHERE w.wallet_id = f.wallet_id))
              AND (f.details ? 'bulk_payout_id'
                   OR f.priced_at >= f.fees_from - ${feeTolerance}
                      AND (f.fees_until IS NULL OR f.priced_at <= f.fees_until + ${feeTolerance})
                      AND (f.fee_client IS NOT NULL OR NOT f.has_own_fees))) IS NOT TRUE`,
    detail: `format('${owner} has the fee %s of %s, which fee schedule %s does not give', ${named}, f.fee_amount, f.fee_basis,
               coalesce(f.fee_schedule_id::text, 'none'))`,
  },
  {
    // A quote is removed a day after it expired; until then its payments are compared with it.
    rule: 'quoted_payment_is_as_quoted',
    broken: `f.details ? 'quote_id' AND EXISTS (
               SELECT FROM quote q
                WHERE q.quote_id = (f.details->>'quote_id')::bigint
                  AND (q.wallet_id, q.type, q.phone, q.provider, q.recipient_wallet_id, q.amount, q.fee_amount, q.net_amount, q.sender_pays_fee,
                       q.fee_schedule_id, q.created_at)
                      IS DISTINCT FROM
                      (f.wallet_id, f.type, f.counterparty_phone, f.provider, f.counterparty_wallet_id, f.amount, f.fee_amount, f.net_amount,
                       f.sender_pays_fee, f.fee_schedule_id, (f.details->>'quoted_at')::timestamptz))`,
    detail: `format('${owner} is not what its quote %s says', ${named}, f.details->>'quote_id')`,
  },
  {
    // All of a collection comes out of the float that its operator account collects on, the net amount of a payout goes to the one it
    // pays from.
    rule: 'operator_float_is_its_payments',
    broken: `f.route = 'external'
         AND (coalesce(CASE WHEN f.direction = 'in' THEN f.from_collection_float
                            WHEN f.details->>'paid_from' = 'collection_float' THEN f.to_collection_float
                            ELSE f.to_disbursement_float END, 0)
              <> CASE WHEN f.status <> 'completed' THEN 0 WHEN f.direction = 'in' THEN f.amount ELSE f.net_amount END
              OR f.float_owner <> f.operator_account_id OR f.last_float_owner <> f.operator_account_id)`,
    detail: `format('${owner} did not move the float of its operator account %s by what it shows: %s in, %s and %s out, at account %s',
               ${named}, f.operator_account_id, f.from_collection_float, f.to_collection_float, f.to_disbursement_float, f.float_owner)`,
  },
  {
    rule: 'transfer_stays_in_its_wallet',
    broken: `f.foreign_lines > 0 OR f.mode_of_accounts <> f.mode OR f.last_mode_of_accounts <> f.mode`,
    detail: `format('${owner} has a transfer with an account of another wallet or mode', ${named})`,
  },
  {
    rule: 'internal_payment_passes_clearing',
    broken: `f.amount IS NOT NULL
         AND (coalesce(f.to_clearing, 0)
              <> CASE WHEN f.route = 'internal' AND f.type = 'payment_sent' AND f.status = 'completed' THEN f.net_amount ELSE 0 END
              OR coalesce(f.from_clearing, 0) <> CASE WHEN f.type = 'payment_received' THEN f.net_amount ELSE 0 END)`,
    detail: `format('${owner} moved %s to clearing and %s from it', ${named}, f.to_clearing, f.from_clearing)`,
  },
  {
    rule: 'transfers_are_of_their_moments',
    // What an operator collects is posted later, at a time of a clock that may have been set back.
    broken: `(f.route <> 'external' OR f.direction = 'out') AND f.first_line_at <> f.created_at`,
    detail: `format('${owner} was opened at %s, and its first transfer says %s', ${named}, f.created_at, f.first_line_at)`,
  },
  {
    rule: 'suspense_has_its_case',
    broken: `f.suspense_lines > 0 AND NOT coalesce(f.details ? 'resolves', false)
         AND f.suspense_lines <> (SELECT count(*) FROM review_case c
                                   WHERE c.transaction_id = f.transaction_id AND c.found @> '{"booked": true}')`,
    detail: `format('${owner} went %s times through suspense, and its cases say another number', ${named}, f.suspense_lines)`,
  },
  {
    rule: 'external_transaction_has_its_reference',
    broken: `f.route = 'external' AND NOT EXISTS (
               SELECT FROM operator_reference r
                WHERE r.operator_account_id = f.operator_account_id AND r.reference = f.external_reference
                  AND r.wallet_id = f.wallet_id AND r.transaction_id = f.transaction_id)`,
    detail: `format('reference %s of operator account %s does not lead back to transaction %s of wallet %s', f.external_reference,
               f.operator_account_id, f.transaction_id, f.wallet_id)`,
  },
  {
    // An operator numbers its receipts over all accounts that we have with it; ours is stored under the first of them.
    rule: 'receipt_pays_for_one_transaction',
    broken: `f.operator_receipt IS NOT NULL AND f.operator_account_id IS NOT NULL
         AND ARRAY[f.transaction_id] IS DISTINCT FROM ARRAY(
               SELECT DISTINCT r.transaction_id
                 FROM operator_account own
                 JOIN operator_account other ON other.mode = own.mode AND other.operator = own.operator
                 JOIN operator_receipt r ON r.operator_account_id = other.operator_account_id AND r.receipt = f.operator_receipt
                WHERE own.operator_account_id = f.operator_account_id)`,
    detail: `format('${owner} has the receipt %s, which is not stored for it alone', ${named}, f.operator_receipt)`,
  },
  {
    // In test mode one account, of the operator Other, simulates all networks without a connector.
    rule: 'provider_is_its_operator',
    broken: `f.operator_account_id IS NOT NULL AND NOT EXISTS (
               SELECT FROM operator_account a
                WHERE a.operator_account_id = f.operator_account_id AND a.mode = f.mode
                  AND (f.route <> 'external' OR a.operator = f.provider OR a.operator = 'Other' AND a.mode = 'test'))`,
    detail: `format('${owner} names the operator %s and operator account %s', ${named}, f.provider, f.operator_account_id)`,
  },
  {
    rule: 'open_payment_is_owed',
    broken: `f.status = 'processing' AND NOT EXISTS (SELECT FROM submission s WHERE s.transaction_id = f.transaction_id)
          OR f.status = 'pending' AND NOT EXISTS (SELECT FROM approval a WHERE a.transaction_id = f.transaction_id)`,
    detail: `format('transaction %s of wallet %s is %s and nothing waits for it', f.transaction_id, f.wallet_id, f.status)`,
  },
  {
    rule: 'client_reference_has_its_transaction',
    broken: `f.details ? 'client_reference'
         AND NOT EXISTS (SELECT FROM client_reference r
                          WHERE r.wallet_id = f.wallet_id AND r.client_reference = f.details->>'client_reference'
                            AND r.transaction_id = f.transaction_id)`,
    detail: `format('${owner} has the client reference %s, which does not lead to it', ${named}, f.details->>'client_reference')`,
  },
  {
    rule: 'refund_has_its_claim',
    broken: `f.type = 'refund' AND f.status <> 'failed'
         AND NOT EXISTS (SELECT FROM refund_claim c
                          WHERE c.collection_id = (f.details->>'refunds')::bigint AND c.refund_id = f.transaction_id)
         AND NOT EXISTS (SELECT FROM refund_ended e
                          WHERE e.collection_id = (f.details->>'refunds')::bigint AND e.refund_id = f.transaction_id)`,
    detail: `format('${owner} has no claim on collection %s', ${named}, f.details->>'refunds')`,
  },
  {
    rule: 'events_tell_their_transaction',
    broken: `f.amount IS NOT NULL
         AND (f.event_count IS DISTINCT FROM f.events
              OR (f.type, f.direction, f.status, f.history) NOT IN (VALUES ${allowedHistories
                .map((history) => `(${history.map(literal).join(', ')})`)
                .join(', ')}))`,
    detail: `format('${owner} counts %s events and has %s', ${named}, f.event_count, coalesce(f.history, 'none'))`,
  },
  {
    // Completed when it was opened, without an operator: it cannot have changed since, and its event needs no copy.
    rule: 'snapshot_shows_its_transaction',
    broken: `f.has_no_copy AND f.amount IS NOT NULL
         AND (f.route = 'external' OR f.moment_count > 1 OR f.created_at IS DISTINCT FROM f.first_at
              OR f.completed_at IS DISTINCT FROM f.first_at)`,
    detail: `format('event %s of wallet %s does not show transaction %s', f.first_event, f.wallet_id, f.transaction_id)`,
  },
  {
    rule: 'event_is_of_its_moment',
    broken: `f.amount IS NOT NULL AND f.events IS NOT NULL
         AND (f.first_at IS DISTINCT FROM f.created_at
              OR f.status IN ('completed', 'failed') AND f.last_at IS DISTINCT FROM coalesce(f.completed_at, f.failed_at)
              OR f.event_key IS DISTINCT FROM f.api_key_id OR f.last_event_key IS DISTINCT FROM f.api_key_id
              OR f.keyed NOT IN (0, f.moment_count))`,
    detail: `format('${owner} was created at %s, ended at %s and names API key %s; its events say %s, %s and %s', ${named}, f.created_at,
               coalesce(f.completed_at, f.failed_at), coalesce(f.api_key_id::text, 'none'), f.first_at, f.last_at,
               coalesce(f.event_key::text, 'none'))`,
  },
  {
    rule: 'live_booking_has_two_people',
    broken: `${isBooking} AND f.transaction_id > (SELECT transaction_id FROM audit_beginning)
         AND (f.details->>'maker' IS NULL OR (f.details->>'approver' IS NULL OR f.details->>'approver' = f.details->>'maker')
              AND NOT ${isOfRehearsal})`,
    detail: `format('${owner} was booked by %s and approved by %s', ${named}, coalesce(f.details->>'maker', 'nobody'),
               coalesce(f.details->>'approver', 'nobody'))`,
  },
  {
    rule: 'booking_has_its_slip',
    broken: `f.route = 'house' AND (f.details ? 'bank_reference' OR f.mode = 'live' AND NOT coalesce(f.details ? 'resolves', false))
         AND NOT EXISTS (SELECT FROM adjustment_claim c
                          WHERE c.mode = f.mode AND c.external_reference = f.details->>'bank_reference'
                            AND c.wallet_id = f.wallet_id AND c.transaction_id = f.transaction_id)`,
    detail: `format('${owner} books the slip %s, which is not stored for it', ${named}, coalesce(f.details->>'bank_reference', 'none'))`,
  },
  {
    rule: 'booking_has_its_act',
    broken: `${isBooking} AND f.transaction_id > (SELECT transaction_id FROM audit_beginning)
         AND CASE WHEN ${endsCase}
                  THEN NOT EXISTS (SELECT FROM review_case c WHERE c.resolution_transaction_id = f.transaction_id)
                  ELSE f.transaction_id NOT IN (${bookingActs}) AND NOT ${isBeingBooked} END`,
    detail: `format('${owner} has no entry in the audit log', ${named})`,
  },
];

/** Finds what breaks a rule of single transactions, of the transactions of a step. Sentences are only written for what is broken. */
export const transactionCheck: Check = {
  rules: rules.map(({ rule }) => rule),
  sql: `${facts}
  SELECT found.rule, found.detail
    FROM facts f,
         LATERAL (VALUES ${rules
           .map(({ rule, broken, detail }) => `('${rule}', CASE WHEN ${broken} THEN ${detail} END)`)
           .join(',\n           ')}) found (rule, detail)
   WHERE (${rules.map(({ broken }) => `(${broken})`).join('\n      OR ')})
     AND found.detail IS NOT NULL`,
};
