import type { Refusal } from '../refusal.ts';

/** The ids of a transaction that exists, for a response that cannot say how it ends. */
export interface TakenIds {
  readonly transaction_id: number;
  readonly reference: string;
}

/** Called with the ids as soon as a transaction is written whose response still has to wait for its operator. */
export type OnTaken = (taken: TakenIds) => void;

/**
 * The answer to a request that moves money. A request refused before anything was written throws a Refusal instead.
 */
export type MoneyAnswer =
  /** 200 with these bytes, which are stored where the request has an Idempotency-Key. */
  | { readonly is: 'success'; readonly final: true; readonly body: string }
  /** 200 with these bytes, which must be stored with the Idempotency-Key before they are sent. */
  | { readonly is: 'success'; readonly final: false; readonly body: string; readonly taken: TakenIds }
  /** The stored response of the first request with this Idempotency-Key. */
  | { readonly is: 'replayed'; readonly status: number; readonly body: string }
  /** The transaction exists and failed when it was submitted to the operator; `refusal.data` holds its ids. */
  | { readonly is: 'failed'; readonly refusal: Refusal };
