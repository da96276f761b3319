import type { Ugx } from '../../money/ugx.ts';
import type { AuditEntry } from '../audit/entry.ts';
import type { OperatorCall, Outcome } from '../commands.ts';
import type { EventName } from '../event-names.ts';
import type { Mode, Transaction } from '../transaction.ts';
import type { ContradictionKind, SuspenseClaim, WalletState } from './state.ts';

/** What a batch writes: rows ready for SQL, and what each command is told afterwards. */
export interface Plan {
  readonly nowMs: number;
  /** One outcome per command, in the order of the commands. */
  readonly outcomes: Outcome[];
  readonly wallets: WalletWrite[];
  readonly transactionsOpened: Transaction[];
  readonly transactionsMoved: MovedTransaction[];
  readonly transfers: TransferRow[];
  /** Credits less debits per system account, in shillings, without zeroes. */
  readonly systemDeltas: ReadonlyMap<number, bigint>;
  readonly events: EventRow[];
  /** Events that webhooks are to hear. */
  readonly fanOut: EventRow[];
  readonly promises: PromiseRow[];
  readonly submissions: SubmissionRow[];
  readonly submissionsEnded: number[];
  /** Of payments that failed, and that their operator is asked about again at `dueAtMs`. */
  readonly submissionsToLookAgain: { transactionId: number; dueAtMs: number }[];
  readonly operatorReferences: Transaction[];
  readonly receipts: { operatorAccountId: number; receipt: string; walletId: number; transactionId: number }[];
  readonly approvals: { transactionId: number; walletId: number; maker: string; expiresAtMs: number }[];
  readonly approvalsEnded: number[];
  readonly suspenseClaims: SuspenseClaimRow[];
  readonly reviewCases: ReviewCaseRow[];
  readonly refundClaims: { collectionId: number; refundId: number; walletId: number; paidLate: boolean }[];
  /** Written before the claims, because another refund of the collection may be claimed at once. */
  readonly refundClaimsEnded: { collectionId: number; refundId: number }[];
  readonly payerClaims: { walletId: number; phone: string; transactionId: number }[];
  readonly casesResolved: CaseResolved[];
  /** For the audit log. */
  readonly acts: AuditEntry[];
  readonly adjustmentClaims: { mode: Mode; externalReference: string; walletId: number; transactionId: number }[];
}

export interface WalletWrite {
  readonly before: WalletState;
  readonly after: WalletState;
}

/** A stored transaction and what it becomes; the write is conditional on the status that was read. */
export interface MovedTransaction {
  readonly before: Transaction;
  readonly after: Transaction;
}

export interface TransferRow {
  readonly walletId: number;
  readonly transactionId: number;
  readonly line: number;
  readonly debitAccount: number;
  readonly creditAccount: number;
  readonly amount: Ugx;
  /** Of the wallet, when the line touches it. */
  readonly entryNo: number | null;
  readonly balanceAfter: Ugx | null;
}

export interface EventRow {
  readonly walletId: number;
  readonly firstSequence: number;
  readonly transactionId: number;
  readonly firstEventNo: number;
  readonly names: readonly EventName[];
  readonly apiKeyId: number | null;
  /** The transaction object as JSON; null for a transaction that was completed when it was opened. */
  readonly snapshot: string | null;
}

export interface PromiseRow {
  readonly walletId: number;
  readonly key: string;
  readonly fingerprint: string;
  readonly transactionId: number;
  readonly answerDueAtMs: number;
  readonly answer: string | null;
}

export interface SubmissionRow {
  readonly transaction: Transaction;
  readonly direction: 'collection' | 'payout' | 'refund';
  /** Times as of the batch's clock. */
  readonly call: Pick<OperatorCall, 'sends' | 'callTimeoutMs' | 'firstQueryAfterMs' | 'cutAtMs'>;
}

export interface CaseResolved {
  readonly reviewCaseId: number;
  readonly resolution: string;
  readonly reason: string;
  readonly maker: string;
  readonly approver: string;
  /** What was booked for it, or the transaction that got its end; null when nothing was. */
  readonly transactionId: number | null;
}

export interface SuspenseClaimRow extends SuspenseClaim {
  readonly transactionId: number;
  readonly walletId: number;
}

export interface ReviewCaseRow {
  readonly mode: Mode;
  readonly walletId: number;
  readonly transactionId: number;
  readonly kind: ContradictionKind;
  /** Amount and receipt as the operator named them: another one of these is another case. */
  readonly claim: string;
  readonly found: Readonly<Record<string, unknown>>;
}
