import { expect, test } from 'vitest';
import { isWorkbook } from './workbook-file.ts';

test.each([
  ['an .xlsx', 'PK\u0003\u0004', 'wages.csv', true],
  ['text', 'phone,amount\n', 'wages.xlsx', false],
  ['nothing', '', 'empty.csv', false],
])('the content of %s decides, not the name', async (_what, content, name, expected) => {
  expect(await isWorkbook(new File([content], name))).toBe(expected);
});
