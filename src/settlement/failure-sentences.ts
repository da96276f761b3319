import type { Failure, FailureCode, FailureStage } from '../ledger/transaction.ts';

/** What a client reads about each reason why money did not move: one sentence or two that say what to do. */
export const failureSentences: Record<FailureCode, string> = {
  customer_refused: 'The customer declined the payment. Ask them before you send a new request.',
  customer_insufficient_funds:
    'The customer does not have enough money in their mobile-money account. Try again after they top up.',
  customer_limit_reached:
    "The payment would exceed a limit of the customer's mobile-money account. Try a smaller amount or wait until the limit is renewed.",
  prompt_expired: 'Nobody answered the prompt on the phone in time. Try again when the phone is at hand.',
  recipient_not_found: 'No mobile-money account is registered under this phone number. Check the number.',
  recipient_limit_reached:
    "The payment would exceed a limit of the recipient's mobile-money account. Try a smaller amount or wait until the limit is renewed.",
  recipient_cannot_receive:
    "The recipient's mobile-money account cannot receive this payment. Ask them to contact their operator.",
  operator_refused:
    'The mobile-money operator refused the request for a reason on our side. We have been alerted; try again later.',
  operator_float_too_low:
    'The mobile-money operator could not pay out at the moment for a reason on our side. We have been alerted; try again later.',
  operator_unavailable: 'The mobile-money operator could not be reached. Try again later.',
  operator_failed: 'The mobile-money operator could not complete the payment. Try again later.',
  approval_rejected: 'The payment was rejected by the person who had to approve it. Ask them before you try again.',
  approval_expired: 'Nobody approved the payment in time. Make it again if it is still wanted.',
  not_sent_in_time:
    'The payment could not be handed to the mobile-money operator in time, so it was not sent. Try again later.',
};

/** A failure as the ledger stores it and the client reads it. The operator's own message goes to the log only. */
export function failureOf(stage: FailureStage, code: FailureCode): Failure {
  return { stage, code, reason: failureSentences[code] };
}
