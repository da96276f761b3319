import type { TransactionObject } from '../../../ledger/transaction-object.ts';
import type { DeskTransaction } from '../../schemas/transactions.ts';

/** A transaction of the interface with the other side under one name, whatever its type. Pure. */
export function deskTransaction(object: TransactionObject): DeskTransaction {
  const { metadata } = object;
  const { currency: _currency, mode: _mode, sender_pays_fee: _sender_pays_fee, ...shown } = object;
  return {
    ...shown,
    status: object.status as DeskTransaction['status'],
    direction: object.direction as DeskTransaction['direction'],
    counterparty: {
      phone: textOf(metadata.recipient_phone ?? metadata.customer_phone ?? metadata.sender_phone),
      name: textOf(metadata.recipient_name ?? metadata.customer_name ?? metadata.sender_name),
    },
    provider: textOf(metadata.provider),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
