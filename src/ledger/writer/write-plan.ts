import { idempotencyKeyRows } from '../idempotency.ts';
import type { Plan } from '../plan/plan.ts';
import { insertAdjustmentClaims } from '../rows/adjustment-claim.ts';
import { deleteApprovals, insertApprovals, updateFirstApprovers } from '../rows/approval.ts';
import { insertActs } from '../rows/audit-log.ts';
import { insertClientReferences } from '../rows/client-reference.ts';
import { insertEvents } from '../rows/event.ts';
import { insertFanOut } from '../rows/event-fan-out.ts';
import { updateKeyBudgets } from '../rows/key-budget.ts';
import { insertReceipts } from '../rows/operator-receipt.ts';
import { insertOperatorReferences } from '../rows/operator-reference.ts';
import { upsertPayerClaims } from '../rows/payer-claim.ts';
import { insertProofWork } from '../rows/proof-work.ts';
import { deleteRefundClaims, insertRefundClaims } from '../rows/refund-claim.ts';
import { insertReviewCases, resolveCases } from '../rows/review-case.ts';
import { copyStatement, type Send } from '../rows/statement.ts';
import { deleteSubmissions, insertSubmissions, keepSubmissions } from '../rows/submission.ts';
import { insertSuspenseClaims } from '../rows/suspense-claim.ts';
import { insertDeltas } from '../rows/system-account-delta.ts';
import { insertTransactions, updateTransactions } from '../rows/transaction.ts';
import { insertTransfers } from '../rows/transfer.ts';
import { updateWallets } from '../rows/wallet.ts';

/**
 * The statements that write a plan, in their order: COPY where a batch has many rows, one array statement per table
 * elsewhere, none for a table without rows.
 */
export function statementsOf(plan: Plan): Send[] {
  const at = plan.nowMs;
  const trustedAt = plan.trustedNowMs;
  return [
    // Before the claims, because another refund of the collection may be claimed at once.
    ...deleteRefundClaims(plan.refundClaimsEnded),
    ...updateWallets(plan.wallets),
    ...updateKeyBudgets(plan.keyBudgets),
    ...updateTransactions(plan.transactionsMoved, at),
    ...insertDeltas(plan.systemDeltas),
    ...insertFanOut(plan.fanOut),
    ...insertOperatorReferences(plan.operatorReferences),
    ...insertReceipts(plan.receipts),
    ...insertSubmissions(plan.submissions, trustedAt),
    ...insertApprovals(plan.approvals),
    ...updateFirstApprovers(plan.firstApprovals),
    ...deleteApprovals(plan.approvalsEnded),
    ...insertSuspenseClaims(plan.suspenseClaims, at),
    ...insertReviewCases(plan.reviewCases, at),
    ...insertRefundClaims(plan.refundClaims),
    ...upsertPayerClaims(plan.payerClaims),
    ...insertClientReferences(plan.clientReferences),
    ...resolveCases(plan.casesResolved, at),
    ...insertAdjustmentClaims(plan.adjustmentClaims),
    ...insertActs(plan.acts),
    ...insertProofWork(plan),
    ...insertTransactions(plan.transactionsOpened, at),
    ...insertTransfers(plan.transfers, at),
    ...insertEvents(plan.events, at),
    ...copyStatement(idempotencyKeyRows, plan.idempotencyKeys, trustedAt),
    ...deleteSubmissions(plan.submissionsEnded),
    ...keepSubmissions(plan.submissionsToLookAgain, trustedAt),
  ];
}
