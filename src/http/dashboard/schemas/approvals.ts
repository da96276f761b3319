/** A payment that waits for a second person, as it is shown to them. Amounts in shillings, times ISO 8601. */
export interface Approval {
  readonly transaction_id: number;
  readonly reference: string;
  readonly type: string;
  /** What leaves the wallet: net_amount and fee_amount together. */
  readonly amount: number;
  readonly fee_amount: number;
  /** What the recipient gets. */
  readonly net_amount: number;
  readonly recipient_phone: string | null;
  readonly recipient_name: string | null;
  readonly provider: string | null;
  readonly description: string | null;
  readonly maker: string;
  /** The person behind the maker: of an API key, who created or last rolled it. Null where none is known. */
  readonly responsible: string | null;
  /** How many persons must approve. */
  readonly approvers_needed: 1 | 2;
  /** Who approved it already, where two must. */
  readonly first_approver: string | null;
  readonly created_at: string;
  readonly expires_at: string;
  /** Of everything above; goes back with the approval. */
  readonly shown: string;
  /** Whether this person requested it, with an API key of theirs too, and so cannot approve it. */
  readonly is_maker: boolean;
  /** Why this person and the maker do not count as two people; null where they do, or where they are one. */
  readonly not_independent: 'invited_lately' | 'link_seen' | null;
  readonly may_approve: boolean;
  readonly may_reject: boolean;
}

/** What became of it. */
export interface Decided {
  readonly transaction_id: number;
  readonly reference: string;
  readonly status: string;
}
