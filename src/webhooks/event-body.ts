import type { EventName } from '../ledger/event-names.ts';

/** What identifies an event and never changes after it was written. */
export interface EventIdentity {
  readonly transactionId: number;
  /** From 1 within its transaction. */
  readonly eventNo: number;
  readonly type: EventName;
  /** Unix seconds. */
  readonly createdSeconds: number;
  /** The transaction object of its moment, as JSON.stringify wrote it. */
  readonly snapshot: string;
}

/** `evt_<id>`, the same for every webhook and every attempt. */
export function eventId(event: Pick<EventIdentity, 'transactionId' | 'eventNo'>): string {
  return `evt_${event.transactionId}_${event.eventNo}`;
}

/** The id of a delivery's event. The event of a test delivery is not stored: its id is made from the delivery's. */
export function deliveryEventId(delivery: {
  readonly deliveryId: number;
  readonly transactionId: number;
  readonly eventNo: number;
  readonly isTest: boolean;
}): string {
  return eventId(delivery.isTest ? { transactionId: 0, eventNo: delivery.deliveryId } : delivery);
}

/**
 * The body of a delivery: exactly the text that JSON.stringify returns for the payload (interface-decisions.md section 6),
 * so that a receiver that parses and stringifies again gets the same bytes. It depends on the event alone, so it is the same for
 * every webhook and attempt.
 */
export function eventBody(event: EventIdentity, apiVersion: string): string {
  return (
    `{"id":"${eventId(event)}","type":"${event.type}","created":${event.createdSeconds},` +
    `"data":${event.snapshot},"api_version":"${apiVersion}"}`
  );
}
