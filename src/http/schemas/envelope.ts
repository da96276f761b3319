import { type TSchema, Type } from 'typebox';
import { nullable } from './text.ts';

/** interface.md, "Response envelope". */
export function envelopeOf(data: TSchema, message: string) {
  return Type.Object({
    success: Type.Boolean({ const: true, description: 'true when the operation succeeded' }),
    message: Type.String({ description: 'What happened, for people.', examples: [message] }),
    data,
  });
}

const pagination = Type.Object(
  {
    next_cursor: nullable(Type.String({ description: 'Send it as `cursor` (events: as `after`) for the next page.' })),
    has_more: Type.Boolean(),
  },
  { title: 'Pagination' },
);

/** The envelope of a list, newest or oldest first as the route says. */
export function pageOf(item: TSchema, message: string) {
  return Type.Object({
    success: Type.Boolean({ const: true }),
    message: Type.String({ examples: [message] }),
    data: Type.Array(item),
    pagination,
  });
}

/** The envelope of one object that contains a page of a list. */
export function envelopeWithPages(data: TSchema, message: string) {
  return Type.Object({ ...envelopeOf(data, message).properties, pagination });
}
