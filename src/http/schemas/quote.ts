import { Type } from 'typebox';
import { quoteOperations } from '../../wallet/quotes.ts';
import { amountOf, payoutBounds, shillings } from './amount.ts';
import { positiveId } from './id.ts';
import { keyBudget } from './key-budget.ts';
import { lineOf, moment, nullable, phoneOf } from './text.ts';

const operation = Type.Enum([...quoteOperations], {
  description: 'The operation that the quote is for.',
  sentence: 'operation must be send_money or withdrawal.',
});

/** What a request for a quote holds. */
export const quoteRequest = Type.Object(
  {
    operation,
    recipient_phone: phoneOf('The recipient of a payment, or the mobile-money account of a withdrawal.'),
    amount: amountOf(payoutBounds, 'The amount that the operation will be asked for.'),
    sender_pays_fee: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'Of send_money: whether the fee comes on top. The fee of a withdrawal always does.',
      }),
    ),
    expected_name: Type.Optional(
      lineOf(120, 'The name that the payer expects; it is compared with the registered name.', {
        examples: ['Moses Ssekandi'],
      }),
    ),
  },
  { title: 'QuoteRequest' },
);

const nameMatch = Type.Object(
  {
    result: Type.Enum(['match', 'close', 'different', 'unknown']),
    score: nullable(
      Type.Integer({
        minimum: 0,
        maximum: 100,
        description: '100 for match, 70 for close, 0 for different, null for unknown; there are no finer steps.',
      }),
    ),
    reason: Type.String({ description: 'Why, in a sentence for people.', examples: ['The names are the same.'] }),
  },
  { title: 'NameMatch' },
);

const remainingLimits = Type.Object(
  {
    frozen: Type.Boolean({ description: 'Whether nothing may leave the wallet.' }),
    per_payment: nullable(shillings('The most that one payment may take from the wallet; null: no limit.')),
    left_today: nullable(shillings('What may still leave the wallet today; null: no limit.')),
    day_ends_at: moment('When the next day begins in Kampala.'),
    budget: nullable(keyBudget),
    as_of: moment('The time of these limits.'),
  },
  { title: 'RemainingLimits' },
);

/** data of the answer to a request for a quote, and to reading one. */
export const quote = Type.Object(
  {
    quote_id: Type.Integer({ minimum: 1, description: 'Name it in the payment.', examples: [42] }),
    operation: Type.Enum([...quoteOperations]),
    recipient_phone: Type.String({ examples: ['256770000001'] }),
    transfer_type: Type.Enum(['internal', 'external']),
    provider: Type.String({ description: 'The operator of the phone number.', examples: ['MTN'] }),
    amount: shillings('The amount to ask the operation for.'),
    sender_pays_fee: Type.Boolean({ description: 'Whether the fee comes on top.' }),
    fee_amount: shillings('Binding: the fee.'),
    total_deducted: shillings('Binding: the amount that leaves the wallet.'),
    amount_received: shillings('Binding: the amount that the recipient receives.'),
    currency: Type.String({ const: 'UGX' }),
    recipient_name: nullable(
      Type.String({
        description:
          'Informational: the registered name, as the look-up of the phone shows it; null if there is none, or the key lacks wallet:read.',
      }),
    ),
    name_match: nullable(nameMatch),
    requires_approval: Type.Boolean({
      description: 'Informational: whether a second person would have to approve it now; decided at payment.',
    }),
    remaining_limits: remainingLimits,
    created_at: moment('When the quote was made.'),
    expires_at: moment('Until when a payment can name it.'),
  },
  { title: 'Quote' },
);

/** The quote that a payment names. */
export const namedQuote = Type.Optional(
  positiveId('The quote that this payment names: it costs what the quote says, or is refused.'),
);

export const quoteParams = Type.Object({ quote_id: positiveId('The quote_id of the quote.') });
