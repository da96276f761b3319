import { Type } from 'typebox';
import { bulkRowsMax } from '../../bulk-payouts/bulk-file.ts';
import { type BulkPayout, bulkStatuses } from '../../bulk-payouts/bulk-payout.ts';
import type { BulkProgress, BulkRowState } from '../../bulk-payouts/bulk-progress.ts';
import type { BulkDuplicate } from '../../bulk-payouts/check-bulk.ts';
import { shillings } from './amount.ts';
import { lineOf, moment, nullable, textOf } from './text.ts';

/** The largest body of a request with the rows of a bulk payout, in bytes: enough for 10,000 with long descriptions. */
export const bulkBodyBytesMax = 4 * 1024 * 1024;

export const bulkName = lineOf(120, 'For the people who approve it and read its result.', {
  examples: ['Wages, March'],
});

export const bulkCsv = Type.String({
  minLength: 1,
  maxLength: 3_500_000,
  description: 'Rows of phone, amount and description, with a header or without; at most 10,000.',
  examples: ['phone,amount,description\n256770000001,50000,Wages for March\n'],
});

const requestedRow = Type.Object(
  {
    // What a number and an amount must be is checked row by row, so that a refusal names every wrong row.
    recipient_phone: Type.String({ maxLength: 20, examples: ['256770000001'] }),
    amount: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Shillings that the recipient receives; the fee comes on top.',
      examples: [50_000],
    }),
    description: Type.Optional(textOf(255, 'Free text.', 'Wages for March')),
    client_reference: Type.Optional(
      lineOf(64, "The client's own number or name of the payment.", { examples: ['wage-2041'] }),
    ),
  },
  { title: 'BulkPayoutRowRequest' },
);

export const bulkPayoutFields = {
  name: bulkName,
  rows: Type.Optional(Type.Array(requestedRow, { minItems: 1, maxItems: bulkRowsMax, description: 'Or `csv`.' })),
  csv: Type.Optional(bulkCsv),
  ask_approval: Type.Optional(
    Type.Boolean({ default: false, description: 'Require a second person also below the threshold of the wallet.' }),
  ),
};

/** A request with rows; those with `csv` have none. */
export const bulkPayoutExample = {
  name: 'Wages, March',
  rows: [
    { recipient_phone: '256770000001', amount: 50_000, description: 'Wages for March', client_reference: 'wage-2041' },
  ],
};

/** The states of a row, as its payment stands. */
export const bulkRowStatus = Type.Enum(['waiting', 'processing', 'completed', 'failed', 'cancelled']);

const fields = {
  id: Type.Integer({ examples: [5] }),
  name: Type.String({ examples: ['Wages, March'] }),
  status: Type.Enum(bulkStatuses, {
    description:
      'draft: nothing is paid until it is confirmed. running: rows are sent. finished: every row was sent or refused; its payments may still be processing.',
  }),
  row_count: Type.Integer({ examples: [120] }),
  amount: shillings('The sum that the recipients receive.'),
  fees: shillings('The fees of all rows, as they were when it was created.'),
  total_deducted: shillings('The sum of both: what leaves the wallet when every row is paid.'),
  retry_of: nullable(Type.Integer({ description: 'The bulk payout whose failed rows it sends again.', examples: [4] })),
  reason: nullable(Type.String({ description: 'Why it was rejected, where the person said so.' })),
  created_at: moment('When it was created.'),
  expires_at: nullable(moment('Until when a draft can be confirmed, or the bulk payout approved; null elsewhere.')),
  begun_at: nullable(moment('When its first rows could be sent.')),
  ended_at: nullable(moment('When the last row was sent, or it was cancelled.')),
};

export const bulkPayout = Type.Object(fields, { title: 'BulkPayout' });

export const createdBulkPayout = Type.Object(
  {
    ...fields,
    duplicates: Type.Array(
      Type.Object(
        {
          row: Type.Integer({ examples: [7] }),
          same_as_row: Type.Integer({ description: 'An earlier row with this phone and amount.', examples: [3] }),
          recipient_phone: Type.String({ examples: ['256770000001'] }),
          amount: shillings('The amount of both.'),
        },
        { title: 'BulkPayoutDuplicate' },
      ),
      {
        description:
          'Rows that repeat an earlier one, the first hundred: often a mistake, so look at them before you confirm.',
      },
    ),
  },
  { title: 'CreatedBulkPayout' },
);

export const bulkPayoutWithProgress = Type.Object(
  {
    ...fields,
    progress: Type.Object(
      Object.fromEntries(
        ['waiting', 'processing', 'completed', 'failed', 'cancelled'].map((status) => [
          status,
          Type.Integer({ minimum: 0, examples: [12] }),
        ]),
      ),
      { title: 'BulkPayoutProgress', description: 'The number of rows in each state.' },
    ),
  },
  { title: 'BulkPayoutWithProgress' },
);

export const bulkPayoutRow = Type.Object(
  {
    row: Type.Integer({ description: 'The first one is 1.', examples: [1] }),
    recipient_phone: Type.String({ examples: ['256770000001'] }),
    amount: shillings('The amount that the recipient receives.'),
    fee: shillings('The fee.'),
    description: nullable(Type.String()),
    client_reference: nullable(Type.String({ examples: ['wage-2041'] })),
    status: bulkRowStatus,
    transaction_id: nullable(Type.Integer({ description: 'Its payment; null until it was sent.', examples: [42] })),
    code: nullable(Type.String({ description: 'Why it failed: a failure_code, or the code of a refusal.' })),
    reason: nullable(Type.String({ description: 'The same in one sentence.' })),
  },
  { title: 'BulkPayoutRow' },
);

/** A bulk payout as programs see it. Pure. */
export function bulkPayoutObject(bulk: BulkPayout) {
  return {
    id: bulk.bulkPayoutId,
    name: bulk.name,
    status: bulk.status,
    row_count: bulk.rowCount,
    amount: bulk.amount,
    fees: bulk.fees,
    total_deducted: bulk.amount + bulk.fees,
    retry_of: bulk.retryOf,
    reason: bulk.reason,
    created_at: bulk.createdAt.toISOString(),
    expires_at: bulk.expiresAt?.toISOString() ?? null,
    begun_at: bulk.begunAt?.toISOString() ?? null,
    ended_at: bulk.endedAt?.toISOString() ?? null,
  };
}

/** The number of duplicates that are listed one by one. */
const toldMax = 100;

/** As the response to its creation shows it. Pure. */
export function createdBulkPayoutObject(bulk: BulkPayout, duplicates: readonly BulkDuplicate[]) {
  return {
    ...bulkPayoutObject(bulk),
    duplicates: duplicates.slice(0, toldMax).map(({ line, sameAsLine, phone, amount }) => ({
      row: line,
      same_as_row: sameAsLine,
      recipient_phone: phone,
      amount,
    })),
  };
}

export function bulkPayoutWithProgressObject(bulk: BulkPayout, progress: BulkProgress) {
  return { ...bulkPayoutObject(bulk), progress };
}

export function bulkPayoutRowObject(row: BulkRowState) {
  return {
    row: row.row,
    recipient_phone: row.phone,
    amount: row.amount,
    fee: row.fee,
    description: row.description,
    client_reference: row.clientReference,
    status: row.status,
    transaction_id: row.transactionId,
    code: row.code,
    reason: row.reason,
  };
}
