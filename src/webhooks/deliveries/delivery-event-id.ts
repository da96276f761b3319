import { eventId } from '../event-body.ts';

/** The id of the event that a delivery brings. A test delivery brings none that is kept: it is named by the delivery. */
export function deliveryEventId(delivery: {
  readonly deliveryId: number;
  readonly transactionId: number;
  readonly eventNo: number;
  readonly isTest: boolean;
}): string {
  return eventId(delivery.isTest ? { transactionId: 0, eventNo: delivery.deliveryId } : delivery);
}
