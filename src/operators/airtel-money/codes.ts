import type { FailureCode } from '../../ledger/transaction.ts';

/** What one of Airtel's codes says about the payment that was submitted or queried. */
export type CodeClass =
  /** The payment succeeded. Only `TS` in an answer to our own query settles it. */
  | 'success'
  /** Taken, not finished. */
  | 'pending'
  /** Airtel has a payment of this id already: as good as taken. */
  | 'duplicate'
  /** The result is not known yet. */
  | 'enquire'
  /** It failed for good. */
  | 'failed'
  /** It failed when the transaction's own status says so too; alone the code is too general to end a payment. */
  | 'failed_if_final'
  /** Airtel knows no payment of this id. */
  | 'not_found'
  /** We are set up wrongly, or have too little money with Airtel. A person of ours has to look. */
  | 'configuration'
  /** Says nothing beyond the response code that comes with it. */
  | 'see_response_code';

export interface CodeRow {
  readonly class: CodeClass;
  /** Our code of the reason why the payment failed, when it failed with this code. */
  readonly reason: FailureCode;
  readonly meaning: string;
}

function row(codeClass: CodeClass, meaning: string, reason: FailureCode = 'operator_failed'): CodeRow {
  return { class: codeClass, reason, meaning };
}

/** A wrong setting, or our account at Airtel: the client reads that the reason is on our side. */
function fault(meaning: string): CodeRow {
  return row('configuration', meaning, 'operator_refused');
}

/**
 * Every code of providers.md 2.3 to 2.8. DP codes are the `response_code`, ESB codes the older `result_code`, ROUTER codes
 * and CONNECTION_TIMEOUT the gateway's `status_code`. What is not here is unknown: it is kept as it came, counted, and
 * taken as unknown, or as a failure without a reason where the transaction's status says that it failed.
 */
export const codes: Readonly<Record<string, CodeRow>> = {
  // Collections (2.5).
  DP00800001000: row('enquire', 'ambiguous, still being processed'),
  DP00800001001: row('success', 'succeeded'),
  DP00800001002: row('failed', 'the payer entered a wrong PIN', 'customer_refused'),
  DP00800001003: row('failed', "the payer's wallet limit is exceeded", 'customer_limit_reached'),
  DP00800001004: row('failed', 'the amount is invalid or too small', 'operator_refused'),
  DP00800001005: row('failed_if_final', 'the payer did not enter the PIN', 'prompt_expired'),
  DP00800001006: row('pending', 'in process'),
  DP00800001007: row('failed', 'the payer has too little money', 'customer_insufficient_funds'),
  DP00800001008: row('failed', 'refused'),
  DP00800001009: row('failed', 'refused: do not honour'),
  DP00800001010: row('failed', 'barred, churned or not registered on Airtel Money', 'recipient_not_found'),
  DP00800001024: row('enquire', 'timed out', 'prompt_expired'),
  DP00800001025: row('not_found', 'transaction not found'),
  DP00800001026: fault('x-signature does not match the payload'),
  DP00800001029: row('failed', 'the transaction expired', 'prompt_expired'),

  // Disbursements (2.6).
  DP00900001000: row('enquire', 'ambiguous'),
  DP00900001001: row('success', 'succeeded'),
  DP00900001003: row('failed', 'the daily maximum is reached', 'recipient_limit_reached'),
  DP00900001004: row('failed', 'the amount is out of range', 'operator_refused'),
  DP00900001005: row('failed', 'failed'),
  DP00900001006: row('pending', 'being processed'),
  DP00900001007: row('configuration', 'our float is too low', 'operator_float_too_low'),
  DP00900001009: row('failed', 'invalid payee', 'recipient_not_found'),
  DP00900001010: fault('the payer, which is us, is not an allowed user'),
  DP00900001011: row('duplicate', 'the same information exists already'),
  DP00900001012: row('failed', 'wrong mobile number', 'recipient_not_found'),
  DP00900001013: row('failed_if_final', 'refused; also missing or invalid parameters'),
  DP00900001014: row('enquire', 'timed out; it may or may not have been paid'),
  DP00900001015: row('not_found', 'transaction not found'),
  DP00900001016: fault('x-signature does not match the payload'),
  DP00900001017: row('duplicate', 'duplicate transaction id'),
  DP00900001018: fault('forbidden'),
  DP00900001019: fault('not authorised'),

  // User enquiry and balance (2.7).
  DP02200000000: row('enquire', 'the user enquiry failed'),
  DP02200000001: row('success', 'the user was found'),
  DP02200000002: row('not_found', 'the user was not found'),
  DP02100000000: row('enquire', 'the balance enquiry failed'),
  DP02100000001: row('success', 'the balance was read'),
  DP02100000002: row('not_found', 'the account was not found'),

  // Gateway (2.5, second table; the time-out of 2.3).
  CONNECTION_TIMEOUT: row('enquire', 'no answer from behind the gateway'),
  ROUTER001: fault('the wallet is not configured'),
  ROUTER003: fault('a parameter is missing'),
  ROUTER005: fault('the route of the country is not configured'),
  ROUTER006: fault('the country is wrong'),
  ROUTER007: fault('the country is not permitted'),
  ROUTER110: fault('the partner was not found'),
  ROUTER112: fault('the currency is wrong'),
  ROUTER114: fault('the PIN could not be validated'),
  ROUTER115: fault('the PIN is wrong'),
  ROUTER116: fault('the PIN is wrongly encrypted'),
  ROUTER117: row('enquire', 'the request timed out at the gateway'),
  ROUTER119: fault('the currency is missing, or the key service refuses'),

  // Legacy result codes (2.5, second table).
  ESB000001: row('enquire', 'something went wrong'),
  ESB000004: row('enquire', 'the payment could not be initiated'),
  ESB000008: row('failed_if_final', 'a field is not valid'),
  ESB000010: row('see_response_code', 'success'),
  ESB000011: row('see_response_code', 'failed'),
  ESB000014: row('enquire', 'the status could not be fetched'),
  ESB000033: row('failed', 'the length of the number is wrong', 'recipient_not_found'),
  // Country and currency are constants of ours, so that it is our fault and not the payer's.
  ESB000034: fault('the country is wrong'),
  ESB000035: fault('the currency is wrong'),
  ESB000036: row('failed', 'the form of the number is wrong', 'recipient_not_found'),
  ESB000039: fault('the vendor is not configured for the country'),
  ESB000041: row('duplicate', 'the transaction id exists already'),
  ESB000045: row('not_found', 'no transaction of this id'),
};

/**
 * Codes about the payer, where the payer is us: only we enter a PIN for a payout or a refund, and no
 * customer of ours is to read that it was theirs.
 */
const whereWePay: Readonly<Record<string, CodeRow>> = {
  DP00800001002: fault('our PIN is wrong'),
  DP00800001003: row('failed', 'the limit of our wallet is exceeded', 'operator_refused'),
  DP00800001007: row('configuration', 'our float is too low', 'operator_float_too_low'),
};

/** Who pays: the customer of a collection, or we. */
export type Payer = 'customer' | 'us';

/** What a code means; null for one that the table does not have. */
export function rowOf(code: string, payer: Payer): CodeRow | null {
  const special = payer === 'us' && Object.hasOwn(whereWePay, code) ? whereWePay[code] : undefined;
  return special ?? (Object.hasOwn(codes, code) ? codes[code] : undefined) ?? null;
}

/**
 * Codes of class `failed` that may refuse our query instead of the payment. Where the transaction itself is missing
 * from the answer to a query they end nothing.
 */
export const generalRefusals: ReadonlySet<string> = new Set([
  'DP00800001008',
  'DP00800001009',
  'DP00900001005',
  'ESB000033',
  'ESB000036',
]);

/** What the status of a transaction says (2.4). It outranks every code. */
export type StatusClass = 'succeeded' | 'failed' | 'expired' | 'open';

/** Every status of providers.md 2.3, 2.4 and 2.7. What is not here is not final. */
export const transactionStatuses: Readonly<Record<string, StatusClass>> = {
  TS: 'succeeded',
  TF: 'failed',
  TE: 'expired',
  TA: 'open',
  TIP: 'open',
  // Seen by others only, of unconfirmed meaning.
  TP: 'open',
  TN: 'open',
  TR: 'open',
  TC: 'open',
  // About the call and not the money: the prompt was sent.
  SUCCESS: 'open',
};

/**
 * HTTP statuses that, without a code in the body, mean that nothing was created (2.5, last line). 401 counts after one
 * new token. 403 counts only with JSON: the web firewall's page may come from anywhere on the way.
 */
export const refusingHttpStatuses: ReadonlySet<number> = new Set([401, 403, 429]);
