/** Why a review case was opened, for the person who reads it. The kinds are those of the table review_case. */
export const meaningOfKind = {
  late_success: 'The operator said that it was paid, after it had failed here or there.',
  late_failure: 'The operator said that it failed or was taken back, after it was completed here or paid there.',
  amount_differs: 'The operator names another amount than ours.',
  receipt_differs: 'The operator names another receipt than the one that it was completed with.',
  receipt_reused: 'The operator names a receipt that another transaction was completed with.',
  details_differ: 'The operator names another currency, phone or reference than ours.',
  truth_deadline: 'The operator gave no final word in time.',
  worker_gave_up: 'Finding out how it ended failed again and again on our side.',
  cannot_be_asked: 'Its call was not answered, and the operator cannot be asked about such a payment.',
  statement_differs: "The operator's statement tells something else of it than we do.",
  missing_here: "The operator's statement has a payment that we know nothing of.",
  missing_there: "The operator's statement lacks a payment that we say was made.",
} as const;

export type CaseKind = keyof typeof meaningOfKind;
