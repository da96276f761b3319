import { Type } from 'typebox';
import { emailLengthMax, emailPattern } from '../../../access/people/people.ts';
import { lineOf } from '../../schemas/text.ts';

export const personName = lineOf(120, 'The name shown to colleagues.', { examples: ['Akello Grace'] });

/** An email address. */
export const personEmail = Type.String({
  minLength: 3,
  maxLength: emailLengthMax,
  pattern: `^\\s*${emailPattern}\\s*$`,
  description: 'An email address.',
  examples: ['akello@example.ug'],
});

/** The number of a person. */
export const personId = Type.String({ pattern: '^[A-Za-z0-9]{1,64}$', description: 'The number of the person.' });

/** What a route says by which a third person vouches for an account. */
export const vouchTexts = {
  summary: 'Vouch for an account of which others have seen a password link',
  description: 'Only a third person can: neither the person, nor who has seen a link, nor an account tied to them.',
} as const;
