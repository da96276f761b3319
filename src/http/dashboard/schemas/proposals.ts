import type { ActionName } from '../../../dual-control/actions.ts';
import type { Before, Change } from '../../../dual-control/change.ts';

/** A change that one person proposed and another decides. */
export interface ProposalObject {
  readonly id: number;
  readonly status: 'waiting' | 'expired' | 'rejected' | 'approved' | 'made' | 'refused';
  readonly title: string;
  readonly change: Change;
  /** What it replaces, or would. */
  readonly before: Before;
  readonly client_id: number | null;
  readonly client_name: string | null;
  readonly proposed_by: string;
  readonly proposed_at: string;
  /** Whether you proposed it. */
  readonly is_yours: boolean;
  /** Sent back with the decision: it identifies exactly what the person saw. */
  readonly digest: string;
  /** How many people must approve it. */
  readonly approvers_needed: 1 | 2;
  /** Who approved it already, where two must. */
  readonly first_approver: string | null;
  readonly decided_by: string | null;
  readonly decided_at: string | null;
  readonly comment: string | null;
  /** The transaction that booked it, for a change of the books. */
  readonly transaction_id: number | null;
  /** The client that it created. */
  readonly created_client_id: number | null;
  /** Why it was not made. */
  readonly refusal: string | null;
  /** The order of the database's owner to make it without a second person. */
  readonly break_glass: {
    readonly by: string;
    readonly reason: string;
    readonly due_at: string;
    readonly reviewed_by: string | null;
  } | null;
}

/** What is shown to the approver once. */
export interface ProposalMade extends ProposalObject {
  /** A link to set a password, where it was not mailed. */
  readonly link: string | null;
  /** The text of a new API key. */
  readonly api_key: string | null;
}

/** Something that waits for a second person. */
export interface WaitingObject {
  readonly action: ActionName;
  readonly title: string;
  readonly client_id: number | null;
  readonly client_name: string | null;
  readonly mode: 'live' | 'test' | null;
  /** Shillings that would leave or enter a wallet; null where it is not about money. */
  readonly amount: number | null;
  readonly by: string;
  readonly since: string;
  /** Where it is decided, as an address of the dashboard. */
  readonly page: string;
}

/** What pages say about the whole service. */
export interface ServiceState {
  readonly is_rehearsal: boolean;
  readonly is_live_enabled: boolean;
  /** Orders to make changes without a second person that nobody has reviewed. */
  readonly unreviewed_break_glass: number;
  /** How much waits for a second person on the platform; null for people who are not staff. */
  readonly waiting_on_platform: number | null;
  /** How many payments and bulk payouts wait at one's own clients, where there are some. */
  readonly waiting_at_clients: readonly {
    readonly client_id: number;
    readonly mode: 'live' | 'test';
    readonly count: number;
  }[];
}
