import { Type } from 'typebox';
import { Set as setFormat } from 'typebox/format';
import { readKampalaDay } from '../../ledger/kampala-day.ts';
import { statementFormats } from '../../statements/operations.ts';
import { shillings } from './amount.ts';
import { moment, nullable } from './text.ts';
import { transactionType } from './transaction.ts';

const dayFormat = 'calendar-day';
setFormat(dayFormat, (text) => readKampalaDay(text) !== null);

/** A day of the calendar in Kampala, such as 2026-11-30. */
export function dayOf(field: string, description: string, example: string) {
  return Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    format: dayFormat,
    description,
    examples: [example],
    sentence: `${field} must be a day such as ${example}.`,
  });
}

export const statementFormat = Type.Enum(['json', ...statementFormats], {
  description: 'Default json. The others are files with all rows.',
  sentence: `format must be json, ${statementFormats.slice(0, -1).join(', ')} or ${statementFormats.at(-1)}.`,
});

const row = Type.Object(
  {
    id: Type.Integer({ description: 'The transaction.', examples: [42] }),
    reference: Type.String({ description: 'Our reference.', examples: ['SM_1781000000_42'] }),
    completed_at: moment('When it completed; rows are in this order.'),
    type: transactionType,
    direction: Type.Enum(['in', 'out']),
    money_in: shillings('What reached the wallet, after our fee.'),
    money_out: shillings('What left the wallet, with our fee.'),
    fee_amount: shillings('Our fee: already taken off money_in, or contained in money_out.'),
    balance: shillings('The balance after this row, with what is held: balance before + money_in - money_out.'),
    description: nullable(Type.String()),
    counterparty_phone: nullable(Type.String()),
    counterparty_name: nullable(Type.String()),
    operator: nullable(Type.String({ examples: ['MTN'] })),
    external_reference: nullable(Type.String({ description: 'The reference that the operator knows.' })),
    operator_receipt: nullable(Type.String({ description: 'The receipt that the operator gave.' })),
    client_reference: nullable(Type.String({ description: 'The reference that you gave.' })),
  },
  { title: 'StatementRow' },
);

export const statementSchema = Type.Object(
  {
    from: Type.String({ description: 'The first day.', examples: ['2026-11-01'] }),
    to: Type.String({ description: 'The last day.', examples: ['2026-11-30'] }),
    mode: Type.Enum(['live', 'test']),
    currency: Type.String({ const: 'UGX' }),
    opening_balance: shillings('The balance when the first day began, with what was held.'),
    money_in: shillings('The sum of money_in of all rows.'),
    money_out: shillings('The sum of money_out of all rows.'),
    fees: shillings('The sum of fee_amount of all rows.'),
    closing_balance: shillings(
      'opening_balance + money_in - money_out: the balance when the last day ended, or now while it has not.',
    ),
    closing_held: shillings('The part of closing_balance that was held for payments in progress.'),
    row_count: Type.Integer({ minimum: 0, description: 'How many rows the statement has on all pages.' }),
    rows: Type.Array(row),
  },
  { title: 'Statement' },
);
