import { Type } from 'typebox';

/** A person's name, with something besides spaces. */
export const personName = Type.String({
  minLength: 1,
  maxLength: 120,
  pattern: '^(?=.*\\S)[^\\p{Cc}]*$',
  description: 'The name shown to colleagues.',
  examples: ['Akello Grace'],
});

/** An email address. */
export const personEmail = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: '^\\s*[^\\s@<>,;"]+@[^\\s@<>,;"]+\\.[^\\s@<>,;"]+\\s*$',
  description: 'An email address.',
  examples: ['akello@example.ug'],
});

/** The number of a person. */
export const personId = Type.String({ pattern: '^[A-Za-z0-9]{1,64}$', description: 'The number of the person.' });
