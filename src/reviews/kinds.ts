/** Why a review case was opened, for the person who reads it. The kinds are those of the table review_case. */
export const meaningOfKind = {
  late_success: 'The operator reported a success after the payment had failed.',
  late_failure: 'The operator reported a failure or a reversal after the payment was completed.',
  amount_differs: 'The operator reported a different amount.',
  receipt_differs: 'The operator reported a different receipt than when it was completed.',
  receipt_reused: 'The operator reported a receipt of another transaction.',
  details_differ: 'The operator reported a different currency, phone or reference.',
  truth_deadline: 'The operator gave no final result in time.',
  worker_gave_up: 'Queries for its result failed repeatedly on our side.',
  cannot_be_asked: 'The call got no response, and the operator has no query for such a payment.',
  statement_differs: "The operator's statement differs from our books.",
  missing_here: "The operator's statement has a payment that is not in our books.",
  missing_there: "A completed payment is missing in the operator's statement.",
} as const;

export type CaseKind = keyof typeof meaningOfKind;
