import type { RefusalCode } from '../refusal.ts';

/** What each code means to a client: the catalogue in the OpenAPI document. */
export const meaningOfCode: Record<RefusalCode, string> = {
  malformed_json: 'The body is not valid JSON in UTF-8.',
  request_timeout: 'The request did not arrive in time; nothing was done.',
  unauthorized: 'The API key is missing, wrong or revoked.',
  key_expired: 'The API key has expired.',
  forbidden: 'The API key lacks the permission that the message names, or the person behind it may not do this.',
  factor_required: 'A person must confirm that it is them, in the dashboard.',
  ip_not_allowed: 'The API key may not be used from this address.',
  not_found: 'There is no such thing, or it belongs to somebody else.',
  method_not_allowed: 'The address does not take this method; the header Allow lists those it takes.',
  request_in_progress: 'The first request with this Idempotency-Key is still running.',
  body_too_large: 'The body is larger than 64 KiB.',
  unsupported_media_type: 'The body is not sent as application/json, or it is compressed.',
  invalid_request: 'A field is wrong; `errors` names it.',
  insufficient_funds: 'The wallet has too little money for the amount and its fee.',
  amount_too_small: 'The amount is below what the operation takes.',
  amount_too_large: 'The amount is above what the operation takes.',
  limit_exceeded: 'A limit of your wallet does not allow it.',
  budget_exceeded: 'The budget of the API key does not allow it; the message says what is left and until when.',
  number_not_listed: 'Withdrawals are only allowed to registered numbers, and this is none.',
  operator_not_supported: 'The operator of this number is not served.',
  recipient_not_found: 'The number has no mobile-money account.',
  recipient_limit_reached: 'The recipient has reached a limit of their account.',
  recipient_cannot_receive: 'The recipient cannot receive money just now.',
  customer_refused: 'The customer refused to pay.',
  customer_insufficient_funds: 'The customer has too little money.',
  customer_limit_reached: 'The customer has reached a limit of their account.',
  prompt_expired: 'The customer did not answer in time.',
  wallet_frozen: 'The wallet is frozen: nothing can go out.',
  own_wallet: 'Money cannot be sent to the wallet that it comes from.',
  not_pending: 'The transaction does not wait for approval.',
  approver_is_maker: 'A second person must approve it.',
  second_person_required:
    'A second person must approve it, who is independent of the first and known behind the API key.',
  live_mode_not_enabled: 'Live mode is not enabled yet.',
  external_reference_used: 'The external reference is booked already.',
  not_refundable: 'Only a completed collection can be refunded.',
  already_refunded: 'The collection has a refund already.',
  client_reference_used: 'An earlier payment of this wallet has this client_reference, and the wallet uses each once.',
  collection_already_open: 'This customer still has a collection of this wallet to answer.',
  case_not_open: 'The review case is resolved already.',
  resolution_does_not_fit: 'The review case cannot be resolved in this way.',
  idempotency_key_reused: 'The Idempotency-Key was used for another request.',
  webhook_disabled: 'The webhook is disabled; enable it first.',
  rate_limited: 'Too many requests in this minute.',
  internal_error: 'Something went wrong on our side.',
  operator_refused: 'The operator refused us, or answered nonsense.',
  operator_unavailable: 'The operator cannot be reached.',
  database_unavailable: 'The service cannot reach its database; nothing happened.',
  history_unavailable:
    'Old transactions are kept in a history store that the service cannot reach; recent ones are not affected.',
  outcome_unknown: 'Whether it happened is not known yet: do not send it again without the same Idempotency-Key.',
};

/** What every route below /api/v1 can answer with. */
export const failuresOfEveryRoute: readonly RefusalCode[] = [
  'unauthorized',
  'key_expired',
  'ip_not_allowed',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'rate_limited',
  'internal_error',
  'database_unavailable',
];

/** What every route that takes a body adds. */
export const failuresOfBodies: readonly RefusalCode[] = [
  'malformed_json',
  'request_timeout',
  'body_too_large',
  'unsupported_media_type',
  'invalid_request',
];
