import type { EventName } from '../ledger/event-names.ts';
import type { Mode } from '../ledger/transaction.ts';

/** A webhook as it is kept, without its secret: interface-decisions.md section 7. */
export interface Webhook {
  readonly webhookId: number;
  readonly walletId: number;
  readonly clientId: number;
  readonly mode: Mode;
  readonly url: string;
  readonly events: readonly EventName[];
  /** Only events of transactions made with this key, or the one it was rolled to; null: of all. */
  readonly apiKeyId: number | null;
  readonly description: string | null;
  /** Whether 410 disables at once and Retry-After may lengthen a pause. */
  readonly honorHints: boolean;
  /** Whether an event is sent only after every earlier event of its transaction has ended. */
  readonly ordered: boolean;
  /** The shape of its payloads. */
  readonly apiVersion: string;
  readonly isActive: boolean;
  readonly disabledAtMs: number | null;
  /** A sentence; null while active. */
  readonly disabledReason: string | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** The owner of webhooks: a client in one mode. A Caller is one. */
export interface WebhookOwner {
  readonly clientId: number;
  readonly walletId: number;
  readonly mode: Mode;
}

/** Webhooks that a client may have per mode. */
export const webhooksMax = 20;

/** Retries after a first attempt; the last failed one disables the webhook (interface.md, "Retry policy"). */
export const retriesMax = 5;

/** The reason of a webhook that a person disabled; any other says why the service did. */
export const disabledByOwner = 'Disabled by its owner.';
