import { Type } from 'typebox';
import { shillings } from './amount.ts';
import { moment, nullable } from './text.ts';

/** A prompt on the virtual handset of test mode (interface-decisions.md section 8). */
export const promptSchema = Type.Object({
  id: Type.Integer({ examples: [7] }),
  kind: Type.Enum(['collection', 'payout']),
  phone: Type.String({ examples: ['256770000009'] }),
  operator: Type.String({ examples: ['MTN'] }),
  amount: shillings('The amount that the customer pays, or the recipient receives.'),
  currency: Type.String({ const: 'UGX' }),
  description: nullable(Type.String()),
  merchant_name: Type.String({ description: 'Your name, as shown on the phone.' }),
  transaction_id: Type.Integer({ examples: [42] }),
  external_reference: Type.String(),
  status: Type.Enum(['waiting', 'approved', 'declined']),
  created_at: moment('When it appeared.'),
  expires_at: moment('Until when it can be answered.'),
});
