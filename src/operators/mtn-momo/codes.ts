import type { FailureCode } from '../../ledger/transaction.ts';

/**
 * Every code and status of MTN about a payment, and what it means (providers.md 1.5, 1.6). MTN adds codes without
 * notice: one that is not here is counted, and treated as the comment at each table says.
 */

/** What an error code means as the answer to a money call. */
export type OnCall =
  /** MTN has this reference already: the payment exists, and a query gives its state. */
  | 'accepted'
  /** MTN refuses us, before it created anything. Repeating the call cannot help. */
  | 'refused_us'
  /** MTN refuses this payment. A query has to agree before we believe it. */
  | 'refused_payment'
  /** It may have happened. */
  | 'unknown';

/** What a code means as the reason of a payment whose status is FAILED. */
export type Reason =
  | FailureCode
  /** MTN does not know the payment, whatever its status says: ask again, and send again later (1.11). */
  | 'not_found';

export interface CodeRow {
  readonly onCall: OnCall;
  /** The customer pays us. */
  readonly collection: Reason;
  readonly payout: Reason;
  readonly refund: Reason;
}

/** Error codes and reasons. Without a row: on a call the HTTP status decides; a reason is `defaultReason`. */
export const codes: Readonly<Record<string, CodeRow>> = {
  RESOURCE_ALREADY_EXIST: row('accepted', 'operator_failed', 'operator_failed'),

  VALIDATION_ERROR: row('refused_us', 'operator_failed', 'operator_failed'),
  FORBIDDEN_IP: row('refused_us', 'operator_failed', 'operator_failed'),
  NOT_ALLOWED: row('refused_us', 'operator_failed', 'operator_failed'),
  NOT_ALLOWED_TARGET_ENVIRONMENT: row('refused_us', 'operator_failed', 'operator_failed'),
  INVALID_CALLBACK_URL_HOST: row('refused_us', 'operator_failed', 'operator_failed'),
  INVALID_CURRENCY: row('refused_us', 'operator_failed', 'operator_failed'),

  // The same code is about the customer when they pay, and about our own wallet when we do.
  PAYER_NOT_FOUND: row('refused_payment', 'recipient_not_found', 'operator_refused'),
  PAYEE_NOT_FOUND: row('refused_payment', 'operator_refused', 'recipient_not_found'),
  PAYEE_NOT_ALLOWED_TO_RECEIVE: row('refused_payment', 'operator_refused', 'recipient_cannot_receive'),
  NOT_ENOUGH_FUNDS: row('refused_payment', 'customer_insufficient_funds', 'operator_float_too_low'),
  LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED: row(
    'refused_payment',
    'customer_insufficient_funds',
    'operator_float_too_low',
  ),
  PAYER_LIMIT_REACHED: row('refused_payment', 'customer_limit_reached', 'operator_refused'),
  PAYEE_LIMIT_REACHED: row('refused_payment', 'operator_refused', 'recipient_limit_reached'),
  SENDER_ACCOUNT_NOT_ACTIVE: row('refused_payment', 'operator_refused', 'operator_refused'),

  APPROVAL_REJECTED: row('unknown', 'customer_refused', 'operator_failed'),
  EXPIRED: row('unknown', 'prompt_expired', 'operator_failed'),
  // Mostly: not approved inside the five minutes.
  COULD_NOT_PERFORM_TRANSACTION: row('unknown', 'prompt_expired', 'operator_failed'),

  INTERNAL_PROCESSING_ERROR: row('unknown', 'operator_failed', 'operator_failed'),
  SERVICE_UNAVAILABLE: row('unknown', 'operator_failed', 'operator_failed'),
  // Of a refund it is the collection that MTN does not know, and to send it again cannot help.
  RESOURCE_NOT_FOUND: row('unknown', 'not_found', 'not_found', 'operator_failed'),
  TRANSACTION_NOT_FOUND: row('unknown', 'not_found', 'not_found', 'operator_failed'),
  // Published as reasons and rarely or never seen: "other" until one is seen in a real answer.
  TRANSACTION_CANCELED: row('unknown', 'operator_failed', 'operator_failed'),
  PAYMENT_NOT_APPROVED: row('unknown', 'operator_failed', 'operator_failed'),
  PAYER_REJECTION: row('unknown', 'operator_failed', 'operator_failed'),
  PAYER_DELAYED: row('unknown', 'operator_failed', 'operator_failed'),
};

/** What a reason without a row means: FAILED is final whatever the reason. */
export const defaultReason: FailureCode = 'operator_failed';

/**
 * What an HTTP status means as the answer to a money call when its code has no row. `readable` holds for a JSON body and
 * for none; anything else, a firewall's page above all, is unknown, because MTN may not have written it. A status
 * without a row is unknown.
 */
export const callStatuses: Readonly<Record<number, { readonly always?: OnCall; readonly readable?: OnCall }>> = {
  202: { always: 'accepted' },
  400: { readable: 'refused_us' },
  // A new token was tried before this.
  401: { always: 'refused_us' },
  403: { readable: 'refused_us' },
  409: { readable: 'accepted' },
  429: { always: 'refused_us' },
};

/** The states of a payment. One without a row is unknown: it ends nothing, and we ask again. */
export const statuses: Readonly<Record<string, 'pending' | 'succeeded' | 'failed'>> = {
  PENDING: 'pending',
  SUCCESSFUL: 'succeeded',
  FAILED: 'failed',
};

/** The error codes of a query that say there is no such payment. No other 404 does: it may be a wrong address. */
export const notFoundCodes: ReadonlySet<string> = new Set(['RESOURCE_NOT_FOUND', 'TRANSACTION_NOT_FOUND']);

/** A refund is paid as a payout is, unless a row says otherwise. */
function row(onCall: OnCall, collection: Reason, payout: Reason, refund = payout): CodeRow {
  return { onCall, collection, payout, refund };
}
