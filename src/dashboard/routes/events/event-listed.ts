import type { LatestEvent } from '../../../events/latest.ts';
import { movedAmount } from '../../../ledger/moved.ts';
import { isoTime, type TransactionObject } from '../../../ledger/transaction-object.ts';
import type { EventListed } from '../../schemas/events.ts';

export function eventListed({ event, transactionId }: LatestEvent): EventListed {
  const transaction = event.data as TransactionObject;
  const { direction, amount, net_amount: netAmount } = transaction;
  return {
    sequence: event.sequence,
    id: event.id,
    type: event.type,
    created_at: isoTime(event.created * 1_000),
    transaction_id: transactionId,
    reference: transaction.reference,
    transaction_type: transaction.type,
    direction: direction === 'in' ? 'in' : 'out',
    amount: transaction.status === 'completed' ? movedAmount({ direction, amount, netAmount }) : amount,
    status: transaction.status,
  };
}
