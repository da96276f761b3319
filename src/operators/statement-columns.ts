/**
 * Which columns of an operator's statement mean what. Operators do not publish the headings of their exports, and
 * change them, so every field lists the headings that it may have; the first that the statement has is taken. Headings
 * and words are compared without capitals, spaces and punctuation. `--columns` replaces single fields.
 */
export interface StatementColumns {
  /** Whether a line is the heading only when it has every column that is named, as in a mapping that a person made. */
  readonly complete: boolean;
  /** The operator's own number of a payment. */
  readonly receipt: readonly string[];
  /** Our reference, as the operator keeps it. */
  readonly reference: readonly string[];
  readonly amount: readonly string[];
  /** In place of one amount with a direction: money in and money out in columns of their own. */
  readonly amount_in: readonly string[];
  readonly amount_out: readonly string[];
  readonly direction: readonly string[];
  readonly direction_words: { readonly in: readonly string[]; readonly out: readonly string[] };
  /** Whether an amount without a minus is money in. Where false only a minus shows a direction. */
  readonly signed: boolean;
  readonly status: readonly string[];
  readonly status_words: {
    readonly succeeded: readonly string[];
    readonly failed: readonly string[];
    readonly pending: readonly string[];
  };
  readonly time: readonly string[];
  /** How 05/06/2027 is read. */
  readonly date_order: 'day_first' | 'month_first';
  /** Rows that are no payments of ours: where the column of this heading holds one of these words. */
  readonly ignore: readonly { readonly column: string; readonly words: readonly string[] }[];
}

/** What exports of business accounts usually have. */
export const commonColumns = {
  complete: false,
  amount: ['Amount', 'Transaction Amount', 'Transaction Value'],
  amount_in: ['Credit', 'Credit Amount', 'Paid In', 'Amount In'],
  amount_out: ['Debit', 'Debit Amount', 'Withdrawn', 'Amount Out'],
  direction: ['Direction', 'Debit/Credit', 'Credit/Debit', 'DR/CR', 'CR/DR'],
  direction_words: { in: ['in', 'credit', 'cr', 'c'], out: ['out', 'debit', 'dr', 'd'] },
  signed: false,
  status: ['Status', 'Transaction Status'],
  status_words: {
    succeeded: ['successful', 'success', 'succeeded', 'completed', 'complete', 'transaction success', 'ts'],
    failed: [
      'failed',
      'failure',
      'transaction failed',
      'tf',
      'rejected',
      'declined',
      'cancelled',
      'canceled',
      'expired',
      'timeout',
      'reversed',
      'rolled back',
    ],
    pending: ['pending', 'ongoing', 'in progress', 'initiated', 'created', 'transaction in progress', 'tip'],
  },
  date_order: 'day_first',
  ignore: [],
} as const satisfies Partial<StatementColumns>;
