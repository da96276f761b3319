import type { FeeBandObject, FeeOperationName } from './fees.ts';

/** What applies to a business in a mode, for its own people. Amounts in shillings, with fees; null where there is no such limit. */
export interface BusinessSettings {
  readonly business: {
    readonly name: string;
    readonly phone: string;
    readonly legal_name: string | null;
    readonly address: string | null;
    readonly tin: string | null;
  };
  /** The company that operates the service and sets what the business cannot set itself; null where it has not named itself. */
  readonly operated_by: string | null;
  readonly limits: {
    readonly frozen: boolean;
    readonly per_payment: number | null;
    readonly per_day: number | null;
    readonly used_today: number;
    readonly left_today: number | null;
    readonly approval_threshold: number | null;
    readonly withdraw_listed_only: boolean;
    readonly one_collection_per_payer: boolean;
    readonly unique_client_references: boolean;
  };
  /** Where withdrawals may go while `withdraw_listed_only` is true. */
  readonly withdrawal_numbers: readonly string[];
  /** Smallest and largest amount of one payment. */
  readonly amounts: {
    readonly payout: { readonly minimum: number; readonly maximum: number };
    readonly collection: { readonly minimum: number; readonly maximum: number };
  };
  readonly fees: readonly FeeInForce[];
  /** Requests a minute of one API key, by operation. */
  readonly rate_limits: readonly NamedNumber[];
  readonly quotas: readonly NamedNumber[];
  /** Whether everybody needs a second factor to work for the business. */
  readonly two_factor_required: boolean;
  /** How many addresses and networks its pages can be used from; 0 where they can from everywhere. */
  readonly allowed_addresses: number;
}

export interface FeeInForce {
  readonly operation: FeeOperationName;
  /** Whether the fees were agreed with this business; otherwise they are those of everybody. */
  readonly is_own: boolean;
  readonly effective_from: string;
  readonly bands: readonly FeeBandObject[];
}

export interface NamedNumber {
  readonly name: string;
  readonly value: number;
  /** Whether it was set for this business; otherwise it is that of everybody. */
  readonly is_own: boolean;
}

/** What an amount would cost. Shillings. */
export interface CostObject {
  readonly amount: number;
  readonly fee_amount: number;
  /** What arrives. */
  readonly net_amount: number;
  /** What the payer pays: the wallet of a payout, the customer of a collection. */
  readonly total_deducted: number;
}
