import { houseWalletId } from '../ledger/accounts.ts';
import { movedBelowSql } from './boundary.ts';
import { type Check, checkOf, inPages, itsOwn, type PageCheck, pageCheckOf } from './check.ts';

/** In a rehearsal the name of an approver says so. */
const isActor = (actor: string, name: string) => `${name} IN (${actor}, ${actor} || ' (rehearsal)')`;

/** What a second person saw of a top-up or correction, as `digestOf` of src/adjustments/proposal.ts makes it. */
const adjustmentDigest = `encode(sha256(convert_to('["adjustment proposal 1",' || concat_ws(',',
  p.adjustment_proposal_id, p.client_id, to_json(c.name), p.wallet_id, to_json(p.mode), to_json(p.type), to_json(p.direction),
  to_json(p.amount::text), to_json(p.reason), coalesce(to_json(p.external_reference)::text, 'null'), to_json(p.proposed_by),
  round(extract(epoch FROM p.proposed_at) * 1000)::bigint) || ']', 'UTF8')), 'hex')`;

/**
 * The condition that an act is of the proposal of a row. Acts are joined by this text: to look among all acts of a client for each of its
 * proposals takes a time that grows with the square of their number.
 */
const isOfAdjustment = `act.details->>'adjustment_proposal_id' = r.adjustment_proposal_id::text`;
const isOfChange = `act.details->>'proposal' = r.change_proposal_id::text`;

/** What waits for a second person, and the slips that bookings name. */
export const bookingPageChecks: readonly PageCheck[] = [
  // Who made a payment of a person is known from the audit log since this audit began, of one in a bulk payout from the whole.
  pageCheckOf(
    'approval_is_of_its_payment',
    'approval',
    `SELECT format('the approval of transaction %s of wallet %s says that %s made it, and that %s approved it first', r.transaction_id,
                   r.wallet_id, r.maker, coalesce(r.first_approver, 'nobody')) AS detail
       FROM approval r
       LEFT JOIN LATERAL (SELECT * FROM transaction t
                           WHERE t.wallet_id = r.wallet_id AND t.transaction_id = r.transaction_id OFFSET 0) t ON true
      WHERE ${inPages} AND r.transaction_id > (SELECT transaction_id FROM audit_beginning)
        AND (r.maker = CASE WHEN t.api_key_id IS NOT NULL THEN 'api_key:' || t.api_key_id
                            WHEN t.details ? 'bulk_payout_id'
                            THEN (SELECT maker FROM bulk_payout b WHERE b.bulk_payout_id = (t.details->>'bulk_payout_id')::bigint)
                            ELSE (SELECT actor FROM audit_log
                                   WHERE action = 'transaction.created' AND subject = 'transaction ' || r.transaction_id
                                   ORDER BY audit_log_id LIMIT 1) END
             AND (r.first_approver IS NULL
                  OR EXISTS (SELECT FROM audit_log
                              WHERE action = 'transaction.approved' AND subject = 'transaction ' || r.transaction_id
                                AND details->>'approver' = r.first_approver))) IS NOT TRUE`,
    itsOwn,
  ),
  // Several bookings of one slip, in different spellings, were possible before migration 23: of these only the first has the key.
  pageCheckOf(
    'slip_has_its_booking',
    'adjustment_claim',
    `SELECT format('the slip %s (%s, compared as %s) is stored for transaction %s of wallet %s, which does not book it',
                   r.external_reference, r.mode, coalesce(r.reference_key, 'nothing'), r.transaction_id, r.wallet_id) AS detail
       FROM adjustment_claim r
      WHERE ${inPages}
        AND (NOT EXISTS (SELECT FROM transaction t
                          WHERE t.wallet_id = r.wallet_id AND t.transaction_id = r.transaction_id AND t.mode = r.mode
                            AND t.details->>'bank_reference' = r.external_reference)
             OR r.reference_key <> comparable_reference(r.external_reference)
             OR r.reference_key IS NULL
                AND NOT EXISTS (SELECT FROM adjustment_claim earlier
                                 WHERE earlier.mode = r.mode AND earlier.transaction_id < r.transaction_id
                                   AND earlier.reference_key = comparable_reference(r.external_reference)))`,
    itsOwn,
  ),
  pageCheckOf(
    'proposal_has_its_act',
    'adjustment_proposal',
    `SELECT format('the proposal %s of %s for wallet %s by %s has no such entry in the audit log', r.adjustment_proposal_id, r.amount,
                   r.wallet_id, r.proposed_by) AS detail
       FROM adjustment_proposal r
       LEFT JOIN wallet w ON w.wallet_id = r.wallet_id AND w.client_id = r.client_id AND w.mode = r.mode
       LEFT JOIN audit_log act
         ON act.action = 'adjustment.proposed' AND ${isOfAdjustment}
        AND act.subject = format('client %s %s', r.client_id, r.mode) AND act.actor = r.proposed_by
        AND act.details @> jsonb_build_object('type', r.type, 'direction', r.direction, 'amount', r.amount,
                                              'external_reference', r.external_reference)
      WHERE ${inPages} AND (w.wallet_id IS NULL OR act.audit_log_id IS NULL)`,
  ),
  pageCheckOf(
    'adjustment_is_as_approved',
    'adjustment_decision',
    `SELECT format('proposal %s was %s by %s, and not as it stands, or without an entry in the audit log', r.adjustment_proposal_id,
                   r.decision, r.decided_by) AS detail
       FROM adjustment_decision r
       LEFT JOIN adjustment_proposal p USING (adjustment_proposal_id)
       LEFT JOIN client c USING (client_id)
       LEFT JOIN audit_log act
         ON act.action = 'adjustment.' || r.decision AND ${isOfAdjustment}
        AND act.subject = format('client %s %s', p.client_id, p.mode) AND ${isActor('act.actor', 'r.decided_by')}
        AND act.details->>'digest' = r.digest
      WHERE ${inPages}
        AND (act.audit_log_id IS NOT NULL AND r.mode = p.mode AND r.proposed_by = p.proposed_by
             AND (r.decision = 'rejected' OR r.mode = 'test' OR r.decided_by <> r.proposed_by)
             AND r.digest = ${adjustmentDigest}) IS NOT TRUE`,
  ),
  pageCheckOf(
    'booked_adjustment_is_as_proposed',
    'adjustment_outcome',
    `SELECT format('proposal %s was booked as transaction %s, or refused (%s), and is not so in the books or in the audit log',
                   r.adjustment_proposal_id, coalesce(r.transaction_id::text, 'none'), coalesce(r.refusal, 'no')) AS detail
       FROM adjustment_outcome r
       LEFT JOIN adjustment_proposal p USING (adjustment_proposal_id)
       LEFT JOIN adjustment_decision d USING (adjustment_proposal_id)
       LEFT JOIN audit_log act
         ON act.action = CASE WHEN r.transaction_id IS NULL THEN 'adjustment.refused' ELSE 'adjustment.booked' END AND ${isOfAdjustment}
        AND act.subject = format('client %s %s', p.client_id, p.mode)
        AND act.details @> CASE WHEN r.transaction_id IS NULL THEN jsonb_build_object('refusal', r.refusal)
                                ELSE jsonb_build_object('transaction_id', r.transaction_id) END
      WHERE ${inPages}
        AND NOT (act.audit_log_id IS NOT NULL
                 AND (r.transaction_id IS NULL
                      OR EXISTS (SELECT FROM transaction t
                                  WHERE t.wallet_id = p.wallet_id AND t.transaction_id = r.transaction_id AND t.mode = p.mode
                                    AND t.type = p.type AND t.direction = p.direction AND t.amount = p.amount
                                    AND t.description = p.reason
                                    AND t.details->>'bank_reference' = coalesce(p.external_reference, 'proposal ' || p.adjustment_proposal_id)
                                    AND t.details->>'maker' = p.proposed_by
                                    AND t.details->>'approver' IS NOT DISTINCT FROM nullif(d.decided_by, p.proposed_by))))`,
    `SELECT p.wallet_id, r.transaction_id FROM adjustment_proposal p WHERE p.adjustment_proposal_id = r.adjustment_proposal_id`,
  ),
  pageCheckOf(
    'proposal_has_its_act',
    'change_proposal',
    `SELECT format('the proposed change %s (%s) by %s has no such entry in the audit log', r.change_proposal_id, r.change->>'kind',
                   r.proposed_by) AS detail
       FROM change_proposal r
       LEFT JOIN audit_log act
         ON act.action = 'proposal.made' AND ${isOfChange} AND act.subject = coalesce('client ' || r.client_id, 'service')
        AND act.actor = r.proposed_by AND act.details->'change' = r.change AND act.details->'before' = r.before
      WHERE ${inPages} AND act.audit_log_id IS NULL`,
  ),
  pageCheckOf(
    'change_is_as_approved',
    'change_decision',
    `SELECT format('change %s was %s by %s, and not as it stands, or without an entry in the audit log', r.change_proposal_id, r.decision,
                   r.decided_by) AS detail
       FROM change_decision r
       LEFT JOIN change_proposal p USING (change_proposal_id)
       LEFT JOIN audit_log act
         ON act.action = 'proposal.' || r.decision AND ${isOfChange} AND act.subject = coalesce('client ' || p.client_id, 'service')
        AND ${isActor('act.actor', 'r.decided_by')}
      WHERE ${inPages}
        AND (act.audit_log_id IS NOT NULL AND r.proposed_by = p.proposed_by AND (r.decision = 'rejected' OR r.decided_by <> r.proposed_by)
             AND r.digest = encode(sha256(convert_to(concat_ws(E'\\n', p.change_proposal_id, p.change, p.before, p.proposed_by), 'UTF8')),
                                   'hex')) IS NOT TRUE`,
  ),
  pageCheckOf(
    'change_is_as_approved',
    'change_outcome',
    `SELECT format('change %s ended with transaction %s and client %s, which are not so', r.change_proposal_id,
                   coalesce(r.transaction_id::text, 'none'), coalesce(r.created_client_id::text, 'none')) AS detail
       FROM change_outcome r
       LEFT JOIN change_proposal p USING (change_proposal_id)
       LEFT JOIN change_decision d USING (change_proposal_id)
      WHERE ${inPages}
        AND (d.decision = 'approved'
             AND (r.transaction_id IS NOT NULL) = (p.change->>'kind' = 'float_booking' AND r.refusal IS NULL)
             AND (r.created_client_id IS NOT NULL) = (p.change->>'kind' = 'client' AND r.refusal IS NULL)
             AND (r.transaction_id IS NULL
                  OR EXISTS (SELECT FROM wallet w, LATERAL (
                               SELECT * FROM transaction t WHERE t.wallet_id = w.wallet_id AND t.transaction_id = r.transaction_id OFFSET 0) t
                              WHERE w.client_id IS NULL AND w.mode = p.change->>'mode'
                                AND t.amount = (p.change->>'amount')::bigint
                                AND t.operator_account_id = (p.change->>'operator_account_id')::integer
                                AND t.details->>'bank_reference' = p.change->>'reference'
                                AND t.details->>'maker' = p.proposed_by AND t.details->>'approver' = d.decided_by))
             AND (r.created_client_id IS NULL
                  OR EXISTS (SELECT FROM client c WHERE c.client_id = r.created_client_id AND c.name = p.change->>'name'
                                AND c.phone = p.change->>'phone'))) IS NOT TRUE`,
    `SELECT house, r.transaction_id FROM unnest(ARRAY[${Object.values(houseWalletId).join(', ')}]::bigint[]) AS house`,
  ),
  pageCheckOf(
    'bulk_payout_has_its_acts',
    'bulk_payout',
    `SELECT format('bulk payout %s of wallet %s (%s, made by %s, approved by %s) has no such entries in the audit log', r.bulk_payout_id,
                   r.wallet_id, r.status, r.maker, coalesce(r.approver, 'nobody')) AS detail
       FROM bulk_payout r
      WHERE ${inPages}
        AND (EXISTS (SELECT FROM wallet w WHERE w.wallet_id = r.wallet_id AND w.client_id = r.client_id AND w.mode = r.mode)
             AND EXISTS (SELECT FROM audit_log act
                          WHERE act.action = 'bulk_payout.created' AND act.subject = 'bulk_payout ' || r.bulk_payout_id
                            AND act.actor = r.maker AND (r.api_key_id IS NULL OR r.maker = 'api_key:' || r.api_key_id)
                            AND (r.api_key_id IS NULL) = (r.maker NOT LIKE 'api_key:%')
                            AND act.details @> jsonb_build_object('client_id', r.client_id, 'mode', r.mode, 'rows', r.row_count,
                                                                  'total', r.amount + r.fees))
             AND (r.approver IS NULL
                  OR r.approver <> r.maker
                     AND EXISTS (SELECT FROM audit_log act
                                  WHERE act.action = 'bulk_payout.approved' AND act.subject = 'bulk_payout ' || r.bulk_payout_id
                                    AND ${isActor('act.actor', 'r.approver')}))
             AND (r.first_approver IS NULL
                  OR r.first_approver <> r.maker AND r.first_approver IS DISTINCT FROM r.approver
                     AND EXISTS (SELECT FROM audit_log act
                                  WHERE act.action = 'bulk_payout.approved' AND act.subject = 'bulk_payout ' || r.bulk_payout_id
                                    AND ${isActor('act.actor', 'r.first_approver')}))
             AND (r.stopped_by IS NULL
                  OR EXISTS (SELECT FROM audit_log act
                              WHERE act.action IN ('bulk_payout.rejected', 'bulk_payout.cancelled')
                                AND act.subject = 'bulk_payout ' || r.bulk_payout_id AND act.actor = r.stopped_by))) IS NOT TRUE`,
  ),
  pageCheckOf(
    'bulk_payout_is_its_rows',
    'bulk_payout',
    `SELECT format('bulk payout %s of wallet %s has %s rows of %s with %s fees, its rows say %s, %s and %s', r.bulk_payout_id, r.wallet_id,
                   r.row_count, r.amount, r.fees, n.rows, n.amount, n.fees) AS detail
       FROM bulk_payout r, LATERAL (
            SELECT count(*) AS rows, coalesce(sum(amount), 0) AS amount, coalesce(sum(fee), 0) AS fees
              FROM bulk_payout_row n WHERE n.bulk_payout_id = r.bulk_payout_id) n
      WHERE ${inPages} AND (r.row_count, r.amount, r.fees) IS DISTINCT FROM (n.rows, n.amount, n.fees)`,
  ),
  // The payment is written before its row, so a row can only lag behind. Where it has moved, the row says how it ended.
  pageCheckOf(
    'bulk_row_has_its_payment',
    'bulk_payout_row',
    `SELECT format('row %s of bulk payout %s of wallet %s was sent as transaction %s, which is not its payment, or did not end so', r.row_no,
                   b.bulk_payout_id, b.wallet_id, r.transaction_id) AS detail
       FROM bulk_payout_row r JOIN bulk_payout b USING (bulk_payout_id)
       LEFT JOIN LATERAL (SELECT * FROM transaction t
                           WHERE t.wallet_id = b.wallet_id AND t.transaction_id = r.transaction_id OFFSET 0) t ON true
      WHERE ${inPages} AND r.status = 'sent'
        AND (t.net_amount = r.amount AND t.counterparty_phone = r.phone AND t.description IS NOT DISTINCT FROM r.description
             AND t.details->>'client_reference' IS NOT DISTINCT FROM r.client_reference
             AND (r.fee_schedule_id IS NULL OR t.fee_schedule_id = r.fee_schedule_id AND t.fee_amount = r.fee)
             AND t.details @> jsonb_build_object('bulk_payout_id', b.bulk_payout_id, 'bulk_payout_row', r.row_no)
             AND r.moved IS NOT DISTINCT FROM
                 CASE WHEN t.transaction_id < ${movedBelowSql}
                      THEN jsonb_build_object('status', t.status, 'fee_amount', t.fee_amount, 'created_at', t.created_at,
                                              'failure_code', t.failure_code, 'failure_reason', t.failure_reason) END) IS NOT TRUE`,
    'SELECT b.wallet_id, r.transaction_id FROM bulk_payout b WHERE b.bulk_payout_id = r.bulk_payout_id',
  ),
];

/** When live mode was enabled, and what was approved first of two. */
export const approvalChecks: readonly Check[] = [
  checkOf(
    'change_is_as_approved',
    `SELECT format('live mode was enabled by %s and %s, and no such entry is in the audit log', proposed_by, approved_by) AS detail
       FROM live_mode, audit_beginning b
      WHERE b.transaction_id = 0
        AND NOT EXISTS (SELECT FROM audit_log
                         WHERE action = 'live_mode.enabled' AND actor = proposed_by AND details->>'approved_by' = approved_by)
     UNION ALL
     SELECT format('the first approval of %s %s by %s has no entry in the audit log', kind, subject_id, approver)
       FROM first_approval f
      WHERE NOT EXISTS (
              SELECT FROM audit_log act
               WHERE act.action = CASE kind WHEN 'change' THEN 'proposal.first_approved' WHEN 'adjustment' THEN 'adjustment.first_approved'
                                            ELSE 'review_case.resolution_first_approved' END
                 AND act.actor = f.approver
                 AND coalesce(act.details->>'proposal', act.details->>'adjustment_proposal_id', replace(act.subject, 'review case ', ''))
                     = subject_id::text)
     UNION ALL
     SELECT format('change %s was ordered by %s, and no such entry is in the audit log', change_proposal_id, ordered_by)
       FROM break_glass g
      WHERE NOT EXISTS (SELECT FROM audit_log
                         WHERE action = 'break_glass.ordered' AND details->>'proposal' = change_proposal_id::text
                           AND actor = g.ordered_by AND details->>'reason' = g.reason)`,
  ),
];
