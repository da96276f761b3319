import { Type } from 'typebox';
import { Set as setFormat } from 'typebox/format';
import { isCalendarMoment } from '../../ledger/kampala-day.ts';

const momentFormat = 'date-or-date-time';
setFormat(momentFormat, isCalendarMoment);

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
