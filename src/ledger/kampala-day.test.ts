import { expect, test } from 'vitest';
import { endOfKampalaDay, kampalaDay } from './kampala-day.ts';
import { numberOfReference, referenceOf } from './reference.ts';

test('a day ends at 21:00 UTC, midnight in Kampala', () => {
  const before = kampalaDay(Date.parse('2026-11-21T20:59:59.999Z'));
  const after = kampalaDay(Date.parse('2026-11-21T21:00:00.000Z'));
  expect(after - before).toBe(1);
  expect(kampalaDay(Date.parse('2026-11-22T20:59:59.999Z'))).toBe(after);
});

test.each([
  ['2026-11-20T21:00:00.000Z', '2026-11-21T21:00:00.000Z'],
  ['2026-11-21T20:59:59.999Z', '2026-11-21T21:00:00.000Z'],
])('the day of %s ends at %s', (at, end) => {
  expect(endOfKampalaDay(Date.parse(at))).toBe(Date.parse(end));
});

// interface.md: SM_<unix_seconds>_<number>, API_COL_<unix_seconds>_<number>; interface-decisions.md section 3: the others
test.each([
  ['payment_sent', 'SM_1795253400_42'],
  ['collection', 'API_COL_1795253400_42'],
  ['withdrawal', 'API_WD_1795253400_42'],
  ['deposit', 'DEP_1795253400_42'],
  ['adjustment', 'ADJ_1795253400_42'],
  ['refund', 'REF_1795253400_42'],
  ['payment_received', 'RCV_1795253400_42'],
] as const)('the reference of a %s is %s', (type, reference) => {
  expect(referenceOf(type, 1_795_253_400_999, 42)).toBe(reference);
  expect(numberOfReference(reference)).toBe(42);
});

test.each(['SM_1_', 'XX_1_2', 'SM_1_2_3', "SM_1_2'; --", 'SM_1_99999999999999999'])('%s is no reference', (text) => {
  expect(numberOfReference(text)).toBeNull();
});
