import type { Failing } from '../../../webhooks/deliveries/failing.ts';
import type { DeliveryObject } from '../../../webhooks/deliveries/list.ts';
import type { WebhookObject } from '../../../webhooks/endpoints/webhook-object.ts';

/** A webhook of the list; those that were deleted have their time. */
export interface WebhookListed extends WebhookObject {
  readonly deleted_at: string | null;
  /** Null while its receiver takes deliveries, and once it is disabled. */
  readonly failing: Failing | null;
}

/** One webhook with what only its own page shows. */
export interface WebhookShown extends WebhookListed {
  /** Until when the secret before the last roll signs too; null when one secret signs. */
  readonly previous_secret_ends_at: string | null;
  /** How the headers of its deliveries begin: `X-Service`. */
  readonly header_prefix: string;
}

/** A delivery with the event that it brings. */
export interface DeliveryListed extends DeliveryObject {
  /** The number of the event in the wallet's feed; null for a test. */
  readonly sequence: number | null;
  /** What the event is about; null for a test. The amount in shillings. */
  readonly transaction: {
    readonly id: number;
    readonly reference: string;
    readonly type: string;
    readonly direction: 'in' | 'out';
    readonly amount: number;
  } | null;
}

/** A delivery as it goes out. */
export interface DeliveryShown extends DeliveryListed {
  readonly request: {
    readonly method: 'POST';
    readonly url: string;
    /** Name and value in the order sent, of the latest attempt; signatures in part. */
    readonly headers: readonly { readonly name: string; readonly value: string }[];
    /** Byte for byte what every attempt sends. */
    readonly body: string;
  };
}
