import { type EventName, eventsOf } from '../ledger/event-names.ts';
import type { Direction, TransactionStatus, TransactionType } from '../ledger/transaction.ts';
import type { Check } from './check.ts';
import { inStep } from './steps.ts';

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

const allowedHistories: readonly History[] = [
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

const allowedRows = allowedHistories.map(
  ([type, direction, status, moments]) => `('${type}', '${direction}', '${status}', '${textOf(moments)}')`,
);

/**
 * The condition that the text of a snapshot has a value, and after it a comma, or the brace that ends it. To parse the text
 * would cost more than all other checks of a transaction. Quotes in a client's text are escaped, so that no such text can
 * look like a field.
 */
function shows(field: string, value: string, end: ',' | '}' = ','): string {
  return `strpos(e.snapshot, '"${field}":' || ${value} || '${end}') > 0`;
}

const balanceAfter = `coalesce(t.balance_after::text, 'null')`;

const status = `CASE WHEN completed THEN '"completed"' WHEN failed THEN '"failed"' WHEN pending THEN '"pending"' ELSE '"processing"' END`;

/** Money never changes; status and balance are those of the moment, and the last moment's are the transaction's. */
const isCopy = `(
  ${shows('id', 't.transaction_id')} AND ${shows('mode', `'"' || t.mode || '"'`)}
  AND ${shows('type', `'"' || t.type || '"'`)} AND ${shows('direction', `'"' || t.direction || '"'`)}
  AND ${shows('amount', 't.amount')} AND ${shows('fee_amount', 't.fee_amount')} AND ${shows('net_amount', 't.net_amount')}
  AND ${shows('status', status)}
  AND (NOT (completed OR failed) OR ${shows('balance_after', balanceAfter)} OR ${shows('balance_after', balanceAfter, '}')}))`;

/** Completed when it was opened, without an operator: it cannot have changed since. */
const needsNoCopy = `(
  t.route <> 'external' AND t.created_at = e.created_at AND t.completed_at IS NOT DISTINCT FROM e.created_at)`;

/** Checks of the events of the transactions of a step. */
export const eventChecks: readonly Check[] = [
  {
    // Together and not looked up one by one: events have no index by transaction.
    rule: 'events_tell_their_transaction',
    sql: `
      SELECT format('transaction %s of wallet %s (%s, %s) counts %s events and has %s', t.transaction_id, t.wallet_id,
                    t.type, t.status, t.event_count, coalesce(stored.events, 'none')) AS detail
        FROM transaction t
        LEFT JOIN (SELECT wallet_id, transaction_id, sum(cardinality(names)) AS count,
                          string_agg(first_event_no || ':' || array_to_string(names, ','), ' '
                                     ORDER BY first_event_no) AS events
                     FROM event e WHERE ${inStep('e')}
                    GROUP BY wallet_id, transaction_id) stored USING (wallet_id, transaction_id)
       WHERE ${inStep('t')}
         AND (t.event_count IS DISTINCT FROM stored.count
              OR (t.type, t.direction, t.status, stored.events) NOT IN (VALUES ${allowedRows.join(', ')}))`,
  },
  {
    // OFFSET 0 keeps each look-up of a transaction one by its key, whatever statistics a young database has.
    rule: 'snapshot_shows_its_transaction',
    sql: `
      SELECT format('event %s of wallet %s does not show transaction %s', e.first_sequence, e.wallet_id,
                    e.transaction_id) AS detail
        FROM event e,
             LATERAL (SELECT * FROM transaction
                       WHERE wallet_id = e.wallet_id AND transaction_id = e.transaction_id OFFSET 0) t,
             LATERAL (SELECT 'transaction.completed' = ANY (e.names) AS completed,
                             'transaction.failed' = ANY (e.names) AS failed,
                             'transaction.pending' = ANY (e.names) AS pending) moment
       WHERE ${inStep('e')}
         AND NOT CASE WHEN e.snapshot IS NULL THEN ${needsNoCopy} ELSE ${isCopy} END`,
  },
];
