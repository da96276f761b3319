import type { ApprovalState } from '../../../access/first-approvals.ts';
import type { TransactionObject } from '../../../ledger/transaction-object.ts';
import type { CaseFact } from '../../../reviews/case-facts.ts';
import type { CaseKind } from '../../../reviews/kinds.ts';
import type { TrailCall } from './transactions.ts';

/** A review case in the form of the dashboard. Amounts in shillings. */
export interface ReviewCase {
  readonly id: number;
  readonly mode: 'test' | 'live';
  readonly kind: CaseKind;
  readonly meaning: string;
  /** What was found, as it was when the case was opened. */
  readonly found: Readonly<Record<string, unknown>>;
  /** Above 0 held for nobody, below 0 gone for nobody, 0 when nothing was booked. */
  readonly in_suspense: number;
  readonly opened_at: string;
  /** The operator that the case is about; null where it is not known. */
  readonly operator: string | null;
  /** Null for a payment that is none of ours. */
  readonly client_id: number | null;
  readonly client_name: string | null;
  readonly transaction: TransactionObject | null;
  /** Who is on the other side of the transaction. */
  readonly customer: { readonly phone: string | null; readonly name: string | null };
  /** What each side has, fact by fact. */
  readonly facts: readonly CaseFact[];
  /** How it can end; empty when it has ended. */
  readonly resolutions: readonly { readonly resolution: string; readonly meaning: string }[];
  readonly proposal: Proposal | null;
  readonly resolved: {
    readonly resolution: string;
    readonly reason: string;
    readonly resolved_by: string;
    readonly confirmed_by: string;
    readonly resolved_at: string;
    readonly transaction_id: number | null;
  } | null;
}

export interface Proposal extends ApprovalState {
  readonly resolution: string;
  readonly meaning: string;
  readonly reason: string;
  /** Whose wallet it is, for a payment that is none of ours. */
  readonly client_id: number | null;
  readonly proposed_by: string;
  readonly proposed_at: string;
}

/** What a resolution would do now. Amounts in shillings. */
export interface ResolutionEffect {
  readonly resolution: string;
  /** Why it would be refused; null where it would not. */
  readonly refusal: string | null;
  /** Accounts by their kind; `wallet` is the client's, `house` the house's. */
  readonly entries: readonly { readonly debit: string; readonly credit: string; readonly amount: number }[];
  /** The status that the transaction gets; null where it keeps its own. */
  readonly status: string | null;
  /** What the client sees beside it; null where nothing is booked in its wallet. */
  readonly correction: {
    readonly direction: 'in' | 'out';
    readonly amount: number;
    readonly fee_amount: number;
    readonly net_amount: number;
  } | null;
  /** Of the available balance; below 0 where it becomes less. */
  readonly balance_change: number;
  readonly events: readonly string[];
  /** Whether an active webhook of the client receives them. */
  readonly is_delivered: boolean;
}

/** The calls of the operator that are kept of a case's transaction, masked. */
export interface CaseEvidence {
  readonly calls: readonly EvidenceCall[];
  /** How many calls between the first and the last ones are not shown. */
  readonly left_out: number;
}

export interface EvidenceCall extends TrailCall {
  readonly at: string;
  readonly call: 'collect' | 'pay_out' | 'refund' | 'query' | 'callback';
  /** HTTP status; null where no whole answer came. */
  readonly status: number | null;
}
