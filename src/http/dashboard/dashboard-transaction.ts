import type { Records } from '../../history/records.ts';
import type { TransactionObject } from '../../ledger/transaction-object.ts';
import { type RefundState, readRefundStates } from '../../wallet/refund-states.ts';
import type { DashboardTransaction } from './schemas/transactions.ts';

/** Transactions of a wallet in the form of the dashboard, each collection with the state of its refund. */
export async function readDashboardTransactions(
  records: Records,
  walletId: number,
  objects: readonly TransactionObject[],
): Promise<DashboardTransaction[]> {
  const collections = objects.filter(({ type, status }) => type === 'collection' && status === 'completed');
  const refunds = await readRefundStates(records, walletId, collections);
  return objects.map((object) => dashboardTransaction(object, refunds.get(object.id) ?? null));
}

/** A transaction of the interface with the other side under one name, whatever its type. Pure. */
function dashboardTransaction(object: TransactionObject, refund: RefundState | null): DashboardTransaction {
  const { metadata } = object;
  const { currency: _currency, mode: _mode, sender_pays_fee: _sender_pays_fee, ...shown } = object;
  return {
    ...shown,
    refund,
    status: object.status as DashboardTransaction['status'],
    direction: object.direction as DashboardTransaction['direction'],
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
