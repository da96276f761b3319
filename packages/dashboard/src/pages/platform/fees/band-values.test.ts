import { expect, test } from 'vitest';
import { bandsOf, bandValues } from './band-values.ts';

test('bands that can be read are as the service takes them', () => {
  const typed = { ...bandValues(), up_to: 5_000, fixed: '', basis_points: '1.5', maximum: 9_000 };
  expect(bandsOf([typed, bandValues()])).toEqual([
    { up_to: 5_000, fixed: 0, basis_points: 150, minimum: 0, maximum: 9_000 },
    { up_to: null, fixed: 0, basis_points: 0, minimum: 0, maximum: null },
  ]);
});

test.each(['up_to', 'fixed', 'basis_points', 'minimum', 'maximum'])(
  'a %s that cannot be read makes no band',
  (field) => {
    expect(bandsOf([{ ...bandValues(), [field]: 'some' }])).toBeNull();
  },
);

test('a band of the service is typed in percent', () => {
  expect(bandValues({ up_to: null, fixed: 0, basis_points: 350, minimum: 0, maximum: null }).basis_points).toBe('3.5');
});
