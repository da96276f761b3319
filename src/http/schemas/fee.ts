import { Type } from 'typebox';
import { type FeeOperation, feeOperations } from '../../fees/schedules.ts';
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
export const compileQuoteValidator = compileAmountValidator(boundsOf);

/** The query of a cost by the schedule of an operation, for the settings page of the dashboard. */
export const costQuery = Type.Object({
  operation: Type.Enum([...feeOperations], { sentence: `operation must be one of ${feeOperations.join(', ')}.` }),
  amount: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Shillings, within the bounds of the operation.',
    examples: [50_000],
  }),
});

const boundsOfSchedule: Record<FeeOperation, AmountBounds> = {
  collection: collectionBounds,
  send_money_internal: payoutBounds,
  send_money_external: payoutBounds,
  withdrawal: payoutBounds,
};

/** Checks the query of a cost in the same way. */
export const compileCostValidator = compileAmountValidator(boundsOfSchedule);

function compileAmountValidator(bounds: Readonly<Record<string, AmountBounds>>) {
  return compileValidatorWith(({ operation, amount }) => {
    const ofOperation =
      typeof operation === 'string' && Object.hasOwn(bounds, operation) ? bounds[operation] : undefined;
    if (ofOperation === undefined || !Number.isSafeInteger(amount) || Number(amount) < 0) return [];
    const { minimum, maximum } = ofOperation;
    if (Number(amount) < minimum) return [{ field: 'amount', bound: { is: 'minimum', limit: minimum } }];
    return Number(amount) > maximum ? [{ field: 'amount', bound: { is: 'maximum', limit: maximum } }] : [];
  });
}
