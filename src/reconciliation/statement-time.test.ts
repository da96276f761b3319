import fc from 'fast-check';
import { expect, test } from 'vitest';
import { statementTime } from './statement-time.ts';

const kampala = (text: string) => Date.parse(`${text}+03:00`);

test.each([
  ['2026-11-21 14:05:09', kampala('2026-11-21T14:05:09')],
  ['2026-11-21T14:05:09.25', kampala('2026-11-21T14:05:09.250')],
  ['2026-11-21 11:05:09Z', kampala('2026-11-21T14:05:09')],
  ['2026-11-21T14:05:09+03:00', kampala('2026-11-21T14:05:09')],
  ['2026-11-21 14:05:09 EAT', kampala('2026-11-21T14:05:09')],
  ['2026/11/21', kampala('2026-11-21T00:00:00')],
  ['21/11/2026 14:05', kampala('2026-11-21T14:05:00')],
  ['05-06-2026 2:05:09 PM', kampala('2026-06-05T14:05:09')],
  ['21-Nov-2026 12:05:00 AM', kampala('2026-11-21T00:05:00')],
  ['21 November 2026, 12:05 pm', kampala('2026-11-21T12:05:00')],
  ['31/02/2026 10:00', null],
  ['2026-11-21 24:00:00', null],
  ['2026-11-21 13:00 PM', null],
  ['21/Foo/2026', null],
  ['11/21/2026', null],
  ['1763722800', null],
  ['', null],
])('%s', (text, atMs) => {
  expect(statementTime(text, 'day_first')).toBe(atMs);
});

test('with the month first 05/06/2026 is the sixth of May', () => {
  expect(statementTime('05/06/2026 10:00', 'month_first')).toBe(kampala('2026-05-06T10:00:00'));
});

test('any moment is read back from how an export writes it', () => {
  const seconds = fc.integer({ min: 946_684_800, max: 4_102_444_799 });
  fc.assert(
    fc.property(seconds, (second) => {
      const iso = new Date((second + 10_800) * 1000).toISOString();
      const [, year, month, day, clock] = /^(\d+)-(\d+)-(\d+)T(.{8})/.exec(iso) ?? [];
      expect(statementTime(`${year}-${month}-${day} ${clock}`, 'day_first')).toBe(second * 1000);
      expect(statementTime(`${day}/${month}/${year} ${clock}`, 'day_first')).toBe(second * 1000);
      expect(statementTime(`${month}/${day}/${year} ${clock}`, 'month_first')).toBe(second * 1000);
    }),
  );
});
