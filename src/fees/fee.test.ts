import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ugx } from '../money/ugx.ts';
import { type FeeBand, feeOf, splitCollection, splitPayout } from './fee.ts';
import { type FeeSchedule, scheduleInForce } from './schedules.ts';

const percent = (basisPoints: number, more: Partial<FeeBand> = {}): FeeBand => ({
  upTo: null,
  fixed: ugx(0),
  basisPoints,
  minimum: ugx(0),
  maximum: null,
  ...more,
});

describe('a fee', () => {
  // interface-decisions.md section 4
  test.each([
    ['50,000 collected costs 2,500', [percent(500)], 50_000, 2_500],
    ['50,000 sent costs 3,000', [percent(600)], 50_000, 3_000],
    ['100,000 withdrawn costs 3,500', [percent(350)], 100_000, 3_500],
    ['a half shilling is rounded up', [percent(500)], 1_010, 51],
    ['less than half is rounded down', [percent(500)], 1_009, 50],
    ['the fixed part is added', [percent(100, { fixed: ugx(300) })], 10_000, 400],
    ['the minimum holds', [percent(100, { minimum: ugx(250) })], 1_000, 250],
    ['the maximum holds', [percent(100, { maximum: ugx(900) })], 1_000_000, 900],
    [
      'the band of the amount counts, its end included',
      [percent(0, { upTo: ugx(5_000), fixed: ugx(100) }), percent(100)],
      5_000,
      100,
    ],
    [
      'beyond the end the next band counts',
      [percent(0, { upTo: ugx(5_000), fixed: ugx(100) }), percent(100)],
      5_001,
      50,
    ],
  ])('%s', (_name, bands, amount, fee) => {
    expect(feeOf(bands, ugx(amount))).toBe(BigInt(fee));
  });

  test('splits money without losing a shilling, whoever pays it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        fc.boolean(),
        (shillings, basisPoints, senderPays) => {
          const amount = ugx(shillings);
          const fee = feeOf([percent(basisPoints)], amount);
          const payout = splitPayout(amount, fee, senderPays);
          if (payout.net !== null) expect(payout.net + payout.fee).toBe(payout.gross);
          else expect(fee >= amount).toBe(true);
          expect(senderPays ? payout.net : payout.gross).toBe(amount);
          expect(splitCollection(amount, fee).gross).toBe(amount);
        },
      ),
    );
  });
});

describe('the schedule in force', () => {
  const schedule = (feeScheduleId: number, clientId: number | null, effectiveFromMs: number): FeeSchedule => ({
    feeScheduleId,
    clientId,
    operation: 'collection',
    effectiveFromMs,
    bands: [percent(feeScheduleId)],
    createdBy: 'test',
  });
  const all = [schedule(1, null, 0), schedule(2, null, 100), schedule(3, 7, 50), schedule(4, null, 1_000)];

  test.each([
    ['the newest for everybody', 9, 500, 2],
    ["the client's own, though an older one", 7, 500, 3],
    ['not one that begins later', 9, 99, 1],
    ['one that begins now', 9, 1_000, 4],
    ["not the client's own before it begins", 7, 49, 1],
  ])('is %s', (_name, clientId, atMs, expected) => {
    expect(scheduleInForce(all, 'collection', clientId, atMs)?.feeScheduleId).toBe(expected);
  });

  test.each([
    ["the client's own until they were taken away", 199, 1],
    ["everybody's from then on", 200, 2],
    ["the client's own again when it gets others", 300, 4],
  ])('is %s', (_name, atMs, expected) => {
    const cleared = { ...schedule(3, 7, 200), bands: null };
    const those = [schedule(1, 7, 50), schedule(2, null, 0), cleared, schedule(4, 7, 300)];
    expect(scheduleInForce(those, 'collection', 7, atMs)?.feeScheduleId).toBe(expected);
  });

  test('is none for an operation that was never given one', () => {
    expect(scheduleInForce(all, 'withdrawal', 1, 500)).toBeNull();
  });
});
