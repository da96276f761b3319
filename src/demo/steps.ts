import type { FeeOperation } from '../fees/schedules.ts';
import type { UnknownPaymentEnd } from '../ledger/plan/resolutions.ts';
import type { FailureCode, FailureStage } from '../ledger/transaction.ts';
import type { Ugx } from '../money/ugx.ts';
import type { Msisdn } from '../phone/msisdn.ts';
import type { BusinessKey } from './cast.ts';

/** The name of a payment in a plan, such as `shop 17`. */
export type PaymentName = string;

/** Who makes a payment: the program of the business, by its API key, or a person by email. */
export type Maker = { readonly by: 'program' } | { readonly by: 'person'; readonly email: string };

/** Who is paid or pays outside, with the name that the operator knows; null where it knows none. */
export interface Outside {
  readonly phone: Msisdn;
  readonly name: string | null;
}

/** Whom a payment reaches: a phone outside, or a wallet here of a trader (by place in `traderNames`) or another business. */
export type Payee =
  | ({ readonly is: 'outside' } & Outside)
  | { readonly is: 'trader'; readonly place: number }
  | { readonly is: 'business'; readonly key: BusinessKey };

/** How a payment through an operator ends. */
export type End =
  | { readonly is: 'paid' }
  | { readonly is: 'failed'; readonly stage: FailureStage; readonly code: FailureCode };

interface Opening {
  readonly business: BusinessKey;
  readonly payment: PaymentName;
  readonly maker: Maker;
  /** What the request names, in shillings; the fee comes on top of a payout, and out of a collection. */
  readonly amount: Ugx;
  readonly description: string;
  readonly reference: string | null;
}

/** A row of a bulk payout. */
export interface BulkRowPlan {
  readonly phone: Msisdn;
  readonly name: string | null;
  readonly amount: Ugx;
  readonly description: string;
  readonly reference: string;
}

/** What happens at a moment. */
export type Action =
  /** Test money is put into the wallet. */
  | { readonly is: 'deposit'; readonly business: BusinessKey; readonly amount: Ugx; readonly reason: string }
  | ({ readonly is: 'collect'; readonly customer: Outside } & Opening)
  | ({
      readonly is: 'pay';
      readonly payee: Payee;
      /** The row of a bulk payout, from 1, that it pays; null where it is none. */
      readonly bulk: { readonly bulk: string; readonly row: number } | null;
    } & Opening)
  | ({ readonly is: 'withdraw'; readonly to: Outside } & Opening)
  | ({ readonly is: 'refund'; readonly collection: PaymentName } & Opening)
  /** The operator's result. A success after a failure opens a review case. */
  | { readonly is: 'settle'; readonly payment: PaymentName; readonly end: End }
  /** A second person approves a payment that waits, and its operator pays it in the same moment. */
  | { readonly is: 'approve'; readonly payment: PaymentName; readonly email: string }
  | { readonly is: 'reject'; readonly payment: PaymentName; readonly email: string; readonly reason: string }
  /** The open review case of a payment ends. */
  | {
      readonly is: 'resolve';
      readonly payment: PaymentName;
      readonly resolution: UnknownPaymentEnd;
      readonly reason: string;
    }
  | {
      readonly is: 'open_bulk';
      readonly business: BusinessKey;
      readonly bulk: string;
      readonly name: string;
      readonly maker: string;
      /** Who approves it later; null where it waits. */
      readonly approver: string | null;
      readonly rows: readonly BulkRowPlan[];
    }
  | { readonly is: 'end_bulk'; readonly bulk: string };

/** An action and its time, in milliseconds since 1970. */
export type Step = Action & { readonly atMs: number };

/** What a payment costs at a moment, in shillings. */
export type FeeAt = (operation: FeeOperation, amount: Ugx, atMs: number) => Ugx;
