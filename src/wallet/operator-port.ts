import type { OpenRefund } from '../ledger/commands/open-refund.ts';
import type { OperatorCall } from '../ledger/rows/submission.ts';
import type { Mode, Transaction } from '../ledger/transaction.ts';

/** What the wallet asks of the settlement machinery; settlement implements it, so that the wallet knows no operator. */
export interface OperatorPort {
  /** The names of the operators that live mode serves, with settings or without. */
  readonly served: readonly string[];
  /**
   * Prepares the money call of a transaction that is about to be written: which account, under which new reference.
   * A payout may be queued (`sends: 0`) while the operator's circuit is open; a collection is then unavailable.
   */
  prepare(mode: Mode, operator: string, direction: 'collection' | 'payout'): PreparedCall;
  /**
   * Prepares the money call of a refund, at the operator account that took the collection; no other can give it back.
   * Queued like a payout while the operator's circuit is open.
   */
  prepareRefund(mode: Mode, operatorAccountId: number): PreparedRefund;
  /** The operator's registered name of a phone; null when it gives none, is unknown, away, or slow (1 s). */
  lookupName(mode: Mode, operator: string, phone: string): Promise<string | null>;
  /**
   * Makes the money call of a transaction just written with `sends: 1` and waits for its result, at most
   * NSIMBI_OPERATOR_WAIT; the call itself continues.
   * @param call as it was prepared for this transaction; a call that was prepared for another one is not made.
   * @returns the transaction as the response must show it: as it was accepted, or failed at submission.
   */
  submit(transaction: Transaction, call: Pick<OperatorCall, 'reference' | 'cutAtMs'>): Promise<Transaction>;
}

export type PreparedRefund =
  | { readonly is: 'ready'; readonly call: OpenRefund['route'] }
  /** This process has no settings for the account. */
  | NotConfigured;

export type PreparedCall =
  | { readonly is: 'ready'; readonly call: OperatorCall }
  /** Its circuit is open. */
  | { readonly is: 'unavailable'; readonly retryAfterSeconds: number }
  | NotConfigured
  /** Live mode and an operator that we do not serve. */
  | { readonly is: 'not_supported' };

/** An operator that live mode is meant to serve, without settings: only who runs the service can change that. */
interface NotConfigured {
  readonly is: 'not_configured';
  readonly retryAfterSeconds: number;
}
