import { Type } from 'typebox';
import { type FeeRequest, quotedOperations } from '../../wallet/quote-fee.ts';
import { compileValidatorWith } from '../validation.ts';
import { type AmountBounds, collectionBounds, payoutBounds } from './amount.ts';
import { phoneOf } from './text.ts';

export const feeOperation = Type.Enum([...quotedOperations]);

/** The query of a fee. */
export const feeQuery = Type.Object({
  operation: feeOperation,
  amount: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Within the bounds of the operation.',
    examples: [50_000],
  }),
  recipient_phone: Type.Optional(phoneOf('The recipient; decides between internal and external.')),
  sender_pays_fee: Type.Optional(Type.Boolean({ default: true, description: 'Of send_money.' })),
});

const boundsOf: Record<FeeRequest['operation'], AmountBounds> = {
  send_money: payoutBounds,
  withdrawal: payoutBounds,
  collection: collectionBounds,
};

/** Checks the query of a quote: each operation has bounds of its own for the amount. */
export const compileQuoteValidator = compileValidatorWith(({ operation, amount }) => {
  if (!isOperation(operation) || !Number.isSafeInteger(amount) || Number(amount) < 0) return [];
  const { minimum, maximum } = boundsOf[operation];
  if (Number(amount) < minimum) return [{ field: 'amount', bound: { is: 'minimum', limit: minimum } }];
  return Number(amount) > maximum ? [{ field: 'amount', bound: { is: 'maximum', limit: maximum } }] : [];
});

function isOperation(text: unknown): text is FeeRequest['operation'] {
  return typeof text === 'string' && Object.hasOwn(boundsOf, text);
}
