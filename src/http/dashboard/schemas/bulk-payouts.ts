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

/** One bulk payout with its progress, its retries, and what a draft waits for. */
export interface BulkPayoutShown extends BulkPayoutObject {
  /** The number of rows in each state. */
  readonly progress: Readonly<Record<BulkRowObject['status'], number>>;
  /** The bulk payouts that send its failed rows again, newest first, also those that were given up. */
  readonly retries: readonly { readonly id: number; readonly status: BulkPayoutObject['status'] }[];
  /** Failed rows that can be retried now; 0 while a row has no final status. */
  readonly retryable_count: number;
  /** Failed rows that cannot, because their operator may have paid them after all: they are in review. */
  readonly in_review_count: number;
  /** Of a draft: what its confirmation depends on; null where it is none. */
  readonly draft: {
    readonly requires_approval: boolean;
    readonly available: number;
    readonly is_frozen: boolean;
  } | null;
}

/** The sums of a bulk payout, for who decides about it. Amounts in shillings. */
export interface BulkTotalsObject {
  readonly by_operator: readonly {
    /** Null for phones with a wallet here. */
    readonly operator: string | null;
    readonly row_count: number;
    readonly amount: number;
    readonly fees: number;
  }[];
  readonly duplicate_count: number;
}

/** The registered name of a row's phone, before it is paid. */
export interface BulkNameObject {
  readonly row: number;
  /** Null where none is known. */
  readonly registered_name: string | null;
  /** How the name in the file compares with it; null where the file has none. */
  readonly name_match: 'match' | 'close' | 'different' | 'unknown' | null;
}

export interface BulkRowObject {
  readonly row: number;
  readonly line: number;
  readonly phone: string;
  /** In the file; null where it has none. */
  readonly name: string | null;
  /** As the payment recorded it; null before it is sent and where none is known. */
  readonly registered_name: string | null;
  /** The line of the first earlier row with this phone and amount; null where there is none. */
  readonly same_as_line: number | null;
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
