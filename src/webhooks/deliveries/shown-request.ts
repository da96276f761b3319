import { type SnapshotRow, snapshotColumns, snapshotOf } from '../../events/snapshot.ts';
import type { EventName } from '../../ledger/event-names.ts';
import type { Mode } from '../../ledger/transaction.ts';
import type { Queryable } from '../../postgres/pool.ts';
import type { Sealer } from '../../secrets/sealer.ts';
import { openSecrets } from '../endpoints/signing-secrets.ts';
import { deliveryEventId, eventBody } from '../event-body.ts';
import { headersOfBrand } from '../sending/headers.ts';
import { testEventBody } from './test-delivery.ts';

/** A request as a webhook's receiver gets it, to be shown to people. */
export interface ShownRequest {
  readonly method: 'POST';
  readonly url: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Byte for byte. */
  readonly body: string;
}

/**
 * The request of a delivery, also of a webhook that was deleted: the body and headers that an attempt at `atMs` sends,
 * signed with the secrets that the webhook has now. Signatures are shown in part, because a whole one would let its
 * reader replay the request.
 * @param db must be of the service, because only it may read secrets. @throws SecretNotReadable
 */
export async function shownRequest(
  { db, sealer, brand }: { readonly db: Queryable; readonly sealer: Sealer; readonly brand: string },
  { walletId, webhookId, deliveryId }: { walletId: number; webhookId: number; deliveryId: number },
  atMs: number,
): Promise<ShownRequest | null> {
  const { rows } = await db.query<SentRow>({
    name: 'deliveries.shown_request',
    text: sentSql,
    values: [walletId, webhookId, deliveryId],
  });
  const [row] = rows;
  if (row === undefined) return null;
  const secrets = {
    webhookId,
    secret: row.secret,
    nextSecret: row.next_secret,
    nextSecretFromMs: row.next_secret_from_ms,
  };
  const body = bodyOf(row, deliveryId);
  const bytes = Buffer.from(body);
  const eventId = deliveryEventId({
    deliveryId,
    transactionId: Number(row.transaction_id),
    eventNo: row.event_no,
    isTest: row.sequence === null,
  });
  const message = {
    eventType: row.event_type,
    eventId,
    deliveryId,
    sequence: row.sequence === null ? null : Number(row.sequence),
    ...openSecrets(sealer, secrets, atMs),
  };
  const written = headersOfBrand(brand)(message, bytes, Math.floor(atMs / 1_000));
  const headers = [
    { name: 'Host', value: new URL(row.url).host },
    { name: 'Content-Length', value: String(bytes.length) },
  ];
  for (let index = 0; index + 1 < written.length; index += 2) {
    const [name = '', value = ''] = written.slice(index, index + 2);
    headers.push({ name, value: /signature/i.test(name) ? maskSignatures(value) : value });
  }
  return { method: 'POST', url: row.url, headers, body };
}

/** Of each signature its scheme, its first six characters and its last two. */
export function maskSignatures(value: string): string {
  return value.replace(/((?:sha256=|v1,)[^ ]{6})[^ ]+([^ ]{2})/g, '$1…$2');
}

function bodyOf(row: SentRow, deliveryId: number): string {
  const { created_s: createdSeconds, api_version: apiVersion } = row;
  if (createdSeconds === null) {
    return testEventBody({ deliveryId, nowMs: row.created_at_ms, mode: row.mode, apiVersion });
  }
  const event = {
    transactionId: Number(row.transaction_id),
    eventNo: row.event_no,
    type: row.event_type,
    createdSeconds: Number(createdSeconds),
    snapshot: snapshotOf(row),
  };
  return eventBody(event, apiVersion);
}

interface SentRow extends SnapshotRow {
  transaction_id: string;
  event_no: number;
  event_type: EventName;
  sequence: string | null;
  created_at_ms: number;
  /** Null for a test. */
  created_s: string | null;
  url: string;
  mode: Mode;
  api_version: string;
  secret: Buffer;
  next_secret: Buffer | null;
  next_secret_from_ms: number | null;
}

const sentSql = `
  SELECT delivery.transaction_id, event_no, event_type, sequence,
         round(extract(epoch FROM delivery.created_at) * 1000)::float8 AS created_at_ms,
         floor(extract(epoch FROM event.created_at))::bigint AS created_s, ${snapshotColumns},
         url, mode, api_version, secret, next_secret,
         round(extract(epoch FROM next_secret_from) * 1000)::float8 AS next_secret_from_ms
    FROM delivery
    JOIN webhook ON webhook.wallet_id = delivery.wallet_id AND webhook.webhook_id = delivery.webhook_id
    LEFT JOIN event ON event.wallet_id = delivery.wallet_id AND event.first_sequence = delivery.first_sequence
                   AND event.transaction_id = delivery.transaction_id
   WHERE delivery.wallet_id = $1 AND delivery.webhook_id = $2 AND delivery.delivery_id = $3`;
