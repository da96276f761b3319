import type { ClientRole, PlatformRole } from '../access/people/rights.ts';
import type { Permission, RateLimitsByName } from '../access/principal.ts';
import type { FeeBandJson } from '../fees/band-json.ts';
import type { FeeOperation } from '../fees/schedules.ts';
import type { BookFloat } from '../ledger/commands/book-float.ts';
import type { Mode } from '../ledger/transaction.ts';

/** What a key may pay, as it is stored: shillings, null for no limit. */
export interface StoredBudget {
  readonly per_payment: number | null;
  readonly per_day: number | null;
  readonly per_month: number | null;
}

interface OfWallet {
  readonly client_id: number;
  readonly mode: Mode;
}

/**
 * A change of rights, settings or books that one person can ask for, as it is stored (change_proposal.change). Amounts are
 * shillings; null is "none". What each means, and how it is made, is in `kinds.ts`.
 */
export type Change =
  | { readonly kind: 'client'; readonly name: string; readonly phone: string }
  | {
      readonly kind: 'client_role';
      readonly client_id: number;
      readonly email: string;
      readonly name: string;
      readonly role: ClientRole;
    }
  | { readonly kind: 'staff_role'; readonly email: string; readonly name: string; readonly role: PlatformRole }
  | { readonly kind: 'second_factor_removal'; readonly person_id: string }
  | { readonly kind: 'password_link'; readonly person_id: string }
  | { readonly kind: 'vouching'; readonly person_id: string }
  | {
      readonly kind: 'fees';
      readonly operation: FeeOperation;
      /** Null for everybody without fees of their own. */
      readonly client_id: number | null;
      /** Null for now. */
      readonly effective_from: string | null;
      /** Null takes a client's own fees away. */
      readonly bands: readonly FeeBandJson[] | null;
    }
  | ({
      readonly kind: 'wallet_limits';
      readonly per_transaction: number | null;
      readonly per_day: number | null;
    } & OfWallet)
  | ({ readonly kind: 'approval_threshold'; readonly threshold: number | null } & OfWallet)
  | ({
      readonly kind: 'withdrawal_numbers';
      readonly listed_only: boolean;
      readonly phones: readonly string[];
    } & OfWallet)
  | ({
      readonly kind: 'api_key';
      readonly name: string;
      readonly permissions: readonly Permission[];
      readonly expires_at: string | null;
      readonly allowed_ips: readonly string[];
      readonly rate_limits: RateLimitsByName;
      readonly budget: StoredBudget | null;
      /** Public keys as they are stored; proposals from before there were any have none. */
      readonly signing_keys?: readonly string[];
    } & OfWallet)
  | ({ readonly kind: 'api_key_roll'; readonly api_key_id: number; readonly overlap_ms: number } & OfWallet)
  | ({ readonly kind: 'key_budget'; readonly api_key_id: number; readonly budget: StoredBudget | null } & OfWallet)
  | ({
      readonly kind: 'signing_keys';
      readonly api_key_id: number;
      /** Public keys as they are stored; none lets unsigned requests in. */
      readonly signing_keys: readonly string[];
    } & OfWallet)
  | {
      readonly kind: 'dashboard_ips';
      readonly client_id: number;
      /** Addresses and networks; none lets everybody in from everywhere. */
      readonly allowed_ips: readonly string[];
    }
  | {
      readonly kind: 'float_booking';
      readonly mode: Mode;
      readonly what: BookFloat['what'];
      readonly float: BookFloat['float'];
      readonly operator_account_id: number;
      readonly amount: number;
      readonly reason: string;
      readonly reference: string;
    }
  | { readonly kind: 'live_mode' }
  | {
      readonly kind: 'proof_fork';
      /** The last round that the database and the published rounds have in common; 0 and 64 zeros where none is. */
      readonly common_number: number;
      readonly common_hash: string;
      /** The highest number that was published. */
      readonly published_number: number;
    };

export type ChangeName = Change['kind'];
export type ChangeOf<Name extends ChangeName> = Extract<Change, { kind: Name }>;

/** What a change would replace, as the second person sees it: read again and compared before the change is made. */
export type Before = Readonly<Record<string, unknown>>;

/** The client that a change concerns; null where it concerns the whole service. */
export function clientIdOf(change: Change): number | null {
  return 'client_id' in change ? change.client_id : null;
}
