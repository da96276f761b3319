/** A top-up or correction that one person proposed and another decides. Amounts in shillings. */
export interface AdjustmentObject {
  readonly id: number;
  readonly status: 'waiting' | 'rejected' | 'approved' | 'booked' | 'refused';
  readonly client_id: number;
  readonly client_name: string;
  readonly mode: 'test' | 'live';
  readonly type: 'deposit' | 'adjustment';
  readonly direction: 'in' | 'out';
  readonly amount: number;
  readonly reason: string;
  readonly external_reference: string | null;
  readonly proposed_by: string;
  readonly proposed_at: string;
  /** Sent back with the decision: it identifies exactly what the person saw. */
  readonly digest: string;
  /** How many people must approve it. */
  readonly approvers_needed: 1 | 2;
  /** Who approved it already, where two must. */
  readonly first_approver: string | null;
  readonly decision: {
    readonly decision: 'approved' | 'rejected';
    readonly by: string;
    readonly at: string;
    readonly comment: string | null;
  } | null;
  /** The transaction that booked it. */
  readonly transaction_id: number | null;
  /** Why the ledger refused it. */
  readonly refusal: string | null;
  readonly ended_at: string | null;
}
