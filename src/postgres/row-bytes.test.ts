import { expect, test } from 'vitest';
import { RowBytes } from './row-bytes.ts';

test('every row is in the pieces once and in order, whatever its size and letters', () => {
  const lines = Array.from({ length: 3_000 }, (_, n) => `${n}\tMukasa ñ ☀ 😀\t${'x'.repeat((n * 37) % 400)}\n`);
  lines.splice(1_500, 0, `${'y'.repeat(100_000)}\n`);
  const rows = new RowBytes();
  for (const line of lines) rows.append(line);
  expect(Buffer.concat(rows.pieces).toString()).toBe(lines.join(''));
  expect(rows.pieces.length).toBeGreaterThan(10);
  expect(rows.rows).toBe(3_001);
  expect(rows.length).toBe(lines.join('').length);
});

test('no rows are no pieces', () => {
  expect(new RowBytes().pieces).toEqual([]);
});
