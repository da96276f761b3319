import { findSnapshot, type SnapshotRow, snapshotColumns } from '../../events/snapshot.ts';
import type { EventName } from '../../ledger/event-names.ts';
import type { Mode } from '../../ledger/transaction.ts';
import type { SealedSecrets } from '../endpoints/signing-secrets.ts';
import type { EventIdentity } from '../event-body.ts';
import type { Lane } from './due-lanes.ts';

/** A delivery that this process may attempt until its lease ends, with all that the attempt needs. */
export interface ClaimedDelivery extends Lane {
  readonly deliveryId: number;
  /** A result is stored only `WHERE lease_token = token`: another process may hold the delivery by then. */
  readonly leaseToken: string;
  /** Attempts made before, in all rounds. */
  readonly attempts: number;
  /** And in this one: 0 for a first attempt. */
  readonly roundAttempts: number;
  readonly sequence: number;
  /** Its snapshot is null when the event, or its transaction, is not in the database. */
  readonly event: Omit<EventIdentity, 'snapshot'> & { readonly snapshot: string | null };
  readonly url: string;
  readonly mode: Mode;
  readonly honorHints: boolean;
  readonly apiVersion: string;
  readonly secrets: SealedSecrets;
  /** The database's time at the claim, in milliseconds since 1970. */
  readonly claimedAtMs: number;
  /** Whether later events of the transaction wait until it has ended. */
  readonly isOrdered: boolean;
}

/**
 * An attempt takes up to 30 s, and its result may have to wait for a database that is away for a minute: until then no other
 * process repeats it. The deliveries of a process that dies wait for so long.
 */
export const leaseMs = 90_000;

/** The columns of a claimed delivery; `claimed` has the columns of delivery_due, beside delivery, event and webhook. */
export const claimedColumns = `
  claimed.wallet_id, claimed.webhook_id, claimed.delivery_id, claimed.attempts, claimed.round_attempts,
  delivery.sequence, delivery.transaction_id, delivery.event_no, delivery.event_type,
  floor(extract(epoch FROM event.created_at))::bigint AS created_s, ${snapshotColumns},
  webhook.url, webhook.mode, webhook.honor_hints, webhook.api_version, webhook.secret, webhook.next_secret,
  round(extract(epoch FROM webhook.next_secret_from) * 1000)::bigint AS next_secret_from_ms,
  round(extract(epoch FROM now()) * 1000)::bigint AS claimed_at_ms, claimed.order_transaction_id IS NOT NULL AS is_ordered`;

/**
 * Joins event and webhook to `delivery`. Lateral with a limit, so that PostgreSQL reads each of them by its key: it
 * cannot know how few rows a claim has. A delivery whose event is missing is returned too, because it is leased.
 */
export const joinEventAndWebhook = `
    LEFT JOIN LATERAL (
         SELECT wallet_id, transaction_id, snapshot, created_at FROM event
          WHERE event.wallet_id = claimed.wallet_id AND event.first_sequence = delivery.first_sequence
            AND event.transaction_id = delivery.transaction_id
          LIMIT 1) AS event ON true
   CROSS JOIN LATERAL (
         SELECT * FROM webhook
          WHERE webhook.wallet_id = claimed.wallet_id AND webhook.webhook_id = claimed.webhook_id LIMIT 1) AS webhook`;

export interface ClaimedRow extends SnapshotRow {
  wallet_id: string;
  webhook_id: string;
  delivery_id: string;
  attempts: number;
  round_attempts: number;
  sequence: string;
  transaction_id: string;
  event_no: number;
  event_type: EventName;
  created_s: string | null;
  url: string;
  mode: Mode;
  honor_hints: boolean;
  api_version: string;
  secret: Buffer;
  next_secret: Buffer | null;
  next_secret_from_ms: string | null;
  claimed_at_ms: string;
  is_ordered: boolean;
}

export function claimedFromRow(row: ClaimedRow, leaseToken: string): ClaimedDelivery {
  const webhookId = Number(row.webhook_id);
  return {
    walletId: Number(row.wallet_id),
    webhookId,
    deliveryId: Number(row.delivery_id),
    isRetry: row.round_attempts > 0,
    leaseToken,
    attempts: row.attempts,
    roundAttempts: row.round_attempts,
    sequence: Number(row.sequence),
    event: {
      transactionId: Number(row.transaction_id),
      eventNo: row.event_no,
      type: row.event_type,
      createdSeconds: Number(row.created_s),
      snapshot: findSnapshot(row),
    },
    url: row.url,
    mode: row.mode,
    honorHints: row.honor_hints,
    apiVersion: row.api_version,
    secrets: {
      webhookId,
      secret: row.secret,
      nextSecret: row.next_secret,
      nextSecretFromMs: row.next_secret_from_ms === null ? null : Number(row.next_secret_from_ms),
    },
    claimedAtMs: Number(row.claimed_at_ms),
    isOrdered: row.is_ordered,
  };
}
