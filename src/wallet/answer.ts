import type { Mode } from '../ledger/transaction.ts';
import type { Refusal } from './refusal.ts';

/** Who asks: a wallet of one client in one mode, through an API key or, when apiKeyId is null, through a person. */
export interface Caller {
  readonly clientId: number;
  readonly walletId: number;
  readonly mode: Mode;
  readonly apiKeyId: number | null;
}

/** The client's Idempotency-Key with the hash of method, path and body bytes. */
export interface IdempotentRequest {
  readonly key: string;
  readonly fingerprint: string;
}

/**
 * The answer to a request that moves money. A request refused before anything was written throws a Refusal instead.
 */
export type MoneyAnswer =
  /** 200 with these exact bytes. `stored` when they were kept with the Idempotency-Key as the transaction was written. */
  | { readonly is: 'success'; readonly body: string; readonly stored: boolean }
  /** What the first request with this Idempotency-Key got, byte for byte. */
  | { readonly is: 'replayed'; readonly status: number; readonly body: string }
  /** The transaction exists and failed at the operator's first word; `refusal.data` holds its ids. */
  | { readonly is: 'failed'; readonly refusal: Refusal };
