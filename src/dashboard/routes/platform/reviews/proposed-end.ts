import { Type } from 'typebox';
import { meaningOfResolution } from '../../../../wallet/review/resolutions.ts';

/** How a case shall end: what is proposed, and what whoever confirms has seen. */
export const proposedEnd = Type.Object({
  resolution: Type.Enum(Object.keys(meaningOfResolution) as (keyof typeof meaningOfResolution)[]),
  reason: Type.String({ minLength: 1, maxLength: 500, description: 'The client reads it where its wallet moves.' }),
});
