import { Type } from 'typebox';
import { amountOf, payoutBounds, refundBounds, shillings } from './amount.ts';
import { clientDataFields, shownClientDataFields } from './client-data.ts';
import { descriptionText, moment, nullable, phoneOf } from './text.ts';

/** What a request to send money holds, from a program or from a form. */
export const sendMoneyFields = {
  recipient_phone: phoneOf('The recipient.'),
  amount: amountOf(
    payoutBounds,
    'The amount that the recipient receives, or the amount that leaves the wallet when sender_pays_fee is false.',
  ),
  description: Type.Optional(descriptionText),
  sender_pays_fee: Type.Optional(Type.Boolean({ default: true, description: 'Whether the fee comes on top.' })),
  ...clientDataFields,
};

/** What a request to withdraw holds. */
export const withdrawalFields = {
  phone: phoneOf('The mobile-money account that gets it.'),
  amount: amountOf(payoutBounds, 'The amount that the destination receives.'),
  description: Type.Optional(descriptionText),
  ...clientDataFields,
};

/** What a request to refund a collection holds. */
export const refundRequest = Type.Object(
  {
    amount: Type.Optional(
      amountOf(
        refundBounds,
        'The amount that the customer gets back; leave it out for all that is left of the collection.',
      ),
    ),
    description: Type.Optional(descriptionText),
    ...clientDataFields,
  },
  { title: 'RefundRequest' },
);

const requiresApproval = Type.Boolean({ description: 'Whether a second person must approve it first.' });
const newBalance = nullable(shillings('The balance after it.'));
const externalReference = nullable(Type.String({ description: 'The reference that the operator knows.' }));

/** data of a send-money answer (interface-decisions.md section 3). */
export const sentMoney = Type.Object(
  {
    transaction_id: Type.Integer({ examples: [42] }),
    reference: Type.String({ examples: ['SM_1781000000_42'] }),
    recipient_name: nullable(Type.String()),
    recipient_phone: Type.String({ examples: ['256770000001'] }),
    amount_sent: shillings('The amount that the recipient receives.'),
    fee_amount: shillings('The fee.'),
    total_deducted: shillings('The amount that leaves the wallet.'),
    transfer_type: Type.Enum(['internal', 'external']),
    status: Type.Enum(['pending', 'processing', 'completed']),
    requires_approval: requiresApproval,
    new_balance: newBalance,
    external_reference: externalReference,
    created_at: moment('When it was accepted.'),
    completed_at: nullable(moment('When it completed; null until then.')),
    ...shownClientDataFields,
  },
  { title: 'Payment' },
);

/** How many payments a batch may have: as many as the ledger writes in one database transaction. */
export const batchPaymentsMax = 256;

/** The largest body of a batch in bytes: enough for 256 payments with long descriptions and metadata. */
export const batchBodyBytesMax = 1024 * 1024;

/** What a batch of payments holds. */
export const batchRequest = Type.Object(
  {
    payments: Type.Array(Type.Object(sendMoneyFields, { title: 'BatchPaymentRequest' }), {
      minItems: 1,
      maxItems: batchPaymentsMax,
      description: 'Each to a phone with a wallet of this service.',
    }),
  },
  {
    title: 'BatchRequest',
    examples: [
      {
        payments: [
          { recipient_phone: '256770000001', amount: 50_000, client_reference: 'share-1' },
          { recipient_phone: '256770000002', amount: 35_000, client_reference: 'share-2' },
        ],
      },
    ],
  },
);

/** data of a batch's answer. */
export const batch = Type.Object(
  {
    batch_id: Type.Integer({ description: 'The transaction_id of its first payment.', examples: [42] }),
    payment_count: Type.Integer({ examples: [2] }),
    amount_sent: shillings('The sum that the recipients receive.'),
    fee_amount: shillings('The sum of the fees.'),
    total_deducted: shillings('The sum that leaves the wallet.'),
    new_balance: shillings('The balance after the last payment.'),
    created_at: moment('When it was made.'),
    payments: Type.Array(sentMoney, { description: 'In the order of the request.' }),
  },
  { title: 'Batch' },
);

/** data of a refund's answer. */
export const refund = Type.Object(
  {
    transaction_id: Type.Integer({ examples: [43] }),
    reference: Type.String({ examples: ['REF_1781000000_43'] }),
    collection_id: Type.Integer({ description: 'The transaction_id of the collection.', examples: [42] }),
    amount: shillings('The amount that goes back to the customer; it leaves the wallet.'),
    status: Type.String({ const: 'processing' }),
    new_balance: newBalance,
    external_reference: externalReference,
    created_at: moment('When it was accepted.'),
    ...shownClientDataFields,
  },
  { title: 'Refund' },
);

/** data of a withdrawal's answer (interface-decisions.md section 3). */
export const withdrawal = Type.Object(
  {
    transaction_id: Type.Integer({ examples: [42] }),
    reference: Type.String({ examples: ['API_WD_1781000000_42'] }),
    amount: shillings('The amount that the destination receives.'),
    fee: shillings('The fee.'),
    total_deducted: shillings('The amount that leaves the wallet.'),
    destination_phone: Type.String({ examples: ['256770000001'] }),
    status: Type.Enum(['pending', 'processing']),
    requires_approval: requiresApproval,
    new_balance: newBalance,
    external_reference: externalReference,
    created_at: moment('When it was accepted.'),
    ...shownClientDataFields,
  },
  { title: 'Withdrawal' },
);
