import type { Mode } from '../../ledger/transaction.ts';
import { isoTime, type TransactionObject } from '../../ledger/transaction-object.ts';
import type { Queryable } from '../../postgres/pool.ts';
import type { Sealer } from '../../secrets/sealer.ts';
import { webhookNotFound } from '../endpoints/find-webhooks.ts';
import { openSecrets, type SealedSecrets } from '../endpoints/signing-secrets.ts';
import { eventBody, eventId } from '../event-body.ts';
import { isDelivered, type Sender } from '../sending/sender.ts';
import { storable } from './record-results.ts';

/** The result of a test delivery (interface-decisions.md section 7), whether or not it was delivered. */
export interface TestDeliveryObject {
  readonly delivery_id: number;
  readonly event_id: string;
  readonly delivered: boolean;
  readonly response_status: number | null;
  readonly duration_ms: number;
  readonly error: string | null;
}

const testEventType = 'transaction.completed';

/**
 * Sends one event now and waits for its answer; also to a webhook that is disabled, so that a receiver can be tried
 * before it is enabled again. It is recorded, never retried, and disables nothing.
 * @throws Refusal `not_found`; DatabaseUnavailable and the like, when it may have been sent and is not recorded.
 */
export async function sendTestDelivery(
  { db, sender, sealer }: { readonly db: Queryable; readonly sender: Pick<Sender, 'attempt'>; readonly sealer: Sealer },
  { walletId, webhookId }: { readonly walletId: number; readonly webhookId: number },
): Promise<TestDeliveryObject> {
  const webhook = await prepare(db, walletId, webhookId);
  const { deliveryId, nowMs } = webhook;
  const event = { transactionId: 0, eventNo: deliveryId, type: testEventType } as const;
  const result = await sender.attempt({
    url: webhook.url,
    mode: webhook.mode,
    eventType: event.type,
    eventId: eventId(event),
    deliveryId,
    sequence: null,
    body: testEventBody(webhook),
    ...openSecrets(sealer, webhook, nowMs),
  });
  const delivered = isDelivered(result);
  await db.query({
    name: 'deliveries.record_test',
    text: recordSql,
    values: [
      walletId,
      webhookId,
      deliveryId,
      event.type,
      delivered ? 'delivered' : 'failed',
      nowMs,
      result.responseStatus,
      Math.round(result.durationMs),
      storable(result.error),
      storable(result.responseExcerpt),
    ],
  });
  return {
    delivery_id: deliveryId,
    event_id: eventId(event),
    delivered,
    response_status: result.responseStatus,
    duration_ms: Math.round(result.durationMs),
    error: result.error,
  };
}

/** The body of a test delivery that was made at `nowMs`; the same at every call. */
export function testEventBody(test: {
  readonly deliveryId: number;
  readonly nowMs: number;
  readonly mode: Mode;
  readonly apiVersion: string;
}): string {
  const { deliveryId, nowMs, mode, apiVersion } = test;
  const snapshot = JSON.stringify(testTransaction(mode, nowMs));
  const event = { transactionId: 0, eventNo: deliveryId, type: testEventType } as const;
  return eventBody({ ...event, createdSeconds: Math.floor(nowMs / 1_000), snapshot }, apiVersion);
}

interface PreparedTest extends SealedSecrets {
  readonly deliveryId: number;
  readonly nowMs: number;
  readonly url: string;
  readonly mode: Mode;
  readonly apiVersion: string;
}

async function prepare(db: Queryable, walletId: number, webhookId: number): Promise<PreparedTest> {
  const { rows } = await db.query<{
    delivery_id: string;
    now_ms: number;
    url: string;
    mode: Mode;
    api_version: string;
    secret: Buffer;
    next_secret: Buffer | null;
    next_secret_from_ms: number | null;
  }>({
    name: 'deliveries.prepare_test',
    text: `
      SELECT nextval('delivery_number') AS delivery_id, round(extract(epoch FROM now()) * 1000)::float8 AS now_ms, url,
             mode, api_version, secret, next_secret,
             round(extract(epoch FROM next_secret_from) * 1000)::float8 AS next_secret_from_ms
        FROM webhook WHERE wallet_id = $1 AND webhook_id = $2 AND deleted_at IS NULL`,
    values: [walletId, webhookId],
  });
  const [row] = rows;
  if (row === undefined) throw webhookNotFound();
  return {
    webhookId,
    deliveryId: Number(row.delivery_id),
    nowMs: row.now_ms,
    url: row.url,
    mode: row.mode,
    apiVersion: row.api_version,
    secret: row.secret,
    nextSecret: row.next_secret,
    nextSecretFromMs: row.next_secret_from_ms,
  };
}

/** Written after the attempt: a crash before leaves nothing that would seem to be pending for ever. */
const recordSql = `
  WITH added AS (
    INSERT INTO delivery (wallet_id, webhook_id, delivery_id, transaction_id, event_no, event_type, status, created_at,
                          delivered_at)
    VALUES ($1, $2, $3, 0, 1, $4, $5, to_timestamp($6::float8 / 1000),
            CASE WHEN $5 = 'delivered' THEN clock_timestamp() END)
  )
  INSERT INTO delivery_attempt (wallet_id, webhook_id, delivery_id, attempt_no, at, response_status, duration_ms, error,
                                response_excerpt)
  VALUES ($1, $2, $3, 1, to_timestamp($6::float8 / 1000), $7, $8, $9, $10)`;

/** A transaction that does not exist: number 0, no money. */
function testTransaction(mode: Mode, nowMs: number): TransactionObject {
  const now = isoTime(nowMs);
  return {
    id: 0,
    reference: `TEST_${Math.floor(nowMs / 1_000)}_0`,
    external_reference: null,
    type: 'payment_sent',
    amount: 0,
    fee_amount: 0,
    net_amount: 0,
    currency: 'UGX',
    status: 'completed',
    description: 'A test of this webhook; no money was moved.',
    created_at: now,
    completed_at: now,
    failed_at: null,
    metadata: { test: true, api_triggered: true },
    mode,
    direction: 'out',
    failure_code: null,
    failure_reason: null,
    balance_after: null,
    sender_pays_fee: true,
  };
}
