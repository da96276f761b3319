import type { EventName } from '../../../ledger/event-names.ts';

/** An event in the list, with what one wants to know of its transaction as it was then. Amounts in shillings. */
export interface EventListed {
  /** Its number in the wallet's feed. */
  readonly sequence: number;
  readonly id: string;
  readonly type: EventName;
  readonly created_at: string;
  readonly transaction_id: number;
  readonly reference: string;
  readonly transaction_type: string;
  readonly direction: 'in' | 'out';
  /** What reached the wallet (after the fee) or left it (with the fee); the requested amount until then. */
  readonly amount: number;
  readonly status: string;
}

export interface EventShown extends EventListed {
  /** As the feed and every delivery give it. */
  readonly event: object;
  readonly deliveries: readonly DeliveryOfEvent[];
}

export interface DeliveryOfEvent {
  readonly id: number;
  readonly webhook_id: number;
  readonly url: string;
  readonly webhook_deleted: boolean;
  readonly status: 'pending' | 'delivered' | 'failed' | 'cancelled';
  readonly attempts: number;
  readonly created_at: string;
  readonly delivered_at: string | null;
}
