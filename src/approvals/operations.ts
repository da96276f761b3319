import type { Caller } from '../access/caller.ts';
import { listWaitingPayments, readWaitingPayment, shownPayment } from './approvals.ts';
import { approveByKey, type DecisionParts, rejectByKey } from './decide-by-key.ts';

/** What a program can do with the payments of its wallet that wait for a second person. What refuses a request throws a Refusal. */
export function approvalOperations(parts: DecisionParts) {
  return {
    /** The oldest first, after a transaction's number; 0 begins. */
    list: async ({ walletId }: Caller, page: { readonly after: number; readonly limit: number }) =>
      (await listWaitingPayments(parts.pool, walletId, page)).map(shownPayment),
    read: async ({ walletId }: Caller, transactionId: number) =>
      shownPayment(await readWaitingPayment(parts.records, walletId, transactionId)),
    /** @param amount what leaves the wallet, in shillings. */
    approve: (caller: Caller, transactionId: number, amount: number) =>
      approveByKey(parts, caller, transactionId, amount),
    reject: (caller: Caller, transactionId: number, reason: string | null) =>
      rejectByKey(parts, caller, transactionId, reason),
  };
}

export type ApprovalOperations = ReturnType<typeof approvalOperations>;
