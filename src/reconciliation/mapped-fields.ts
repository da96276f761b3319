/** The columns of a statement that a person maps, in the order in which the page asks for them. */
export const mappedFields = [
  'receipt',
  'reference',
  'amount',
  'amount_in',
  'amount_out',
  'direction',
  'status',
  'time',
] as const;
