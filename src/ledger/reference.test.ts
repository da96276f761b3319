import { expect, test } from 'vitest';
import { numberOfReference, referenceOf } from './reference.ts';

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
