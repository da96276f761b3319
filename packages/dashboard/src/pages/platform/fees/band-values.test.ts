import { expect, test } from 'vitest';
import { bandsOf, bandValues } from './band-values.ts';

test('bands that can be read are as the service takes them', () => {
  const typed = { ...bandValues(), up_to: 5_000, fixed: '', basis_points: 150, maximum: 9_000 };
  expect(bandsOf([typed, bandValues()])).toEqual([
    { up_to: 5_000, fixed: 0, basis_points: 150, minimum: 0, maximum: 9_000 },
    { up_to: null, fixed: 0, basis_points: 0, minimum: 0, maximum: null },
  ]);
});

test.each(['up_to', 'fixed', 'basis_points', 'minimum', 'maximum'])(
  'a %s that is no whole number makes no band',
  (field) => {
    expect(bandsOf([{ ...bandValues(), [field]: '1.5' }])).toBeNull();
  },
);
