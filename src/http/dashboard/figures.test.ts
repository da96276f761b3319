import { describe, expect, it } from 'vitest';
import { Refusal } from '../../refusal.ts';
import { type EndedRow, endedOfDays, endedOfHours, figuresOf, type Period, periodOf, totalsOf } from './figures.ts';
import { successOf, walletFigures } from './home.ts';

const now = Date.parse('2026-11-28T14:20:00+03:00');
const hourOf = (text: string) => Math.floor(Date.parse(text) / 3_600_000);
const dayOf = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000;
const row = (of: Partial<EndedRow>): EndedRow => ({
  slot: 0,
  type: 'collection',
  direction: 'in',
  operator: 'MTN',
  completed: 1,
  failed: 0,
  moved: 95,
  fees: 5,
  ...of,
});

describe('a period', () => {
  it.each([
    [{}, ['2026-11-28', '2026-11-28', '2026-11-27']],
    [{ period: '7d' }, ['2026-11-22', '2026-11-28', '2026-11-15']],
    [{ period: '30d' }, ['2026-10-30', '2026-11-28', '2026-09-30']],
    [{ period: '90d' }, ['2026-08-31', '2026-11-28', '2026-06-02']],
    [{ period: 'custom', from: '2026-11-03', to: '2026-11-05' }, ['2026-11-03', '2026-11-05', '2026-10-31']],
    [{ period: 'custom', from: '2025-11-28', to: '2026-11-28' }, ['2025-11-28', '2026-11-28', '2024-11-27']],
  ] as const)('%j has whole days in Kampala, and as many before', (query, days) => {
    const { fromDay, toDay, previousFromDay } = periodOf(query, now);
    expect([fromDay, toDay, previousFromDay]).toEqual(days.map(dayOf));
  });

  it('begins with the day in Kampala, three hours before that of UTC', () => {
    expect(periodOf({}, Date.parse('2026-11-27T21:00:00Z')).fromDay).toBe(dayOf('2026-11-28'));
    expect(periodOf({}, Date.parse('2026-11-27T20:59:59Z')).fromDay).toBe(dayOf('2026-11-27'));
  });

  it.each([
    [{}, 'from', 'from must be a day such as 2027-01-31.'],
    [{ from: '2026-11-01' }, 'to', 'to must be a day such as 2027-01-31.'],
    [{ from: '2026-02-30', to: '2026-03-01' }, 'from', 'from must be a day such as 2027-01-31.'],
    [{ from: '2026-11-02', to: '2026-11-01' }, 'to', 'to must be the same day as from, or a later one.'],
    [{ from: '2026-11-02', to: '2026-11-29' }, 'to', 'to must not be later than today.'],
    [{ from: '2025-11-27', to: '2026-11-28' }, 'to', 'A period has at most 366 days.'],
  ])('of the days %j is refused', (days, field, sentence) => {
    const periodOfDays = () => periodOf({ period: 'custom', ...days }, now);
    expect(periodOfDays).toThrow(Refusal);
    expect(periodOfDays).toThrow(expect.objectContaining({ errors: { [field]: [sentence] } }));
  });
});

describe('the figures of today', () => {
  const today = periodOf({}, now);
  const hours = [
    row({ slot: hourOf('2026-11-26T23:00:00+03:00'), moved: 1 }),
    row({ slot: hourOf('2026-11-27T00:00:00+03:00'), moved: 10 }),
    row({ slot: hourOf('2026-11-27T13:00:00+03:00'), moved: 20 }),
    row({ slot: hourOf('2026-11-27T14:00:00+03:00'), moved: 400 }),
    row({ slot: hourOf('2026-11-28T00:00:00+03:00'), moved: 50 }),
    row({ slot: hourOf('2026-11-28T14:00:00+03:00'), moved: 60, direction: 'out' }),
  ];

  it('are compared with yesterday up to the same time, part of an hour included', () => {
    const part = [row({ slot: hourOf('2026-11-27T14:00:00+03:00'), moved: 7 })];
    const figures = walletFigures(today, endedOfHours(hours, today, part));
    expect(figures.previous).toEqual({ from: '2026-11-27', to: '2026-11-27', until: '2026-11-27T14:20:00.000+03:00' });
    expect(figures.now).toEqual({ in: 50, in_count: 1, out: 60, out_count: 1, fees: 10, completed: 2, failed: 0 });
    expect(figures.before).toMatchObject({ in: 37, in_count: 3, out: 0 });
  });

  it('are compared up to the last whole hour where the part is too much to read', () => {
    const figures = walletFigures(today, endedOfHours(hours, today, null));
    expect(figures.previous.until).toBe('2026-11-27T14:00:00.000+03:00');
    expect(figures.before).toMatchObject({ in: 30, in_count: 2 });
  });

  it('have each hour up to now', () => {
    const { by, points } = walletFigures(today, endedOfHours(hours, today, []));
    expect(by).toBe('hour');
    expect(points).toHaveLength(15);
    expect(points[0]).toEqual({ at: '2026-11-28T00:00:00.000+03:00', in: 50, in_count: 1, out: 0, out_count: 0 });
    expect(points[5]).toMatchObject({ in: 0, out: 0 });
    expect(points.at(-1)).toMatchObject({ at: '2026-11-28T14:00:00.000+03:00', out: 60, out_count: 1 });
  });
});

describe('the figures of days', () => {
  const week = periodOf({ period: '7d' }, now);
  const days = [
    row({ slot: dayOf('2026-11-15'), moved: 10 }),
    row({ slot: dayOf('2026-11-21'), moved: 20, failed: 3 }),
    row({ slot: dayOf('2026-11-22'), moved: 30 }),
    row({ slot: dayOf('2026-11-28'), moved: 40, type: 'payment_sent', direction: 'out', operator: '', fees: 0 }),
  ];

  it('are of both periods, with each day, and payments that reached an operator in the success', () => {
    const figures = walletFigures(week, endedOfDays(days, week));
    expect(figures).toMatchObject({
      period: { name: '7d', from: '2026-11-22', to: '2026-11-28' },
      previous: { from: '2026-11-15', to: '2026-11-21', until: null },
      now: { in: 30, in_count: 1, out: 40, out_count: 1, fees: 5, completed: 1, failed: 0 },
      before: { in: 30, in_count: 2, out: 0, out_count: 0, fees: 10, completed: 2, failed: 3 },
      by: 'day',
    });
    expect(figures.points.map(({ in: amount, out }) => [amount, out])).toEqual([
      [30, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 40],
    ]);
  });

  it('add up to the points', () => {
    const period: Period = periodOf({ period: '30d' }, now);
    const { now: totals, points } = figuresOf(
      period,
      endedOfDays(days, period),
      ['in', 'out'],
      ({ direction, moved }) => ({
        side: direction,
        amount: moved,
      }),
    );
    expect(points.reduce((sum, point) => sum + point.in, 0)).toBe(totals.in);
    expect(points.reduce((sum, point) => sum + point.out_count, 0)).toBe(totals.out_count);
  });
});

it('fees are not known where a part was counted without them', () => {
  const flow = () => ({ side: null, amount: 0 });
  expect(totalsOf([row({}), row({ fees: null })], ['in', 'out'], flow).fees).toBe(null);
  expect(totalsOf([], ['in', 'out'], flow).fees).toBe(0);
});

it('the success of an operator looks back a day and a week, and counts refunds among its payouts', () => {
  const slot = 500_000;
  const rows = [
    row({ slot, failed: 2 }),
    row({ slot: slot - 30 }),
    row({ slot: slot - 8 * 24, completed: 50 }),
    row({ slot, type: 'refund', direction: 'out' }),
    row({ slot, operator: '' }),
  ];
  expect(successOf(rows, slot)).toEqual([
    {
      operator: 'MTN',
      direction: 'collections',
      last_24_hours: { completed: 1, failed: 2 },
      last_7_days: { completed: 2, failed: 2 },
    },
    {
      operator: 'MTN',
      direction: 'payouts',
      last_24_hours: { completed: 1, failed: 0 },
      last_7_days: { completed: 1, failed: 0 },
    },
  ]);
});
