import { Type } from 'typebox';

/** Who a CSV file is for (wallet/export/csv-line.ts). */
export const csvQuery = {
  for: Type.Optional(
    Type.Union([Type.Literal('spreadsheet'), Type.Literal('program')], {
      default: 'spreadsheet',
      description:
        'A spreadsheet gets a byte-order mark, and text of digits as the formula ="0012", so that no zero is lost; a program gets neither.',
    }),
  ),
};

/** What the description of every CSV file says. */
export const csvNote =
  'Times are those of Kampala with their offset. Text that a spreadsheet would calculate begins with an apostrophe.';
