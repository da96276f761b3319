/** Machine codes of answers that refuse a request (interface-decisions.md section 1). */
export type RefusalCode =
  | 'malformed_json'
  | 'request_timeout'
  | 'unauthorized'
  | 'key_expired'
  | 'signature_required'
  | 'signature_invalid'
  | 'forbidden'
  | 'factor_required'
  | 'ip_not_allowed'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_in_progress'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'invalid_request'
  | 'insufficient_funds'
  | 'amount_too_small'
  | 'amount_too_large'
  | 'limit_exceeded'
  | 'budget_exceeded'
  | 'number_not_listed'
  | 'operator_not_supported'
  | 'recipient_not_found'
  | 'recipient_limit_reached'
  | 'recipient_cannot_receive'
  | 'customer_refused'
  | 'customer_insufficient_funds'
  | 'customer_limit_reached'
  | 'prompt_expired'
  | 'wallet_frozen'
  | 'own_wallet'
  | 'not_pending'
  | 'approver_is_maker'
  | 'second_person_required'
  | 'live_mode_not_enabled'
  | 'external_reference_used'
  | 'not_refundable'
  | 'already_refunded'
  | 'collection_already_open'
  | 'client_reference_used'
  | 'quote_expired'
  | 'quote_differs'
  | 'case_not_open'
  | 'resolution_does_not_fit'
  | 'idempotency_key_reused'
  | 'webhook_disabled'
  | 'rate_limited'
  | 'internal_error'
  | 'operator_refused'
  | 'operator_unavailable'
  | 'database_unavailable'
  | 'history_unavailable'
  | 'outcome_unknown';

/** A request that is refused: a machine code and one sentence that says what to do about it. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  /** Per wrong field, what is wrong with it. */
  readonly errors: Readonly<Record<string, readonly string[]>> | undefined;
  /** Seconds after which trying again can help. */
  readonly retryAfterSeconds: number | undefined;
  /** Ids that were already taken, so that nothing is unaccounted for. */
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(
    code: RefusalCode,
    message: string,
    more: {
      errors?: Readonly<Record<string, readonly string[]>>;
      retryAfterSeconds?: number;
      data?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.errors = more.errors;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.data = more.data;
  }
}

/** A refusal of one wrong field. */
export function invalidField(field: string, sentence: string): Refusal {
  return new Refusal('invalid_request', sentence, { errors: { [field]: [sentence] } });
}

/** The message of an error that begins in the middle of a sentence, as a sentence. */
export function sentenceOf({ message }: Error): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

/** A refusal of every wrong field, each with the sentence that says what it must be. */
export function invalidFields(sentences: Readonly<Record<string, string>>): Refusal {
  const [[field, sentence] = ['', ''], ...others] = Object.entries(sentences);
  if (others.length === 0) return invalidField(field, sentence);
  return new Refusal(
    'invalid_request',
    `Correct these fields and send the request again: ${Object.keys(sentences).join(', ')}.`,
    { errors: Object.fromEntries(Object.entries(sentences).map(([name, text]) => [name, [text]])) },
  );
}

/** The refusal of an item of a list as one of the whole request. @param place such as payments[2], counted from 0. */
export function refusalOfItem(refusal: Refusal, place: string): Refusal {
  const { code, message, errors = {}, retryAfterSeconds, data } = refusal;
  const placed = Object.entries(errors).map(
    ([field, sentences]) =>
      [field === '' ? place : `${place}.${field}`, sentences.map((sentence) => `${place}: ${sentence}`)] as const,
  );
  const sentence = `${place}: ${message}`;
  return new Refusal(code, sentence, {
    errors: placed.length === 0 ? { [place]: [sentence] } : Object.fromEntries(placed),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(data === undefined ? {} : { data }),
  });
}

/**
 * A request that may have moved money and whose end is not known in time.
 * @param data the ids of its transaction, where one was written. Without them the refusal invites to ask again, with the key.
 */
export function outcomeUnknown(
  data: { readonly transaction_id?: unknown; readonly reference?: unknown } | null,
): Refusal {
  const sentence =
    'Whether this request was carried out is not known yet; do not send it again without the same Idempotency-Key.';
  if (data === null) return new Refusal('outcome_unknown', sentence, { retryAfterSeconds: 5 });
  return new Refusal(
    'outcome_unknown',
    `${sentence} Repeat it with that key to get its answer, or read the status of transaction ${data.transaction_id}.`,
    { data: { ...data } },
  );
}

/** A refusal of a path, or of an id in it, that names nothing the caller may see. */
export function notFound(): Refusal {
  return new Refusal('not_found', 'There is no resource at this address; check the path and the id in it.');
}

/** The Idempotency-Key belongs to another request. */
export function idempotencyKeyReused(): Refusal {
  return new Refusal(
    'idempotency_key_reused',
    'This Idempotency-Key was used with another request; send the same request again or use a new key.',
  );
}
