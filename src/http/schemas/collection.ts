import { Type } from 'typebox';
import { amountOf, collectionBounds, shillings } from './amount.ts';
import { clientDataFields, shownClientDataFields } from './client-data.ts';
import { descriptionText, moment, nullable, phoneOf, textOf } from './text.ts';

/** What a request to collect a payment holds, from a program or from a form. */
export const collectionFields = {
  customer_phone: phoneOf('Who pays.'),
  amount: amountOf(collectionBounds, 'The amount that the customer pays.'),
  description: Type.Optional(descriptionText),
  customer_name: Type.Optional(textOf(120, 'Kept for your records.', 'Akello Grace')),
  ...clientDataFields,
};

const reference = Type.String({ examples: ['API_COL_1781000000_42'] });
const externalReference = nullable(Type.String({ description: 'The reference that the operator knows.' }));

/** interface.md, "Collection" (data of the collect-payment response). */
export const collection = Type.Object(
  {
    transaction_id: Type.Integer({ examples: [42] }),
    reference,
    customer_phone: Type.String({ examples: ['256770000001'] }),
    customer_name: nullable(Type.String()),
    amount_requested: shillings('The amount that the customer pays.'),
    collection_fee: shillings('The fee deducted from it.'),
    net_amount_to_receive: shillings('The amount that is credited to the wallet.'),
    status: Type.String({ const: 'processing' }),
    external_reference: externalReference,
    instructions: Type.String({ description: 'What happens next, for people.' }),
    created_at: moment('When it was accepted.'),
    ...shownClientDataFields,
  },
  { title: 'Collection' },
);

/** interface.md, "Collection status": fields at the top level. */
export const collectionStatusSchema = Type.Object(
  {
    success: Type.Boolean({ const: true, description: 'Always true with HTTP 200; only `status` tells the outcome.' }),
    transaction_id: Type.Integer({ examples: [42] }),
    reference,
    status: Type.Enum(['processing', 'completed', 'failed']),
    amount_requested: shillings('The amount that the customer pays.'),
    collection_fee: shillings('The fee deducted from it.'),
    net_amount_received: nullable(shillings('The amount that was credited to the wallet; null until completed.')),
    failure_reason: nullable(Type.String({ description: 'Why it failed, in one sentence; null unless failed.' })),
    external_reference: externalReference,
    customer_phone: Type.String({ examples: ['256770000001'] }),
    customer_name: nullable(Type.String()),
    created_at: moment('When it was accepted.'),
    completed_at: nullable(moment('When it completed.')),
    failed_at: nullable(moment('When it failed.')),
    ...shownClientDataFields,
  },
  { title: 'CollectionStatus' },
);
