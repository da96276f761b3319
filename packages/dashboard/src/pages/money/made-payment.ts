import type { DashboardTransaction } from '../../../../../src/http/dashboard/schemas/transactions.ts';
import type { Preview } from '../../../../../src/wallet/preview.ts';

/** What every response to an accepted operation has. */
export interface Moved {
  readonly transaction_id: number;
  readonly reference: string;
  readonly status: string;
  /** The available balance after it, in shillings; absent for a collection, which is not received yet. */
  readonly new_balance?: number | null;
}

/** What was made, as it is now. Amounts in shillings. */
export interface MadePayment {
  readonly phone: string;
  readonly name: string | null;
  /** What the recipient gets, or what the customer pays. */
  readonly amount: number;
  readonly fee: number;
  /** What leaves the wallet, or what it receives. */
  readonly total: number;
  readonly status: string;
  readonly failureReason: string | null;
  /** The available balance after its latest entry in the ledger; null where it has none yet. */
  readonly balanceAfter: number | null;
}

/**
 * What was made: by the transaction as the service has it, and until that is read by what was confirmed. Both have the same amounts, because
 * the service refuses another fee than the one that was shown. No balance is calculated here.
 */
export function madePayment(
  preview: Preview,
  moved: Moved,
  transaction: DashboardTransaction | undefined,
): MadePayment {
  const isCollection = preview.operation === 'collection';
  const { recipient } = preview;
  if (transaction === undefined) {
    const { fee_amount: fee, net_amount: net, total_deducted: gross } = preview;
    return {
      phone: recipient.phone,
      name: recipient.registered_name,
      amount: isCollection ? gross : net,
      fee,
      total: isCollection ? net : gross,
      status: moved.status,
      failureReason: null,
      balanceAfter: moved.new_balance ?? null,
    };
  }
  const { counterparty, amount: gross, fee_amount: fee, net_amount: net } = transaction;
  return {
    phone: counterparty.phone ?? recipient.phone,
    name: counterparty.name ?? recipient.registered_name,
    amount: isCollection ? gross : net,
    fee,
    total: isCollection ? net : gross,
    status: transaction.status,
    failureReason: transaction.failure_reason,
    balanceAfter: transaction.balance_after,
  };
}

/** Whether nothing more happens to it. */
export function isFinal(status: string): boolean {
  return status === 'completed' || status === 'failed';
}
