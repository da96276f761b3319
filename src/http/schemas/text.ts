import { Type } from 'typebox';
import { Set as setFormat } from 'typebox/format';
import { msisdn } from '../../phone/msisdn.ts';
import { linePattern } from '../../text-line.ts';

/** Any script, no control characters. */
export const noControlCharacters = '^[^\\u0000-\\u001F\\u007F-\\u009F]*$';

/** Text on one line with something besides spaces, such as a name or a reason. */
export function lineOf(maxLength: number, description: string, more: { sentence?: string; examples?: string[] } = {}) {
  return Type.String({ minLength: 1, maxLength, pattern: linePattern, description, ...more });
}

export function textOf(maxLength: number, description: string, example: string) {
  return Type.String({ maxLength, pattern: noControlCharacters, description, examples: [example] });
}

export const descriptionText = textOf(255, 'Free text.', 'Supplies for March');

const mobileNumberFormat = 'uganda-mobile-number';
setFormat(mobileNumberFormat, (text) => msisdn(text) !== null);

/** A mobile number of Uganda in international format, digits only. */
export function phoneOf(description: string) {
  return Type.String({
    pattern: '^256[0-9]{9}$',
    format: mobileNumberFormat,
    description,
    examples: ['256770000001'],
  });
}

/** ISO 8601 UTC ending in Z, with milliseconds. */
export function moment(description: string) {
  return Type.String({ format: 'date-time', description, examples: ['2026-11-21T12:00:00.000Z'] });
}

export function nullable<T extends Parameters<typeof Type.Union>[0][number]>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** A note from one person to another, of one or more lines. PostgreSQL stores no text with a NUL. */
export function noteOf(maxLength: number, description: string, sentence: string) {
  return Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000]*$', description, sentence });
}
