import { expect, test } from 'vitest';
import { phonesOf, timeLeftText } from './handset.ts';

test.each([
  [undefined, ['256770000009', '256700000009']],
  ['', []],
  ['256770000001', ['256770000001']],
  ['256770000001,256770000001,0770,<b>', ['256770000001']],
])('the address %j shows the phones %j', (text, phones) => {
  expect(phonesOf(text)).toEqual(phones);
});

test('no more than eight phones stand side by side', () => {
  const many = Array.from({ length: 20 }, (_none, index) => `2567700000${String(index).padStart(2, '0')}`);
  expect(phonesOf(many.join(','))).toHaveLength(8);
});

test.each([
  ['2026-08-12T10:05:00.000Z', '5:00'],
  ['2026-08-12T10:00:08.200Z', '0:09'],
  ['2026-08-12T09:59:00.000Z', '0:00'],
])('a prompt that waits until %s has %s left', (expiresAt, left) => {
  expect(timeLeftText(expiresAt, '2026-08-12T10:00:00.000Z')).toBe(left);
});
