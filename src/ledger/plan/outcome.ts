import type { Ugx } from '../../money/ugx.ts';
import type { Done, Repeat, StoredResponse } from '../idempotency.ts';
import type { Resolution } from '../rows/review-case.ts';
import type { Transaction } from '../transaction.ts';

/** The result of a command. */
export type Outcome =
  /**
   * Written: the transaction as it now is, the wallet's available balance after it, and the response that is stored with its
   * Idempotency-Key, where there is one.
   */
  | (Done & { readonly is: 'done'; readonly response?: StoredResponse | null })
  /** A settlement that changed nothing: the result was known already, or another money call was begun meanwhile. */
  | { readonly is: 'unchanged'; readonly transaction: Transaction }
  /** A result that contradicts a final status, or another amount: booked through suspense and sent to review. */
  | { readonly is: 'sent_to_review'; readonly transaction: Transaction }
  /** Nothing was written. `place` is that of the payment of a batch that is refused, from 1; left out where it is the whole. */
  | { readonly is: 'refused'; readonly refusal: LedgerRefusal; readonly place?: number }
  /** Its Idempotency-Key was used before. */
  | Repeat
  /** The phone's wallet changed between look-up and lock: resolve again and send the command again. */
  | { readonly is: 'route_changed' };

/** Why the ledger refused a command, with the values for the client's message. Amounts in shillings. */
export type LedgerRefusal =
  | { readonly code: 'insufficient_funds'; readonly available: Ugx; readonly needed: Ugx }
  | { readonly code: 'wallet_frozen' }
  | { readonly code: 'wallet_not_found' }
  | { readonly code: 'own_wallet' }
  | {
      readonly code: 'limit_exceeded';
      readonly limit: 'transaction' | 'day';
      readonly allowed: Ugx;
      readonly asked: Ugx;
    }
  | {
      /** The payment does not fit into what is left of its API key's budget until a moment, in milliseconds since 1970. */
      readonly code: 'budget_exceeded';
      readonly budget: 'payment' | 'day' | 'month';
      readonly left: Ugx;
      readonly asked: Ugx;
      readonly untilMs: number | null;
    }
  | { readonly code: 'number_not_listed'; readonly phone: string }
  | { readonly code: 'idempotency_key_reused' }
  | { readonly code: 'not_found' }
  | { readonly code: 'not_pending'; readonly status: string }
  | { readonly code: 'approver_is_maker' }
  | { readonly code: 'approval_changed' }
  /** Another process may have the row of the bulk payout by now. */
  | { readonly code: 'claim_ended' }
  | { readonly code: 'external_reference_used'; readonly transactionId: number }
  | { readonly code: 'not_refundable'; readonly because: 'no_collection' | 'not_completed' | 'reversed' | 'whole_only' }
  | { readonly code: 'already_refunded'; readonly transactionId: number }
  /** The refund asks for more than its collection has left to refund. */
  | { readonly code: 'refund_too_large'; readonly left: Ugx }
  | { readonly code: 'collection_already_open'; readonly transactionId: number }
  | { readonly code: 'client_reference_used'; readonly transactionId: number }
  /** Two payments of a batch have one client reference, where the wallet uses each once. */
  | { readonly code: 'client_reference_repeated' }
  /** A batch of `asked` shillings would wait for approval, which payments of a batch cannot. */
  | { readonly code: 'approval_needed'; readonly threshold: Ugx; readonly asked: Ugx }
  | { readonly code: 'quote_expired'; readonly quoteId: number }
  | { readonly code: 'quote_differs'; readonly quoteId: number; readonly differs: QuoteDifference }
  | { readonly code: 'case_not_open' }
  | { readonly code: 'proposal_gone' }
  | { readonly code: 'resolution_does_not_fit'; readonly fitting: readonly Resolution[] };

/** In what a payment differs from the quote that it names; the last two can change after the quote was made. */
export type QuoteDifference = 'operation' | 'phone' | 'amount' | 'sender_pays_fee' | 'recipient' | 'provider';
