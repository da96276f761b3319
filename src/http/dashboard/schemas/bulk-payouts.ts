/** A file of payments as one thing; amounts in shillings. */
export interface BulkPayoutObject {
  readonly id: number;
  readonly name: string;
  readonly status: 'draft' | 'awaiting_approval' | 'running' | 'finished' | 'cancelled' | 'rejected' | 'expired';
  readonly row_count: number;
  readonly amount: number;
  readonly fees: number;
  readonly total_deducted: number;
  /** The bulk payout whose failed rows it sends again. */
  readonly retry_of: number | null;
  readonly maker: string;
  /** The person behind the maker: of an API key, who created or last rolled it. Null where none is known. */
  readonly responsible: string | null;
  /** Who approved it already, where two persons must. */
  readonly first_approver: string | null;
  readonly approvers_needed: 1 | 2;
  readonly approver: string | null;
  readonly stopped_by: string | null;
  readonly reason: string | null;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly begun_at: string | null;
  readonly ended_at: string | null;
}

export interface BulkRowObject {
  readonly row: number;
  readonly line: number;
  readonly phone: string;
  readonly amount: number;
  readonly fee: number;
  readonly description: string | null;
  readonly status: 'waiting' | 'processing' | 'completed' | 'failed' | 'cancelled';
  readonly transaction_id: number | null;
  readonly client_reference: string | null;
  readonly code: string | null;
  readonly reason: string | null;
}

/** What a file would do. */
export interface BulkCheckObject {
  readonly row_count: number;
  readonly amount: number;
  readonly fees: number;
  readonly total_deducted: number;
  readonly available: number;
  readonly is_affordable: boolean;
  readonly is_frozen: boolean;
  readonly requires_approval: boolean;
  /** The first hundred of them. */
  readonly problems: readonly { readonly line: number; readonly reason: string }[];
  readonly problem_count: number;
  readonly duplicates: readonly {
    readonly line: number;
    readonly same_as_line: number;
    readonly phone: string;
    readonly amount: number;
  }[];
  readonly duplicate_count: number;
}
