import type { SystemAccountKind } from '../accounts.ts';
import { eventsOf } from '../event-names.ts';
import type { TransactionType } from '../transaction.ts';
import { type Draft, type DraftTransaction, newTransaction } from './draft.ts';

const feeRevenue: Partial<Record<TransactionType, SystemAccountKind>> = {
  payment_sent: 'fee_revenue_send_money',
  withdrawal: 'fee_revenue_withdrawal',
  collection: 'fee_revenue_collection',
};

/** Posts the frozen fee of a transaction from the account that holds its money to our revenue. */
export function spendFee(draft: Draft, transaction: DraftTransaction, from: number): void {
  draft.post(transaction, from, draft.account(transaction, feeRevenueOf(transaction.type)), transaction.feeAmount);
}

/** The account that earns the fees of a type of transaction. */
export function feeRevenueOf(type: TransactionType): SystemAccountKind {
  const kind = feeRevenue[type];
  if (kind === undefined) throw new Error(`a ${type} has no fee`);
  return kind;
}

/** The other half of an internal payment: the recipient's own transaction, fed from clearing. */
export function receiveInternally(draft: Draft, sent: DraftTransaction, transactionId: number): void {
  const recipientWalletId = sent.counterpartyWalletId;
  if (recipientWalletId === null) throw new Error('an internal payment names its recipient');
  const sender = draft.walletOf(sent);
  const received = draft.open(
    newTransaction(
      {
        walletId: recipientWalletId,
        transactionId,
        mode: sent.mode,
        type: 'payment_received',
        direction: 'in',
        route: 'internal',
        status: 'completed',
        amount: sent.netAmount,
        feeAmount: 0n as typeof sent.feeAmount,
        netAmount: sent.netAmount,
        senderPaysFee: null,
        feeScheduleId: null,
        description: sent.description,
        counterpartyPhone: sender.phone,
        counterpartyName: sender.holderName,
        counterpartyWalletId: sent.walletId,
        provider: null,
        operatorAccountId: null,
        externalReference: null,
        apiKeyId: null,
        apiTriggered: false,
        details: null,
        createdAtMs: draft.state.nowMs,
      },
      draft.state.nowMs,
    ),
  );
  draft.post(received, draft.account(received, 'clearing'), recipientWalletId, received.netAmount);
  draft.emit(received, eventsOf.internalReceived());
}
