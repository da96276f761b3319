import type { IdempotencyKeyRow } from '../idempotency.ts';
import type { AdjustmentClaim } from '../rows/adjustment-claim.ts';
import type { ApprovalRow, FirstApproval } from '../rows/approval.ts';
import type { AuditEntry } from '../rows/audit-log.ts';
import type { ClientReference } from '../rows/client-reference.ts';
import type { EventRow } from '../rows/event.ts';
import type { KeyBudgetWrite } from '../rows/key-budget.ts';
import type { OperatorReceipt } from '../rows/operator-receipt.ts';
import type { PayerClaim } from '../rows/payer-claim.ts';
import type { EndedRefundClaim, RefundClaim } from '../rows/refund-claim.ts';
import type { CaseResolved, ReviewCaseRow } from '../rows/review-case.ts';
import type { SubmissionRecheck, SubmissionRow } from '../rows/submission.ts';
import type { SuspenseClaimRow } from '../rows/suspense-claim.ts';
import type { MovedTransaction } from '../rows/transaction.ts';
import type { TransferRow } from '../rows/transfer.ts';
import type { WalletWrite } from '../rows/wallet.ts';
import type { Transaction } from '../transaction.ts';
import type { Outcome } from './outcome.ts';

/** What a batch writes: the rows of each table, and the outcome of each command. */
export interface Plan {
  readonly nowMs: number;
  readonly trustedNowMs: number;
  /** One outcome per command, in the order of the commands. */
  readonly outcomes: Outcome[];
  readonly wallets: WalletWrite[];
  readonly keyBudgets: KeyBudgetWrite[];
  readonly transactionsOpened: Transaction[];
  readonly transactionsMoved: MovedTransaction[];
  readonly transfers: TransferRow[];
  /** Credits less debits per system account, in shillings, without zeroes. */
  readonly systemDeltas: ReadonlyMap<number, bigint>;
  readonly events: EventRow[];
  /** Events for wallets that have an active webhook. */
  readonly fanOut: EventRow[];
  readonly idempotencyKeys: IdempotencyKeyRow[];
  readonly submissions: SubmissionRow[];
  readonly submissionsEnded: number[];
  readonly submissionsToLookAgain: SubmissionRecheck[];
  readonly operatorReferences: Transaction[];
  readonly receipts: OperatorReceipt[];
  readonly approvals: ApprovalRow[];
  readonly firstApprovals: FirstApproval[];
  readonly approvalsEnded: number[];
  readonly suspenseClaims: SuspenseClaimRow[];
  readonly reviewCases: ReviewCaseRow[];
  readonly refundClaims: RefundClaim[];
  /** Written before the claims, because another refund of the collection may be claimed at once. */
  readonly refundClaimsEnded: EndedRefundClaim[];
  readonly payerClaims: PayerClaim[];
  readonly clientReferences: ClientReference[];
  readonly casesResolved: CaseResolved[];
  /** For the audit log. */
  readonly acts: AuditEntry[];
  readonly adjustmentClaims: AdjustmentClaim[];
}
