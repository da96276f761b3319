import type { Approve, Reject } from '../ledger/commands/decide-approval.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import type { Transaction } from '../ledger/transaction.ts';
import type { ShownPayment } from './approvals.ts';

/** Writes a command to the ledger, or throws why it did not. */
export type SubmitDecision = (command: Approve | Reject) => Promise<Transaction>;

/** Who decides, and who enters the decision where that is another person. */
export interface Decider {
  readonly approver: string;
  readonly actor: Actor;
}

/** A person who approves, and who had approved already when the payment was shown to them. */
export interface Approver extends Decider {
  readonly firstApproverSeen: string | null;
  /** The payment as it was shown to them; null at the command line, which shows nothing. */
  readonly shown: ShownPayment | null;
}

/**
 * Lets a pending transaction go: its money call is due at once, unless another person must approve it as well; then it stays pending.
 * The ledger refuses its maker, under the lock.
 * @throws what `submit` throws when nothing was written.
 */
export async function approveTransaction(
  submit: SubmitDecision,
  { walletId, transactionId, counterpartyWalletId }: Transaction,
  { approver, actor, firstApproverSeen, shown }: Approver,
): Promise<Transaction> {
  return await submit({
    kind: 'approve',
    walletId,
    recipientWalletId: counterpartyWalletId,
    transactionId,
    approver,
    firstApproverSeen,
    audit: () => ({
      actor,
      action: 'transaction.approved',
      subject: `transaction ${transactionId}`,
      details: { approver },
      ...(shown === null ? {} : { shown: { ...shown } }),
    }),
  });
}

/**
 * Stops a pending transaction; its money is back in the wallet at once.
 * @param reason what the client reads; null for a sentence of ours.
 * @throws what `submit` throws when nothing was written.
 */
export async function rejectTransaction(
  submit: SubmitDecision,
  { walletId, transactionId }: Transaction,
  { approver, actor }: Decider,
  reason: string | null,
): Promise<Transaction> {
  return await submit({
    kind: 'reject',
    walletId,
    transactionId,
    because: 'rejected',
    approver,
    reason,
    audit: () => ({
      actor,
      action: 'transaction.rejected',
      subject: `transaction ${transactionId}`,
      details: { approver, reason },
    }),
  });
}
