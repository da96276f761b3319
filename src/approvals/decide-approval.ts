import type { Approve, Reject } from '../ledger/commands/decide-approval.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import type { Mode, Transaction } from '../ledger/transaction.ts';
import { type MoneyServices, refuseLive, submit } from '../wallet/operation.ts';
import { refusalOf } from '../wallet/sentences.ts';
import type { ShownPayment } from './approvals.ts';

/** Writes a command to the ledger, or throws why it did not. */
export type SubmitDecision = (command: Approve | Reject) => Promise<Transaction>;

/** Who decides, and who enters the decision where that is another person or an API key. */
export interface Decider {
  readonly approver: string;
  readonly actor: Actor;
  /** Of a decision with an API key, the person behind it; null where none is known. */
  readonly personBehindKey?: string | null;
}

/** A person who approves, and who had approved already when the payment was shown to them. */
export interface Approver extends Decider {
  readonly firstApproverSeen: string | null;
  /** The payment as it was shown to them; null at the command line, which shows nothing. */
  readonly shown: ShownPayment | null;
}

/**
 * How decisions reach the ledger of the service. What is approved wakes settlement as soon as it is written, as every new money
 * call does. It throws a Refusal when nothing was written.
 */
export function submitDecision(money: Pick<MoneyServices, 'writer' | 'liveRefusal'>, mode: Mode): SubmitDecision {
  return async (command) => {
    if (command.kind === 'approve') refuseLive(money, mode);
    const outcome = await submit(money, command);
    if (outcome.is === 'refused') throw refusalOf(outcome.refusal);
    if (outcome.is !== 'done' && outcome.is !== 'unchanged')
      throw new Error(`the ledger answered ${outcome.is} to ${command.kind}`);
    return outcome.transaction;
  };
}

/** What the audit log has about a decision besides its actor. */
function detailsOf({ approver, personBehindKey }: Decider): Record<string, string | null> {
  return { approver, ...(personBehindKey === undefined ? {} : { person_behind_key: personBehindKey }) };
}

/**
 * Lets a pending transaction go: its money call is due at once, unless another person must approve it as well; then it stays pending.
 * The ledger refuses its maker, under the lock.
 * @throws what `submit` throws when nothing was written.
 */
export async function approveTransaction(
  submit: SubmitDecision,
  { walletId, transactionId, counterpartyWalletId }: Transaction,
  decider: Approver,
): Promise<Transaction> {
  const { approver, actor, firstApproverSeen, shown } = decider;
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
      details: detailsOf(decider),
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
  decider: Decider,
  reason: string | null,
): Promise<Transaction> {
  return await submit({
    kind: 'reject',
    walletId,
    transactionId,
    because: 'rejected',
    approver: decider.approver,
    reason,
    audit: () => ({
      actor: decider.actor,
      action: 'transaction.rejected',
      subject: `transaction ${transactionId}`,
      details: { ...detailsOf(decider), reason },
    }),
  });
}
