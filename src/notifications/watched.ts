import { waitingOfPlatform } from '../dual-control/waiting.ts';
import type { Duty } from '../ledger/housekeeping.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { OperatorState } from '../settlement/operator-states.ts';
import { disabledByOwner } from '../webhooks/webhook.ts';
import { type NotificationKind, waitMs } from './kinds.ts';

export const watchedKinds = [
  'pending_approvals',
  'failing_webhooks',
  'low_float',
] as const satisfies NotificationKind[];
type WatchedKind = (typeof watchedKinds)[number];

/**
 * What waits for somebody or is wrong now. It has a row of `notification` from the first look that sees it to the first that does not, so
 * that it is notified once, and not at all where it is over before.
 */
export interface Watch {
  readonly kind: WatchedKind;
  /**
   * SQL: a row for each, with `client_id` (null for the platform), `subject`, which is another one when it happens again, and `details`.
   * Its parameters are `values`.
   */
  readonly now: string;
  readonly values: () => Promise<readonly unknown[]>;
}

/** A float as it is now. */
export interface FloatNow {
  readonly operator: string;
  readonly float: 'collection' | 'disbursement';
  readonly level: 'ok' | 'low' | 'unknown';
  /** Shillings; null when not known. */
  readonly known: number | null;
}

/** The floats of the operators that move live money. Pure. */
export function liveFloats(states: readonly OperatorState[]): FloatNow[] {
  return states
    .filter(({ mode, simulated }) => mode === 'live' && !simulated)
    .flatMap(({ operator, floats }) =>
      (['collection', 'disbursement'] as const).map((float) => {
        const { known, level } = floats[`${float}_float`];
        return { operator, float, level, known: known === null ? null : Number(known) };
      }),
    );
}

/** The watches of the service. @param parts.approvalExpiryMs how long a proposal waits. */
export function watchesOf(parts: {
  readonly approvalExpiryMs: number;
  /** The floats of live operators, as all processes together know them. */
  readonly readFloats: () => Promise<readonly FloatNow[]>;
}): Watch[] {
  return [
    { kind: 'pending_approvals', now: approvalsNow, values: async () => [parts.approvalExpiryMs, null] },
    { kind: 'failing_webhooks', now: webhooksNow, values: async () => [] },
    { kind: 'low_float', now: floatsNow, values: async () => [JSON.stringify(await parts.readFloats())] },
  ];
}

const approvalsNow = `
  SELECT wallet.client_id, 'payment ' || transaction_id AS subject,
         jsonb_build_object('wallet_id', wallet_id, 'transaction_id', transaction_id, 'maker', maker) AS details
    FROM approval JOIN wallet USING (wallet_id)
   WHERE wallet.mode = 'live' AND wallet.client_id IS NOT NULL
   UNION ALL
  SELECT client_id, 'bulk payout ' || bulk_payout_id,
         jsonb_build_object('bulk_payout_id', bulk_payout_id, 'name', name, 'amount', amount + fees, 'maker', maker)
    FROM bulk_payout WHERE status = 'awaiting_approval' AND mode = 'live'
   UNION ALL
  -- A resolution that was withdrawn and proposed again has the same number.
  SELECT NULL, action || ' ' || id || ' of ' || extract(epoch FROM since),
         jsonb_build_object('action', action, 'id', id, 'amount', amount, 'maker', by)
    FROM (${waitingOfPlatform}) AS of_platform WHERE mode IS DISTINCT FROM 'test'`;

/** A webhook that a person disabled is none of these, and one that was disabled long ago is none any more. */
const webhooksNow = `
  SELECT client_id,
         'webhook ' || webhook_id || CASE WHEN is_active THEN ' failing since ' ELSE ' disabled at ' END || extract(epoch FROM since) AS subject,
         jsonb_build_object('webhook_id', webhook_id, 'url', url, 'is_active', is_active,
                            'since_ms', round(extract(epoch FROM since) * 1000)) AS details
    FROM webhook CROSS JOIN LATERAL (SELECT CASE WHEN is_active THEN failing_since ELSE disabled_at END AS since) AS state
   WHERE mode = 'live' AND deleted_at IS NULL AND since IS NOT NULL
     AND (is_active OR (disabled_reason <> '${disabledByOwner}' AND disabled_at > clock_timestamp() - interval '7 days'))`;

/** Where a float is not known, it stays as it was. */
const floatsNow = `
  SELECT NULL::bigint AS client_id, float_now.subject, details
    FROM jsonb_array_elements($1::jsonb) AS details
   CROSS JOIN LATERAL (SELECT (details->>'operator') || ' ' || (details->>'float') AS subject) AS float_now
   WHERE details->>'level' = 'low'
      OR (details->>'level' = 'unknown' AND EXISTS (
          SELECT FROM notification AS known
           WHERE known.kind = 'low_float' AND known.client_id IS NULL AND known.subject = float_now.subject))`;

/** Looks at everything that is watched. Several processes may do it at once. */
export function watchDuty(watches: readonly Watch[]): Duty {
  return {
    name: 'watch_for_notifications',
    everyMs: 10_000,
    work: async (db) => {
      for (const watch of watches) await lookAt(db, watch);
      return { more: false };
    },
  };
}

/**
 * Writes what is new and deletes what is over, in one statement, so that both are of one moment: a row that another process has just
 * written for something newer is not seen, and not deleted.
 */
export async function lookAt(db: Queryable, { kind, now, values }: Watch): Promise<void> {
  await db.query(
    `WITH watched AS MATERIALIZED (${now}), ended AS (
       DELETE FROM notification
        WHERE kind = '${kind}'
          AND NOT EXISTS (SELECT FROM watched WHERE watched.client_id IS NOT DISTINCT FROM notification.client_id
                                                AND watched.subject = notification.subject)
     )
     INSERT INTO notification (kind, client_id, subject, details, due_at)
     SELECT '${kind}', client_id, subject, details, trusted_now() + interval '${waitMs[kind]} milliseconds'
       FROM watched
      WHERE NOT EXISTS (SELECT FROM notification AS known
                         WHERE known.kind = '${kind}' AND known.client_id IS NOT DISTINCT FROM watched.client_id
                           AND known.subject = watched.subject)
     ON CONFLICT DO NOTHING`,
    [...(await values())],
  );
}

/** Of some notifications those that still hold, by a look at what is now. */
export async function stillWatched(db: Queryable, watch: Watch, ids: readonly number[]): Promise<Set<number>> {
  const values = await watch.values();
  const { rows } = await db.query<{ id: string }>(
    `WITH watched AS MATERIALIZED (${watch.now})
     SELECT notification_id AS id FROM notification
      WHERE notification_id = ANY ($${values.length + 1}::bigint[])
        AND EXISTS (SELECT FROM watched WHERE watched.client_id IS NOT DISTINCT FROM notification.client_id
                                          AND watched.subject = notification.subject)`,
    [...values, ids],
  );
  return new Set(rows.map(({ id }) => Number(id)));
}
