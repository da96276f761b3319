import type { ApprovalState } from '../../../../../../src/access/first-approvals.ts';

/** A review case, as the dashboard's API tells it. Amounts in shillings. */
export interface ReviewCase {
  readonly id: number;
  readonly mode: 'test' | 'live';
  readonly kind: string;
  readonly meaning: string;
  readonly found: Readonly<Record<string, unknown>>;
  readonly in_suspense: number;
  readonly opened_at: string;
  /** Null for a payment that is none of ours. */
  readonly client_id: number | null;
  readonly transaction: CaseTransaction | null;
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

export interface CaseTransaction {
  readonly id: number;
  readonly reference: string;
  readonly type: string;
  readonly status: string;
  readonly amount: number;
  readonly created_at: string;
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

/** How far a case is: open, waiting for a second person, or ended. */
export function stateOf({ proposal, resolved }: ReviewCase): 'open' | 'proposed' | 'resolved' {
  if (resolved !== null) return 'resolved';
  return proposal === null ? 'open' : 'proposed';
}
