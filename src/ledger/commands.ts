import type { Ugx } from '../money/ugx.ts';
import type { AuditEntry } from './audit/entry.ts';
import type { Failure, Mode, Transaction } from './transaction.ts';

/**
 * What the ledger can be asked to do. Every command names its wallets before it queues, because the writer locks them
 * all, sorted, before it reads anything else.
 */
export type Command =
  | OpenPayout
  | OpenCollection
  | OpenRefund
  | Settle
  | Approve
  | Reject
  | Adjust
  | BookFloat
  | ResolveCase
  | BookUnknownPayment;

/** What every opening of a transaction carries, whoever asked for it. */
export interface Opening {
  readonly walletId: number;
  readonly mode: Mode;
  readonly gross: Ugx;
  readonly fee: Ugx;
  readonly net: Ugx;
  readonly feeScheduleId: number;
  readonly description: string | null;
  readonly apiKeyId: number | null;
  readonly apiTriggered: boolean;
  /** Who asked, for the rule of two persons: `api_key:<id>` or a person. */
  readonly maker: string;
  readonly idempotency: IdempotencyPromise | null;
}

/** The client's Idempotency-Key and what it promises. */
export interface IdempotencyPromise {
  readonly key: string;
  /** Hash of method, path and body bytes. */
  readonly fingerprint: string;
  /** Milliseconds after acceptance before which a repeat is answered "still running". */
  readonly answerDueAfterMs: number;
  /**
   * The answer's bytes when they are known as soon as the transaction is written; null while the operator is asked. They are
   * made of these two alone: where the transaction never changes a repeat has them made again, two days later and by another
   * release perhaps, and they must be the same.
   */
  readonly answer: (opened: Transaction, balance: Ugx) => string | null;
}

/** Money out: send-money (internal or external) or a withdrawal. */
export interface OpenPayout extends Opening {
  readonly kind: 'open_payout';
  readonly type: 'payment_sent' | 'withdrawal';
  readonly senderPaysFee: boolean;
  /** Milliseconds after acceptance at which it fails if it waits for approval and nobody gave it. */
  readonly approvalExpiresAfterMs: number;
  readonly recipientPhone: string;
  readonly recipientName: string | null;
  readonly provider: string;
  /** Where it is a row of a bulk payout. */
  readonly bulk?: BulkRow;
  /** Internal when a wallet of the same mode has the phone; verified under the lock. */
  readonly route: { readonly to: 'wallet'; readonly walletId: number } | ({ readonly to: 'operator' } & OperatorCall);
}

/** The row of a bulk payout that a payment is made for. */
export interface BulkRow {
  readonly bulkPayoutId: number;
  readonly row: number;
  /**
   * Who approved the whole, and what may leave the wallet for this row, in shillings, as they saw it. A row that costs
   * no more does not wait for approval once more.
   */
  readonly approval: { readonly approver: string; readonly grossMax: Ugx } | null;
}

/** Money in: a customer is prompted to pay. */
export interface OpenCollection extends Opening {
  readonly kind: 'open_collection';
  readonly customerPhone: string;
  readonly customerName: string | null;
  readonly provider: string;
  readonly route: { readonly to: 'operator' } & OperatorCall;
}

/** What a person, and no program of a client, asks for. */
interface Act {
  /** The line in the audit log, of the transaction as it was written: they are committed together, so neither is alone. */
  readonly audit?: (written: Transaction) => AuditEntry;
}

/** A completed collection given back to its payer, whole; our fee is kept. */
export interface OpenRefund extends Act {
  readonly kind: 'open_refund';
  readonly walletId: number;
  readonly mode: Mode;
  /** The collection. */
  readonly transactionId: number;
  readonly description: string | null;
  readonly apiKeyId: number | null;
  readonly apiTriggered: boolean;
  readonly maker: string;
  readonly idempotency: IdempotencyPromise | null;
  /** At the operator account that took the collection; `paidFrom` is the float that its refunds leave. */
  readonly route: OperatorCall & { readonly paidFrom: 'collection_float' | 'disbursement_float' };
}

/** The money call that follows an opening, prepared before it is written. */
export interface OperatorCall {
  readonly operatorAccountId: number;
  /** Our reference at the operator. */
  readonly reference: string;
  /** 1: the process that writes this makes the call now. 0: queued, the circuit is open. */
  readonly sends: 0 | 1;
  /** Milliseconds after acceptance at which the call is cut. */
  readonly callTimeoutMs: number;
  /** Milliseconds after acceptance until the operator is first asked how it went. */
  readonly firstQueryAfterMs: number;
  /**
   * When the call with `sends: 1` is cut, on performance.now() of the process that prepared it. The ledger does not read
   * it: whoever makes the call gets it with the outcome.
   */
  readonly cutAtMs?: number;
}

/** The operator's final word on a transaction, or our own before anything was sent. */
export interface Settle {
  readonly kind: 'settle';
  readonly walletId: number;
  readonly transactionId: number;
  readonly word: Settlement;
}

export type Settlement =
  | {
      readonly is: 'succeeded';
      readonly receipt: string | null;
      /** What the operator says it moved, in shillings; null when it does not say. */
      readonly amount: Ugx | null;
    }
  | {
      readonly is: 'failed';
      readonly failure: Failure;
      readonly receipt: string | null;
      /**
       * For a word that holds only while no other money call was begun: it fails a processing transaction whose
       * submission counts exactly so many, under the lock, and changes nothing otherwise.
       */
      readonly onlyAfterSends?: number;
      /** The operator has the payment and may still pay it, so that it is asked about again later. */
      readonly lookAgain?: boolean;
    };

/** A second person lets a pending payout go. */
export interface Approve extends Act {
  readonly kind: 'approve';
  readonly walletId: number;
  /** Of an internal payout that waits, so that it is locked too; null when external. */
  readonly recipientWalletId: number | null;
  readonly transactionId: number;
  readonly approver: string;
}

/** A second person, or time, stops a pending payout. */
export interface Reject extends Act {
  readonly kind: 'reject';
  readonly walletId: number;
  readonly transactionId: number;
  readonly because: 'rejected' | 'expired';
  readonly approver: string | null;
  readonly reason: string | null;
}

/** A top-up or correction by an administrator. */
export interface Adjust extends Act {
  readonly kind: 'adjust';
  readonly walletId: number;
  readonly mode: Mode;
  readonly type: 'deposit' | 'adjustment';
  readonly direction: 'in' | 'out';
  readonly amount: Ugx;
  readonly reason: string;
  readonly maker: string;
  readonly approver: string | null;
  /** Unique per mode: the slip or statement line this books. Null only for test money. */
  readonly externalReference: string | null;
  readonly apiKeyId: number | null;
  readonly apiTriggered: boolean;
  readonly idempotency: IdempotencyPromise | null;
}

/** What we moved at an operator by hand, or what it charged us, in shillings. Belongs to the house's wallet. */
export interface BookFloat extends Act {
  readonly kind: 'book_float';
  readonly mode: Mode;
  readonly what: 'fund' | 'sweep' | 'charge';
  readonly float: 'collection_float' | 'disbursement_float';
  readonly operatorAccountId: number;
  readonly amount: Ugx;
  readonly reason: string;
  readonly maker: string;
  readonly approver: string;
  /** Unique per mode: the slip or statement line this books. */
  readonly externalReference: string;
}

/** What a person decided about a review case; who decides and who confirms are two. */
export interface ResolveCase extends Act {
  readonly kind: 'resolve_case';
  readonly walletId: number;
  readonly mode: Mode;
  readonly transactionId: number;
  readonly reviewCaseId: number;
  readonly resolution: Resolution;
  readonly reason: string;
  readonly maker: string;
  readonly approver: string;
  /** Where it confirms a proposal: when that was made, in milliseconds. It must stand still, and ends with the case. */
  readonly proposedAtMs?: number;
}

/**
 * What a person decided about a payment that an operator's statement has and that is none of our transactions: it is
 * booked on the float, and given to a wallet or taken from it. Who decides and who confirms are two.
 */
export interface BookUnknownPayment extends Act {
  readonly kind: 'book_unknown_payment';
  /** The client's wallet that gets it or pays for it; the house's for what touches no client. */
  readonly walletId: number;
  readonly mode: Mode;
  readonly reviewCaseId: number;
  readonly resolution: UnknownPaymentEnd;
  readonly operatorAccountId: number;
  readonly float: 'collection_float' | 'disbursement_float';
  /** Shillings that the operator moved. */
  readonly amount: Ugx;
  /** The operator's receipt, which then pays for nothing else; null when the statement has none. */
  readonly receipt: string | null;
  /** Unique per mode: the receipt, or else what the operator has in its place. */
  readonly externalReference: string;
  readonly reason: string;
  readonly maker: string;
  readonly approver: string;
  /** As of a `ResolveCase`. */
  readonly proposedAtMs?: number;
}

/** Money that came in is given to a client or kept; money that went out is charged to a client or written off. */
export type UnknownPaymentEnd = Extract<Resolution, 'credited' | 'kept' | 'charged' | 'written_off'>;

/** How a review case can end; which of them fit a case is decided in plan/resolutions.ts. */
export type Resolution =
  /** The client gets the money that the operator says it moved. */
  | 'credited'
  /** The client's wallet pays for it, as far as it can; the rest becomes a receivable. */
  | 'charged'
  /** Undone at the operator by hand. */
  | 'returned'
  /** Our loss. */
  | 'written_off'
  /** Our income: it belongs to nobody we know. */
  | 'kept'
  /** A transaction without a final word is completed, or failed, on other evidence. */
  | 'completed'
  | 'failed'
  /** There was nothing to book. */
  | 'dismissed';

/** What became of a command. */
export type Outcome =
  /**
   * Written: the transaction as it now is, the wallet's available balance after it, and the answer that every
   * repeat with its Idempotency-Key gets, where there is one.
   */
  | { readonly is: 'done'; readonly transaction: Transaction; readonly balance: Ugx; readonly answer?: string | null }
  /** A settlement that changed nothing: the word was known already, or another money call was begun meanwhile. */
  | { readonly is: 'unchanged'; readonly transaction: Transaction }
  /** A word that contradicts a final status, or another amount: booked through suspense and sent to review. */
  | { readonly is: 'sent_to_review'; readonly transaction: Transaction }
  /** Nothing was written. */
  | { readonly is: 'refused'; readonly refusal: LedgerRefusal }
  /** The Idempotency-Key already has its answer. */
  | { readonly is: 'replayed'; readonly status: number; readonly answer: string; readonly transactionId: number }
  /** The Idempotency-Key's first request is still running. */
  | { readonly is: 'in_progress'; readonly retryAfterMs: number }
  /** The first request never stored its answer (a crash): build it from the transaction as accepted. */
  | { readonly is: 'answer_owed'; readonly transaction: Transaction; readonly balanceWhenAccepted: Ugx | null }
  /** The phone's wallet changed between look-up and lock: resolve again and send the command again. */
  | { readonly is: 'route_changed' };

/** Why the ledger would not: each with what the sentence for the client needs. Amounts in shillings. */
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
  | { readonly code: 'number_not_listed'; readonly phone: string }
  | { readonly code: 'idempotency_key_reused' }
  | { readonly code: 'not_found' }
  | { readonly code: 'not_pending'; readonly status: string }
  | { readonly code: 'approver_is_maker' }
  | { readonly code: 'external_reference_used'; readonly transactionId: number }
  | { readonly code: 'not_refundable'; readonly because: 'no_collection' | 'not_completed' | 'reversed' }
  | { readonly code: 'already_refunded'; readonly transactionId: number }
  | { readonly code: 'collection_already_open'; readonly transactionId: number }
  | { readonly code: 'case_not_open' }
  | { readonly code: 'proposal_gone' }
  | { readonly code: 'resolution_does_not_fit'; readonly fitting: readonly Resolution[] };
