import { Type } from 'typebox';

/** What one person writes for another, of some lines or one; a NUL is text that PostgreSQL does not keep. */
export function noteOf(maxLength: number, description: string, sentence: string) {
  return Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000]*$', description, sentence });
}
