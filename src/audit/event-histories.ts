import { type EventName, eventsOf } from '../ledger/event-names.ts';
import type { Direction, TransactionStatus, TransactionType } from '../ledger/transaction.ts';

type Moments = readonly (readonly EventName[])[];
/** The events that a transaction of a type, direction and status may have, moment by moment. */
type History = readonly [TransactionType, Direction, TransactionStatus, Moments];

const payouts = (['payment_sent', 'withdrawal'] as const).flatMap((type): History[] => [
  [type, 'out', 'pending', [eventsOf.payoutAwaitsApproval()]],
  ...[eventsOf.payoutAccepted(), eventsOf.payoutAwaitsApproval()].flatMap((opened): History[] => [
    [type, 'out', 'processing', [opened]],
    [type, 'out', 'completed', [opened, eventsOf.payoutCompleted(type)]],
    [type, 'out', 'failed', [opened, eventsOf.payoutFailed(type)]],
  ]),
]);

const booked = (['deposit', 'adjustment'] as const).flatMap((type) =>
  (['in', 'out'] as const).flatMap((direction): History[] => [
    [type, direction, 'completed', [eventsOf.adjusted(type, direction)]],
    [type, direction, 'completed', [eventsOf.bookedForTheHouse()]],
  ]),
);

const histories: readonly History[] = [
  ...payouts,
  ...booked,
  ['payment_sent', 'out', 'completed', [eventsOf.internalSent()]],
  ['payment_received', 'in', 'completed', [eventsOf.internalReceived()]],
  ['collection', 'in', 'processing', [eventsOf.collectionAccepted()]],
  ['collection', 'in', 'completed', [eventsOf.collectionAccepted(), eventsOf.collectionCompleted()]],
  ['collection', 'in', 'failed', [eventsOf.collectionAccepted(), eventsOf.collectionFailed()]],
  ['refund', 'out', 'processing', [eventsOf.refundAccepted()]],
  ['refund', 'out', 'completed', [eventsOf.refundAccepted(), eventsOf.refundCompleted()]],
  ['refund', 'out', 'failed', [eventsOf.refundAccepted(), eventsOf.refundFailed()]],
];

/** Names with their numbers in the transaction: `1:transaction.created 2:transaction.failed,deposit.failed`. */
function textOf(moments: Moments): string {
  const firstNo = (place: number) => moments.slice(0, place).flat().length + 1;
  return moments.map((names, place) => `${firstNo(place)}:${names.join(',')}`).join(' ');
}

/** Type, direction and status of a transaction, with the text of the events that it may then have. */
export const allowedHistories: readonly (readonly [TransactionType, Direction, TransactionStatus, string])[] =
  histories.map(([type, direction, status, moments]) => [type, direction, status, textOf(moments)]);
