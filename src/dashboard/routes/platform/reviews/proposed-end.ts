import { Type } from 'typebox';
import { meaningOfResolution } from '../../../../wallet/review/resolutions.ts';

/** How a case shall end: what is proposed, and what whoever confirms has seen. */
export const proposedEnd = Type.Object({
  resolution: Type.Enum(Object.keys(meaningOfResolution) as (keyof typeof meaningOfResolution)[]),
  client_id: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description: 'Who gets or pays for a payment that is none of our transactions.',
      sentence: 'client_id must be the number of a client.',
    }),
  ),
  reason: Type.String({ minLength: 1, maxLength: 500, description: 'The client reads it where its wallet moves.' }),
});
