/** Everything that waits for minutes in production waits for seconds, and no alarm stops a run full of faults. */
export const quickSettings = {
  NSIMBI_OPERATOR_WAIT: '1s',
  NSIMBI_POLL_DELAYS: '1s,1s,2s,3s,5s',
  NSIMBI_RESEND_AFTER: '3s',
  NSIMBI_NOT_FOUND_ALARM: '100%',
  NSIMBI_MTN_QUERIES_PER_SECOND: '5000',
  NSIMBI_AIRTEL_QUERIES_PER_SECOND: '5000',
} as const;

/** Settings of a stand-in: tokens run out within a run; a callback that nobody takes is sent again twice. */
export const quickStandIn = {
  settleDelayMs: 400,
  tokenLifetimeMs: 70_000,
  queriesPerSecond: null,
  callbackRetryDelaysMs: [300, 1_500],
} as const;
