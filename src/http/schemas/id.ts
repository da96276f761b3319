import { Type } from 'typebox';

/** The id of something, such as a transaction. */
export function positiveId(description: string) {
  return Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description, examples: [42] });
}

/** The number of items on a page of a list. */
export const pageLimit = Type.Integer({
  minimum: 1,
  maximum: 100,
  default: 25,
  description: 'Items on a page.',
  examples: [25],
});

export const pageLimitDefault = 25;

/** Where a page of a list begins that is ordered by one id. */
export const idCursor = Type.String({
  pattern: '^[1-9]\\d{0,14}$',
  description: 'next_cursor of the page before.',
  examples: ['41'],
});

export const pageCursor = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'next_cursor of an earlier page.',
  examples: ['41'],
});
