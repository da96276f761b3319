import type { FoundGroup } from '../../../search/search.ts';
import type { DashboardTransaction } from './transactions.ts';

/** What a search has found, in groups, of which only those with results are there. */
export interface SearchResult {
  /** The one exact match; null where there is none, or where there are several. */
  readonly opens: FoundTransaction | null;
  readonly groups: readonly SearchGroup[];
  /** Exact matches of the client in the other mode, where this one has none; null where that one has none either. */
  readonly other_mode: OtherMode | null;
  /** Since when payments were read for a phone, an amount, a name or a note; null where the text asks for none of them. */
  readonly free_text_from: string | null;
  /** False when something could not be looked up in time, so that there may be more than is shown; `opens` is null where that was an exact match. */
  readonly is_complete: boolean;
}

export interface SearchGroup {
  /** `transaction`: by our id or reference; `operator`: by an operator's reference or receipt; `text`: by name or note. */
  readonly kind: FoundGroup['kind'];
  readonly is_exact: boolean;
  readonly transactions: readonly FoundTransaction[];
  readonly has_more: boolean;
  /** The filters with which the list of transactions has all of them; null where no list has. */
  readonly more: SearchFilters | null;
}

/** Filters of the list of transactions. */
export interface SearchFilters {
  readonly search?: string;
  readonly client_reference?: string;
  readonly phone?: string;
  readonly amount?: number;
  readonly text?: string;
}

/** A transaction, and where it is. */
export interface FoundTransaction
  extends Pick<
    DashboardTransaction,
    | 'id'
    | 'reference'
    | 'type'
    | 'status'
    | 'direction'
    | 'amount'
    | 'description'
    | 'counterparty'
    | 'created_at'
    | 'client_reference'
  > {
  readonly client_id: number;
  readonly mode: 'live' | 'test';
}

export interface OtherMode {
  readonly mode: 'live' | 'test';
  readonly transactions: readonly FoundTransaction[];
}

/** What a search of staff has found. */
export interface PlatformSearchResult extends Omit<SearchResult, 'other_mode'> {
  /** Clients by name, phone or number. */
  readonly clients: readonly FoundClient[];
  readonly has_more_clients: boolean;
  /** The names of the clients of the transactions, by their numbers. */
  readonly client_names: Readonly<Record<string, string>>;
}

export interface FoundClient {
  readonly client_id: number;
  readonly name: string;
  readonly phone: string;
}
