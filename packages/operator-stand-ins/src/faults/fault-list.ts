/**
 * Every fault, by the moment at which it is drawn. Of each group at most one happens at a time, so a money call can be
 * slow while its callback comes twice and its reason is an object.
 */
export const faultGroups = {
  /** A money call: collection, payout or refund. `…_done` has happened although its answer does not say so. */
  call: [
    'slow',
    'silent_done',
    'reset_before',
    'reset_after',
    'error_500_done',
    'error_500_not_done',
    'error_503_done',
    'error_503_not_done',
    'html_403',
    'html_503',
    'html_503_done',
    'conflict_done',
    'unauthorized',
    'rate_limited',
    'refused',
    'timeout_408_done',
    'timeout_408_not_done',
    'gateway_timeout_done',
    'gateway_timeout_not_done',
    'went_wrong_done',
    'went_wrong_not_done',
  ],
  /** A status query. */
  query: [
    'query_slow',
    'query_silent',
    'query_reset',
    'query_500',
    'query_503',
    'query_html_403',
    'query_html_503',
    'query_not_found',
    'query_unauthorized',
    'query_rate_limited',
  ],
  /** A look-up of a number, or of a balance. */
  lookup: ['lookup_slow', 'lookup_silent', 'lookup_reset', 'lookup_500', 'lookup_html_503', 'lookup_rate_limited'],
  token: ['token_slow', 'token_reset', 'token_500', 'token_html_503', 'token_rate_limited'],
  /** What becomes of a payment. */
  outcome: ['fails', 'never_ends', 'ends_late', 'late_success', 'late_failure'],
  callback: [
    'callback_never',
    'callback_twice',
    'callback_late',
    'callback_forged',
    'callback_early',
    'callback_midway',
  ],
  callback_method: ['callback_put', 'callback_post'],
  reason: ['reason_string', 'reason_object'],
  numbers: ['numbers_as_strings', 'numbers_as_numbers'],
  /** The operator speaks of another payment than ours. */
  difference: ['other_amount', 'other_currency', 'other_phone', 'other_reference'],
  /** Airtel's portal samples that say success and something else in one answer (providers.md 2.4). */
  trap: ['success_in_process', 'success_not_success'],
  /** What is known of the person behind a number. */
  person: ['person_unknown', 'person_nameless', 'person_inactive', 'person_barred'],
} as const;

export type FaultGroup = keyof typeof faultGroups;
export type FaultOf<Group extends FaultGroup> = (typeof faultGroups)[Group][number];
export type Fault = FaultOf<FaultGroup>;

/** The faults of one operator with their groups: all but those that its documentation knows nothing like. */
export type KnownFaults = ReadonlyMap<string, FaultGroup>;

export function allFaultsBut(unlike: readonly Fault[]): KnownFaults {
  return new Map(
    (Object.keys(faultGroups) as FaultGroup[]).flatMap((group) =>
      faultGroups[group]
        .filter((fault) => !(unlike as readonly string[]).includes(fault))
        .map((fault) => [fault, group] as const),
    ),
  );
}
