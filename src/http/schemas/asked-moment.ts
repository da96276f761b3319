import { Type } from 'typebox';
import { Set as setFormat } from 'typebox/format';

const momentFormat = 'date-or-date-time';
setFormat(momentFormat, isMoment);

/** A date, or a date and a time with Z or an offset: anything less could mean two moments. */
export function momentText(description: string, example = '2026-11-01T00:00:00Z') {
  return Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?(?:Z|[+-]\\d{2}:\\d{2}))?$',
    format: momentFormat,
    description,
    examples: [example],
  });
}

/** A moment of momentText in milliseconds since 1970. */
export const momentOf: (text: string) => number = Date.parse;

/** Whether the calendar has the day: Date.parse takes 31 February for 3 March. */
function isMoment(text: string): boolean {
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(Date.parse(text)) && day.getUTCDate() === Number(text.slice(8, 10));
}
