import { subtractUgx } from '../../money/ugx.ts';
import { eventsOf } from '../event-names.ts';
import type { Draft } from '../plan/draft.ts';
import { failTransaction } from '../plan/end-transaction.ts';
import { receiveInternally, spendFee } from '../plan/internal-payment.ts';
import type { Act } from '../plan/opening.ts';
import type { Outcome } from '../plan/outcome.ts';
import type { Approval } from '../rows/approval.ts';
import type { Mode } from '../transaction.ts';

/** A second person approves a pending payout. */
export interface Approve extends Act {
  readonly kind: 'approve';
  readonly walletId: number;
  /** The recipient of an internal payout, so that its wallet is locked too; null for an external one. */
  readonly recipientWalletId: number | null;
  readonly transactionId: number;
  readonly approver: string;
  /**
   * Who had approved it already when it was shown to the approver. Whether the approver is independent of that person was decided
   * before the lock, so another one refuses the command.
   */
  readonly firstApproverSeen: string | null;
}

/** A second person, or time, stops a pending payout. */
export interface Reject extends Act {
  readonly kind: 'reject';
  readonly walletId: number;
  readonly transactionId: number;
  readonly because: 'rejected' | 'expired';
  readonly approver: string | null;
  readonly reason: string | null;
}

/**
 * A second person approves a pending payout: it is queued for the operator, or reaches the other wallet at once. Of live money that
 * an API key sends, the person behind that key is no second person; where nobody is known to be, two others must approve, and
 * the first approval is noted only.
 */
export function approve(draft: Draft, command: Approve, recipientTransactionId: number): Outcome {
  const transaction = draft.transaction(command.walletId, command.transactionId);
  if (transaction === undefined) return { is: 'refused', refusal: { code: 'not_found' } };
  if (transaction.status !== 'pending') {
    return { is: 'refused', refusal: { code: 'not_pending', status: transaction.status } };
  }
  const approval = draft.state.approvals.get(transaction.transactionId);
  // It has expired; a worker will fail it.
  if (approval !== undefined && approval.expiresAtMs <= draft.state.trustedNowMs) {
    return { is: 'refused', refusal: { code: 'not_pending', status: 'expired' } };
  }
  if (approval !== undefined && isMaker(approval, command.approver, transaction.mode)) {
    return { is: 'refused', refusal: { code: 'approver_is_maker' } };
  }
  const wallet = draft.walletOf(transaction);
  if (wallet.frozen) return { is: 'refused', refusal: { code: 'wallet_frozen' } };

  const firstApprover = draft.firstApproverOf(transaction.transactionId);
  if (firstApprover === command.approver) return { is: 'unchanged', transaction };
  if (firstApprover !== command.firstApproverSeen) return { is: 'refused', refusal: { code: 'approval_changed' } };
  if (approval !== undefined && firstApprover === null && approversNeeded(approval, transaction.mode) === 2) {
    draft.rows.firstApprovals.push({ transactionId: transaction.transactionId, approver: command.approver });
    return { is: 'done', transaction, balance: wallet.available };
  }
  transaction.details = {
    ...transaction.details,
    ...(firstApprover === null ? {} : { first_approver: firstApprover }),
    approver: command.approver,
  };
  draft.rows.approvalsEnded.push(transaction.transactionId);
  draft.move(transaction, 'processing');
  if (transaction.route === 'external') {
    draft.rows.submissions.push({
      transaction,
      direction: 'payout',
      call: { sends: 0, callTimeoutMs: 0, firstQueryAfterMs: 0 },
    });
    return { is: 'done', transaction, balance: wallet.available };
  }
  draft.move(transaction, 'completed');
  const inTransit = draft.account(transaction, 'in_transit');
  draft.post(transaction, inTransit, draft.account(transaction, 'clearing'), transaction.netAmount);
  spendFee(draft, transaction, inTransit);
  wallet.held = subtractUgx(wallet.held, transaction.amount);
  draft.emit(transaction, eventsOf.payoutCompleted('payment_sent'));
  receiveInternally(draft, transaction, recipientTransactionId);
  return { is: 'done', transaction, balance: wallet.available };
}

/** Whether a person asked for the payout, through an API key of theirs or directly. Test money knows only who asked. */
export function isMaker(
  { maker, responsible }: Pick<Approval, 'maker' | 'responsible'>,
  person: string,
  mode: Mode,
): boolean {
  return person === maker || (mode === 'live' && person === responsible);
}

/** How many persons must approve. */
export function approversNeeded({ responsible }: Pick<Approval, 'responsible'>, mode: Mode): 1 | 2 {
  return mode === 'live' && responsible === null ? 2 : 1;
}

/** A second person, the maker, or time stops a pending payout; the held money is back at once. */
export function reject(draft: Draft, command: Reject): Outcome {
  const transaction = draft.transaction(command.walletId, command.transactionId);
  if (transaction === undefined) return { is: 'refused', refusal: { code: 'not_found' } };
  if (transaction.status !== 'pending') {
    return { is: 'refused', refusal: { code: 'not_pending', status: transaction.status } };
  }
  draft.rows.approvalsEnded.push(transaction.transactionId);
  if (command.approver !== null) transaction.details = { ...transaction.details, rejected_by: command.approver };
  return failTransaction(
    draft,
    transaction,
    command.because === 'expired'
      ? {
          stage: 'approval',
          code: 'approval_expired',
          reason: 'Nobody approved this transaction in time; the money is back in the wallet.',
        }
      : {
          stage: 'approval',
          code: 'approval_rejected',
          reason: command.reason ?? 'The transaction was rejected; the money is back in the wallet.',
        },
  );
}
