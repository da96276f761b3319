import { describe, expect, test } from 'vitest';
import { ugx } from '../money/ugx.ts';
import { callsThatLeave, floatLeftBy, knownFloat, levelOf } from './known-float.ts';

describe('rule 24: what is known of a float', () => {
  test.each([
    { case: 'never reported', reported: null, ageMs: null, sentSince: 500n, known: null },
    { case: 'reported now', reported: 1_000n, ageMs: 0, sentSince: 0n, known: 1_000n },
    { case: 'less what left since', reported: 1_000n, ageMs: 30_000, sentSince: 400n, known: 600n },
    { case: 'never under 0', reported: 1_000n, ageMs: 30_000, sentSince: 1_400n, known: 0n },
    { case: 'reported 10 minutes ago', reported: 1_000n, ageMs: 600_000, sentSince: 0n, known: 1_000n },
    { case: 'reported longer ago', reported: 1_000n, ageMs: 600_001, sentSince: 0n, known: null },
  ])('$case', ({ reported, ageMs, sentSince, known }) => {
    expect(knownFloat({ reported, reportAgeMs: ageMs, sentSince })).toBe(known);
  });

  test.each([
    { direction: 'collection', refundsLeave: 'collection_float', float: null },
    { direction: 'payout', refundsLeave: 'collection_float', float: 'disbursement_float' },
    { direction: 'refund', refundsLeave: 'collection_float', float: 'collection_float' },
    { direction: 'refund', refundsLeave: 'disbursement_float', float: 'disbursement_float' },
  ] as const)(
    'a $direction where refunds leave the $refundsLeave leaves $float',
    ({ direction, refundsLeave, float }) => {
      expect(floatLeftBy(direction, { refundsLeave })).toBe(float);
      if (float !== null) expect(callsThatLeave(float, { refundsLeave })).toContain(direction);
    },
  );

  test.each([
    { float: 'disbursement_float', known: null, level: 'unknown' },
    { float: 'disbursement_float', known: ugx(4_999), level: 'low' },
    { float: 'disbursement_float', known: ugx(5_000), level: 'ok' },
    { float: 'collection_float', known: ugx(0), level: 'ok' },
  ] as const)('the $float with $known is $level under an alert of 5,000', ({ float, known, level }) => {
    expect(levelOf(float, known, 5_000)).toBe(level);
  });
});
