import { Type } from 'typebox';

/** What a form was shown goes with it, so that nobody pays another fee than the one they have confirmed. */
export const shownFee = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The fee that the person was shown, in shillings. Where it is another one by now, nothing moves.',
    examples: [1500],
  }),
);
