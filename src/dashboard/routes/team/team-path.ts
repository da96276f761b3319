import { Type } from 'typebox';
import { personId } from '../../schemas/person.ts';

/** A team is the same in both modes. */
export const teamPath = '/clients/:clientId/team';
export const teamParams = Type.Object({ clientId: Type.String() });

export const memberPath = `${teamPath}/:personId`;
export const memberParams = Type.Object({ clientId: Type.String(), personId });
