import { expect, test } from 'vitest';
import { asksForFactor, confirmingFactors, factorAgeMsMax, isFactorRecent } from './step-up.ts';

test('a factor counts for five minutes, and a time that is unknown or far ahead does not', () => {
  expect([0, 1, factorAgeMsMax - 1, -1_000].map(isFactorRecent)).toEqual([true, true, true, true]);
  expect([null, factorAgeMsMax, 7 * 86_400_000, -factorAgeMsMax].map(isFactorRecent)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test('what concerns live money asks in live mode, and what concerns access always', () => {
  const asked = (['always', 'live', 'never'] as const).map((stepUp) =>
    (['test', 'live', null] as const).map((mode) => asksForFactor(stepUp, mode)),
  );
  expect(asked).toEqual([
    [true, true, true],
    [false, true, false],
    [false, false, false],
  ]);
});

test('a password confirms only a person who has no second factor', () => {
  expect(confirmingFactors({ hasApp: false, hasPasskey: false })).toEqual(['password']);
  expect(confirmingFactors({ hasApp: true, hasPasskey: false })).toEqual(['code']);
  expect(confirmingFactors({ hasApp: true, hasPasskey: true })).toEqual(['passkey', 'code']);
  expect(confirmingFactors({ hasApp: false, hasPasskey: true })).toEqual(['passkey']);
});
