import { Type } from 'typebox';
import { failureSentences } from '../../settlement/failure-sentences.ts';
import { shillings } from './amount.ts';
import { clientDataFilters, shownClientDataFields } from './client-data.ts';
import { momentText } from './moment.ts';
import { moment, nullable, phoneOf } from './text.ts';

const failureList = Object.entries(failureSentences)
  .map(([code, sentence]) => `- \`${code}\`: ${sentence}`)
  .join('\n');

export const transactionType = Type.Enum([
  'payment_sent',
  'payment_received',
  'withdrawal',
  'collection',
  'deposit',
  'adjustment',
  'refund',
]);

export const transactionStatus = Type.Enum(['pending', 'processing', 'completed', 'failed']);

/** The mode of a wallet that staff chooses. */
export const chosenMode = Type.Union([Type.Literal('test'), Type.Literal('live')]);

/** The filter by mode of a list of staff. */
export const modeFilter = Type.Optional(
  Type.Union([Type.Literal('test'), Type.Literal('live')], { description: 'Default both.' }),
);

/** The filters of a wallet's history, in the API and in the dashboard's exports. */
export const transactionFilters = {
  type: Type.Optional(transactionType),
  status: Type.Optional(transactionStatus),
  reference: Type.Optional(
    Type.String({ pattern: '^[A-Z_]{2,8}_[0-9]{1,12}_[0-9]{1,16}$', examples: ['SM_1781000000_42'] }),
  ),
  phone: Type.Optional(phoneOf('The phone of the counterparty.')),
  from: Type.Optional(momentText('Created at or after this moment.')),
  to: Type.Optional(momentText('Created before this moment.')),
  ...clientDataFilters,
};

/** interface.md, "Transaction object", with what interface-decisions.md section 3 adds. */
export const transactionSchema = Type.Object(
  {
    id: Type.Integer({ examples: [42] }),
    reference: Type.String({ description: 'Our reference.', examples: ['SM_1781000000_42'] }),
    external_reference: nullable(
      Type.String({ description: 'The reference that the operator knows; null when internal.' }),
    ),
    type: transactionType,
    amount: shillings('The amount that leaves the payer: net_amount + fee_amount.'),
    fee_amount: shillings('The fee.'),
    net_amount: shillings('The amount that reaches the receiver.'),
    currency: Type.String({ const: 'UGX' }),
    status: transactionStatus,
    description: nullable(Type.String()),
    created_at: moment('When it was accepted.'),
    completed_at: nullable(moment('When it completed.')),
    failed_at: nullable(moment('When it failed.')),
    metadata: Type.Object(
      {
        api_triggered: Type.Boolean(),
        recipient_phone: Type.Optional(nullable(Type.String())),
        recipient_name: Type.Optional(nullable(Type.String())),
        customer_phone: Type.Optional(nullable(Type.String())),
        customer_name: Type.Optional(nullable(Type.String())),
        provider: Type.Optional(nullable(Type.String({ examples: ['MTN'] }))),
        operator_receipt: Type.Optional(Type.String()),
        refunds: Type.Optional(Type.Integer({ description: 'Of a refund: the collection.', examples: [41] })),
        bulk_payout_id: Type.Optional(
          Type.Integer({ description: 'Of a payment of a bulk payout: the number of the bulk payout.', examples: [5] }),
        ),
        bulk_payout_row: Type.Optional(
          Type.Integer({ description: 'And the row of its file, the first payment being 1.', examples: [1] }),
        ),
        batch_id: Type.Optional(
          Type.Integer({
            description: 'Of a payment of a batch: the id of the first payment of the batch.',
            examples: [48],
          }),
        ),
        batch_item: Type.Optional(Type.Integer({ description: 'And its place in the batch, from 1.', examples: [1] })),
        batch_items: Type.Optional(
          Type.Integer({ description: 'And how many payments the batch has.', examples: [2] }),
        ),
        quote_id: Type.Optional(
          Type.Integer({ description: 'Of a payment that named a quote: the quote.', examples: [9] }),
        ),
        quoted_at: Type.Optional(moment('And when the quote was created.')),
        sender_phone: Type.Optional(nullable(Type.String({ description: 'Of a received payment.' }))),
        sender_name: Type.Optional(nullable(Type.String({ description: 'Of a received payment.' }))),
        bank_reference: Type.Optional(
          Type.String({ description: 'Of a deposit or an adjustment: the document that it was booked from.' }),
        ),
        review_case: Type.Optional(
          Type.Integer({ description: 'Of an adjustment for a payment without a transaction: the review case.' }),
        ),
        resolves: Type.Optional(
          Type.Integer({ description: 'Of an adjustment that ends a review: the transaction.', examples: [41] }),
        ),
      },
      {
        title: 'TransactionMetadata',
        additionalProperties: true,
        description: 'Fields that only some transactions have, and the pairs that the client noted on the payment.',
      },
    ),
    mode: Type.Enum(['live', 'test']),
    direction: Type.Enum(['in', 'out']),
    failure_code: nullable(
      Type.String({
        enum: Object.keys(failureSentences),
        description: `Why it failed; null unless failed. Codes may be added.\n\n${failureList}`,
      }),
    ),
    failure_reason: nullable(Type.String({ description: 'Why it failed, in one sentence.' })),
    sender_pays_fee: Type.Optional(nullable(Type.Boolean({ description: 'Outgoing transactions only.' }))),
    balance_after: nullable(shillings('The balance after its latest transfer; null before.')),
    client_reference: shownClientDataFields.client_reference,
  },
  { title: 'Transaction' },
);
