import { Type } from 'typebox';
import { positiveId } from '../../../../http/schemas/id.ts';
import { meaningOfResolution } from '../../../../wallet/review/resolutions.ts';
import { noteOf } from '../../../schemas/note.ts';

/** How a case shall end: what is proposed, and what whoever confirms has seen. */
export const proposedEnd = Type.Object({
  resolution: Type.Enum(Object.keys(meaningOfResolution) as (keyof typeof meaningOfResolution)[]),
  client_id: Type.Optional(
    Type.Union([positiveId('The number of a client.'), Type.Null()], {
      description: 'Who gets or pays for a payment that is none of our transactions.',
      sentence: 'client_id must be the number of a client.',
    }),
  ),
  reason: noteOf(500, 'The client reads it where its wallet moves.', 'The reason must have 1 to 500 characters.'),
});
