import { Type } from 'typebox';

/** An id in a path. */
export function positiveId(description: string) {
  return Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description, examples: [42] });
}

/** How many items a page of a list has. */
export const pageLimit = Type.Integer({
  minimum: 1,
  maximum: 100,
  default: 25,
  description: 'Items on a page.',
  examples: [25],
});

export const pageLimitDefault = 25;

export const pageCursor = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'next_cursor of an earlier page.',
});
