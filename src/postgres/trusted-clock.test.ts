import { expect, test } from 'vitest';
import { advanced, type Look, type Sight, type TrustedClockRow } from './trusted-clock.ts';

const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;

const startMs = Date.UTC(2026, 10, 24, 9);
const row: TrustedClockRow = {
  version: 7,
  trustedAtMs: startMs,
  wallAtMs: startMs,
  adoptedDifferenceMs: 0,
  steadyDifferenceMs: 0,
  steadySinceMs: startMs,
};

/** A process that advanced the clock itself two seconds ago, in a look of 3 ms, and looks again for 3 ms. */
const ownSight: Sight = { version: 7, notBeforeMs: 1_000, notAfterMs: 1_003 };
const look: Look = { row, wallMs: startMs + 2_001, sentMs: 3_000, receivedMs: 3_003 };

test.each<{ what: string; look: Partial<Look>; sight: Partial<Sight>; passedMs: number }>([
  { what: 'by the wall clock while nothing is set', look: {}, sight: {}, passedMs: 2_001 },
  {
    what: 'by two seconds when the clock was set eight days ahead',
    look: { wallMs: startMs + 8 * day },
    sight: {},
    passedMs: 2_004,
  },
  { what: 'by two seconds when it was set back', look: { wallMs: startMs - 5 * hour }, sight: {}, passedMs: 1_996 },
  {
    what: 'by ten seconds after the process was frozen for an hour',
    look: { wallMs: startMs + hour, sentMs: hour, receivedMs: hour + 3 },
    sight: {},
    passedMs: 10 * second,
  },
  {
    what: 'by ten seconds at the first look after three days of downtime',
    look: { wallMs: startMs + 3 * day },
    sight: { notBeforeMs: Number.NEGATIVE_INFINITY, notAfterMs: 3_003 },
    passedMs: 10 * second,
  },
  {
    what: 'by all of a restart of four seconds',
    look: { wallMs: startMs + 4 * second },
    sight: { notBeforeMs: Number.NEGATIVE_INFINITY, notAfterMs: 3_003 },
    passedMs: 4 * second,
  },
  {
    what: 'by nothing at the first look with a clock that is behind',
    look: { wallMs: startMs - day },
    sight: { notBeforeMs: Number.NEGATIVE_INFINITY, notAfterMs: 3_003 },
    passedMs: 0,
  },
  {
    what: 'after another process ended, by no more than the time since its version was not there',
    look: { wallMs: startMs + 8 * day },
    sight: { notBeforeMs: -900, notAfterMs: 1_100 },
    passedMs: 3_904,
  },
])('trusted time advances $what', ({ look: given, sight, passedMs }) => {
  const next = advanced({ ...look, ...given }, { ...ownSight, ...sight });
  expect(next.trustedAtMs - row.trustedAtMs).toBe(passedMs);
  expect(next).toMatchObject({ version: 8, wallAtMs: given.wallMs ?? look.wallMs });
});

/** Advances every two seconds of real time with a wall clock that is off by what `offsetMs` returns for each moment. */
function run(forMs: number, offsetMs: (atMs: number) => number): TrustedClockRow[] {
  const rows = [row];
  for (let atMs = 2 * second; atMs <= forMs; atMs += 2 * second) {
    const sight = { version: 0, notBeforeMs: atMs - 2 * second, notAfterMs: atMs - 2 * second };
    const last = rows.at(-1) ?? row;
    rows.push(advanced({ row: last, wallMs: startMs + atMs + offsetMs(atMs), sentMs: atMs, receivedMs: atMs }, sight));
  }
  return rows;
}

test('a difference that stays is adopted after ten minutes, and moves no deadline', () => {
  const rows = run(15 * 60 * second, (atMs) => (atMs >= 60 * second ? 3 * day : 0));
  const adoptedAt = rows.findIndex(({ adoptedDifferenceMs }) => adoptedDifferenceMs !== 0) * 2;
  expect(adoptedAt).toBeGreaterThanOrEqual(660);
  expect(adoptedAt).toBeLessThanOrEqual(664);
  const last = rows.at(-1);
  expect(last?.adoptedDifferenceMs).toBeCloseTo(3 * day, -2);
  expect(last?.trustedAtMs).toBeCloseTo(startMs + 15 * 60 * second, -2);
});

test('a jump that goes back within ten minutes, or a clock that jumps again and again, is never adopted', () => {
  const back = run(60 * 60 * second, (atMs) => (atMs >= 60 * second && atMs < 120 * second ? 8 * day : 0));
  const restless = run(60 * 60 * second, (atMs) => Math.floor(atMs / (5 * 60 * second)) * hour);
  for (const rows of [back, restless]) {
    expect(Math.max(...rows.map(({ adoptedDifferenceMs }) => Math.abs(adoptedDifferenceMs)))).toBeLessThan(second);
    expect(rows.at(-1)?.trustedAtMs).toBeCloseTo(startMs + 60 * 60 * second, -2);
  }
});
