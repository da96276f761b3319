import type { EventName } from '../../ledger/event-names.ts';
import type { Webhook } from '../webhook.ts';

/** A webhook as the interface shows it (interface-decisions.md section 7), without its secret. */
export interface WebhookObject {
  readonly id: number;
  readonly url: string;
  readonly events: readonly EventName[];
  readonly api_key_id: number | null;
  readonly description: string | null;
  readonly honor_hints: boolean;
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
    is_active: webhook.isActive,
    disabled_at: webhook.disabledAtMs === null ? null : new Date(webhook.disabledAtMs).toISOString(),
    disabled_reason: webhook.disabledReason,
    created_at: new Date(webhook.createdAtMs).toISOString(),
    updated_at: new Date(webhook.updatedAtMs).toISOString(),
  };
}

/** What creation answers: exactly the six fields of interface.md, and the only time that the first secret is shown. */
export function createdWebhookObject({ webhook, secret }: { readonly webhook: Webhook; readonly secret: string }) {
  const { id, url, events, is_active, created_at } = webhookObject(webhook);
  return { id, url, events, secret, is_active, created_at };
}
