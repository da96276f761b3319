import type { EventName } from '../../ledger/event-names.ts';
import { isoTime, isoTimeOrNull } from '../../ledger/transaction-object.ts';
import type { Webhook } from '../webhook.ts';
import type { Missed } from './missed.ts';
import type { RolledSecret } from './roll-secret.ts';
import type { UpdatedWebhook } from './update-webhook.ts';

/** A webhook as the interface shows it (interface-decisions.md section 7), without its secret. */
export interface WebhookObject {
  readonly id: number;
  readonly url: string;
  readonly events: readonly EventName[];
  readonly api_key_id: number | null;
  readonly description: string | null;
  readonly honor_hints: boolean;
  readonly ordered: boolean;
  readonly is_active: boolean;
  readonly disabled_at: string | null;
  readonly disabled_reason: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export function webhookObject(webhook: Webhook): WebhookObject {
  return {
    id: webhook.webhookId,
    url: webhook.url,
    events: webhook.events,
    api_key_id: webhook.apiKeyId,
    description: webhook.description,
    honor_hints: webhook.honorHints,
    ordered: webhook.ordered,
    is_active: webhook.isActive,
    disabled_at: isoTimeOrNull(webhook.disabledAtMs),
    disabled_reason: webhook.disabledReason,
    created_at: isoTime(webhook.createdAtMs),
    updated_at: isoTime(webhook.updatedAtMs),
  };
}

/** The response to creation: exactly the six fields of interface.md, and the only time that the first secret is shown. */
export function createdWebhookObject({ webhook, secret }: { readonly webhook: Webhook; readonly secret: string }) {
  const { id, url, events, is_active, created_at } = webhookObject(webhook);
  return { id, url, events, secret, is_active, created_at };
}

/** The response to an update: the webhook, and when it was enabled again, what it missed. */
export function updatedWebhookObject({ webhook, missed }: UpdatedWebhook) {
  return missed === null ? webhookObject(webhook) : { ...webhookObject(webhook), missed: missedObject(missed) };
}

function missedObject({ failedDeliveries, cancelledDeliveries, events, isMore, range }: Missed) {
  return {
    failed_deliveries: failedDeliveries,
    cancelled_deliveries: cancelledDeliveries,
    events,
    is_more: isMore,
    redeliver: range === null ? null : { from: isoTime(range.fromMs), to: isoTime(range.toMs) },
  };
}

export function rolledSecretObject(webhookId: number, { secret, previousEndsAtMs }: RolledSecret) {
  return { id: webhookId, secret, previous_secret_ends_at: isoTime(previousEndsAtMs) };
}
