import type { AirtelMoney } from '../operators/airtel-money/airtel-money.ts';
import type { MtnMomo } from '../operators/mtn-momo/mtn-momo.ts';

/**
 * Which columns of an operator's statement mean what. Neither operator publishes the headings of its exports, and both
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
  /** Whether an amount without a minus is money in. Where false only a minus tells a direction. */
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

export type StatementOperator = 'mtn' | 'airtel';

/**
 * Whether a refund is sent with a reference of ours, so that a statement can name it. Where it is not, a completed refund
 * has neither a reference nor a receipt that the operator knows.
 */
export const namesRefunds: {
  readonly mtn: MtnMomo['refundsCanBeAskedAbout'];
  readonly airtel: AirtelMoney['refundsCanBeAskedAbout'];
} = { mtn: true, airtel: false };

const bothHave = {
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
} as const;

/** The headings that exports of Ugandan business accounts are known or expected to have (docs/operators.md). */
export const columnsOf: Readonly<Record<StatementOperator, StatementColumns>> = {
  mtn: {
    ...bothHave,
    receipt: ['Financial Transaction Id', 'Id', 'Transaction Id'],
    reference: ['External Transaction Id', 'External Id', 'Reference Id', 'Reference'],
    time: ['Date', 'Completion Date', 'Completed', 'Transaction Date', 'Date Time', 'Time'],
  },
  airtel: {
    ...bothHave,
    receipt: ['Airtel Money Id', 'Transaction Id', 'Txn Id', 'Transfer Id', 'Id'],
    reference: [
      'Partner Transaction Id',
      'Merchant Transaction Id',
      'External Transaction Id',
      'External Id',
      'External Reference',
      'Reference Id',
      'Reference Number',
      'Reference No',
      'Reference',
    ],
    time: ['Transaction Date and Time', 'Transaction Date', 'Date Time', 'Date', 'Transfer Date', 'Time'],
  },
};
