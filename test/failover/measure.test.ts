import { expect, test } from 'vitest';
import { measure } from './measure.ts';

const answered = (sentAtMs: number, endMs: number, status: number | null = 200) => ({
  sentAtMs,
  tookMs: endMs - sentAtMs,
  status,
});

test('a fault at 10 s: what was sent before it may still succeed, and the service is back at 14 s', () => {
  const tries = [
    answered(9_000, 9_900),
    answered(9_900, 10_500),
    answered(10_100, 13_000, 503),
    answered(10_200, 13_500, null),
    answered(13_500, 14_000),
    answered(14_000, 15_000),
    answered(15_000, 30_000),
  ];
  expect(measure(tries, { fromMs: 10_000, untilMs: 16_000 })).toEqual({
    succeeded: 3,
    refused: 1,
    unanswered: 1,
    firstSuccessSeconds: 4,
    pauseSeconds: 3.5,
  });
});

test('a service that never comes back has no first success, and its pause lasts to the end', () => {
  const tries = [answered(9_000, 9_500), answered(10_000, 15_000, 503)];
  expect(measure(tries, { fromMs: 10_000, untilMs: 40_000 })).toEqual({
    succeeded: 0,
    refused: 1,
    unanswered: 0,
    firstSuccessSeconds: null,
    pauseSeconds: 30,
  });
});
