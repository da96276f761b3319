import { Type } from 'typebox';
import { referenceOf } from '../../ledger/reference.ts';
import type { Transaction } from '../../ledger/transaction.ts';
import { shillings } from './amount.ts';
import { lineOf, moment, nullable } from './text.ts';
import { transactionStatus, transactionType } from './transaction.ts';

const transactionId = Type.Integer({ description: 'The id of the transaction.', examples: [42] });
const reference = Type.String({ description: 'Our reference.', examples: ['SM_1781000000_42'] });

/** A payment that waits for a second person, as programs see it: ShownPayment. */
export const approvalSchema = Type.Object(
  {
    transaction_id: transactionId,
    reference,
    type: transactionType,
    amount: shillings('What leaves the wallet: net_amount + fee_amount. The approval must repeat it.'),
    fee_amount: shillings('The fee.'),
    net_amount: shillings('The amount that reaches the recipient.'),
    recipient_phone: nullable(Type.String({ examples: ['256770000001'] })),
    recipient_name: nullable(Type.String()),
    provider: nullable(Type.String({ description: 'The operator of the recipient.', examples: ['MTN'] })),
    description: nullable(Type.String()),
    maker: Type.String({
      description: 'Who requested it: the email address of a person, or api_key: and the id of a key.',
      examples: ['api_key:7'],
    }),
    responsible: nullable(
      Type.String({
        description: 'The person behind the maker: of an API key, who created or last rolled it. Null: none is known.',
        examples: ['owner@shop.test'],
      }),
    ),
    approvers_needed: Type.Integer({ minimum: 1, maximum: 2, description: 'How many persons must approve it.' }),
    first_approver: nullable(Type.String({ description: 'Who has approved it already, where two must.' })),
    created_at: moment('When it was accepted.'),
    expires_at: moment('When it fails, unless it is approved before.'),
  },
  { title: 'Approval' },
);

/** The payment after a decision. */
export const approvalDecision = Type.Object(
  {
    transaction_id: transactionId,
    reference,
    status: transactionStatus,
  },
  {
    title: 'ApprovalDecision',
    description: 'The transaction after the decision; pending: another person must approve it too.',
  },
);

export const approveFields = {
  amount: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The `amount` of the approval, in shillings.',
    examples: [53_000],
  }),
};

export const rejectFields = {
  reason: Type.Optional(
    lineOf(255, 'The reason; the `failure_reason` of the transaction.', { examples: ['The invoice was paid before'] }),
  ),
};

/** Pure. */
export function approvalDecisionObject({ transactionId, type, createdAtMs, status }: Transaction) {
  return { transaction_id: transactionId, reference: referenceOf(type, createdAtMs, transactionId), status };
}
