import { Type } from 'typebox';
import { invalidField } from '../../wallet/refusal.ts';
import { fieldSentences } from '../field-sentences.ts';

/** A date, or a date and a time with Z or an offset: anything less could mean two moments. */
export function momentText(description: string) {
  return Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?(?:Z|[+-]\\d{2}:\\d{2}))?$',
    description,
    examples: ['2026-11-01T00:00:00Z'],
  });
}

/** In milliseconds. @throws Refusal `invalid_request` for a day that no calendar has: Date.parse takes 31 February for 3 March. */
export function momentOf(field: 'from' | 'to', text: string): number {
  const atMs = Date.parse(text);
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(atMs) || day.getUTCDate() !== Number(text.slice(8, 10))) {
    throw invalidField(field, fieldSentences[field] ?? `${field} is no moment.`);
  }
  return atMs;
}
