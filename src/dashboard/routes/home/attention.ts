import { isoTime, isoTimeOrNull } from '../../../ledger/transaction-object.ts';
import type { Queryable } from '../../../postgres/pool.ts';
import type { Caller } from '../../../wallet/answer.ts';
import { readFailing } from '../../../webhooks/deliveries/failing.ts';
import type { Attention, Waiting } from '../../schemas/home.ts';

/** How many of a webhook's latest deliveries are looked through for those that failed. */
const deliveriesLookedThrough = 500;
const webhooksShownMax = 20;
/** Beyond so many nobody counts on. */
const countedMax = 1_000;

/** What a wallet's people should look after. Every part reads a bounded number of rows through an index. */
export async function readAttention(
  db: Queryable,
  { walletId }: Caller,
  retryDelaysMs: readonly number[],
): Promise<Omit<Attention, 'low_floats' | 'operator_setup'>> {
  const [failing, webhooks, rest] = await Promise.all([
    readFailing(db, { walletId }, retryDelaysMs),
    db.query<WebhookRow>({
      name: 'dashboard.home_webhooks',
      text: webhooksSql,
      values: [walletId, deliveriesLookedThrough, webhooksShownMax],
    }),
    db.query<RestRow>({ name: 'dashboard.home_attention', text: restSql, values: [walletId, countedMax] }),
  ]);
  const [row] = rest.rows;
  if (row === undefined) throw new Error(`there is no wallet ${walletId}`);
  return {
    disabled_webhooks: webhooks.rows.flatMap(({ webhook_id, url, disabled_at_ms }) =>
      disabled_at_ms === null ? [] : [{ id: Number(webhook_id), url, disabled_at: isoTime(Number(disabled_at_ms)) }],
    ),
    failing_webhooks: webhooks.rows.flatMap(({ webhook_id, url }) => {
      const one = failing.get(Number(webhook_id));
      return one === undefined ? [] : [{ id: Number(webhook_id), url, ...one }];
    }),
    failed_deliveries: webhooks.rows.flatMap(({ webhook_id, url, failed }) =>
      failed === 0 ? [] : [{ webhook_id: Number(webhook_id), url, count: failed }],
    ),
    approvals: waiting(row.approvals, row.approvals_amount, row.approval_expires_at_ms),
    bulk_payouts: waiting(row.bulk_payouts, row.bulk_payouts_amount, row.bulk_payout_expires_at_ms),
    review_cases: row.review_cases,
    payments_in_review: row.payments_in_review,
    wallet_frozen: row.frozen,
  };
}

function waiting(count: number, amount: string, nextExpiresAtMs: string | null): Waiting {
  const next_expires_at = isoTimeOrNull(nextExpiresAtMs === null ? null : Number(nextExpiresAtMs));
  return { count, amount: Number(amount), next_expires_at };
}

interface WebhookRow {
  webhook_id: string;
  url: string;
  disabled_at_ms: string | null;
  failed: number;
}

interface RestRow {
  frozen: boolean;
  approvals: number;
  approvals_amount: string;
  approval_expires_at_ms: string | null;
  bulk_payouts: number;
  bulk_payouts_amount: string;
  bulk_payout_expires_at_ms: string | null;
  review_cases: number;
  payments_in_review: number;
}

const webhooksSql = `
  SELECT webhook_id, url, round(extract(epoch FROM disabled_at) * 1000)::bigint AS disabled_at_ms, failed
    FROM webhook CROSS JOIN LATERAL (
         SELECT count(*)::integer AS failed
           FROM (SELECT status, created_at FROM delivery
                  WHERE delivery.wallet_id = $1 AND delivery.webhook_id = webhook.webhook_id
                  ORDER BY delivery_id DESC LIMIT $2) AS latest
          WHERE status = 'failed' AND created_at > now() - interval '24 hours') AS looked_through
   WHERE wallet_id = $1 AND deleted_at IS NULL AND (failed > 0 OR NOT is_active OR failing_since IS NOT NULL)
   ORDER BY webhook_id LIMIT $3`;

const restSql = `
  SELECT frozen, payments_waiting.*, bulk_waiting.*,
         (SELECT count(*)::integer FROM (SELECT FROM review_case
           WHERE review_case.wallet_id = $1 AND resolved_at IS NULL LIMIT $2) AS cases) AS review_cases,
         (SELECT count(*)::integer FROM (SELECT FROM submission
           WHERE submission.wallet_id = $1 AND in_review LIMIT $2) AS payments) AS payments_in_review
    FROM wallet CROSS JOIN (
         SELECT count(*)::integer AS approvals, coalesce(sum(amount), 0)::bigint AS approvals_amount,
                round(extract(epoch FROM min(due_at)) * 1000)::bigint AS approval_expires_at_ms
           FROM (SELECT transaction_id, due_at FROM approval
                  WHERE approval.wallet_id = $1 ORDER BY transaction_id LIMIT $2) AS one
          CROSS JOIN LATERAL (SELECT amount FROM transaction
                               WHERE wallet_id = $1 AND transaction_id = one.transaction_id OFFSET 0) AS payment) AS payments_waiting
   CROSS JOIN (
         SELECT count(*)::integer AS bulk_payouts, coalesce(sum(amount + fees), 0)::bigint AS bulk_payouts_amount,
                round(extract(epoch FROM min(expires_at)) * 1000)::bigint AS bulk_payout_expires_at_ms
           FROM (SELECT amount, fees, expires_at FROM bulk_payout
                  WHERE bulk_payout.wallet_id = $1 AND status = 'awaiting_approval' LIMIT $2) AS bulk) AS bulk_waiting
   WHERE wallet_id = $1`;
