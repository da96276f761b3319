import { describe, expect, it } from 'vitest';
import { daysErrors, periodIn, periodQuery, periodSentence, pointLabel, pointName, shownSentence } from './period.ts';

describe('the period in an address', () => {
  it.each([
    [{}, {}],
    [{ period: '7d' }, { period: '7d' }],
    [{ period: 'yesterday', from: '2026-11-01' }, {}],
    [{ period: '30d', from: '2026-11-01', to: '2026-11-02' }, { period: '30d' }],
    [
      { period: 'custom', from: '2026-11-01', to: '2026-11-02' },
      { period: 'custom', from: '2026-11-01', to: '2026-11-02' },
    ],
    [{ period: 'custom', from: '', to: 5 }, { period: 'custom' }],
  ])('%j is %j', (search, period) => expect(periodIn(search)).toEqual(period));

  it('is that of the page where it names none', () => {
    expect(periodQuery({}, '30d')).toMatchObject({ period: '30d' });
    expect(periodQuery({ period: 'today' }, '30d')).toMatchObject({ period: 'today' });
  });
});

describe('the days of a custom period', () => {
  it.each([
    ['2026-11-01', '2026-11-28', {}],
    ['2026-11-28', '2026-11-28', {}],
    ['', '2026-11-28', { from: 'Choose the first day.' }],
    ['2026-11-01', '', { to: 'Choose the last day.' }],
    ['2026-11-02', '2026-11-01', { to: 'The last day must not be before the first day.' }],
    ['2026-11-01', '2026-11-29', { to: 'The last day must not be later than today.' }],
    ['2025-11-28', '2026-11-28', {}],
    ['2025-11-27', '2026-11-28', { to: 'Choose at most 366 days.' }],
  ])('from %s to %s: %j', (from, to, errors) => expect(daysErrors(from, to, '2026-11-28')).toEqual(errors));
});

describe('the sentence of figures', () => {
  const days = { from: '2026-11-22', to: '2026-11-28' };
  const previous = { from: '2026-11-15', to: '2026-11-21', until: null };
  it.each([
    [
      {
        period: { name: 'today', from: '2026-11-28', to: '2026-11-28' },
        previous: { from: '2026-11-27', to: '2026-11-27', until: '2026-11-27T14:05:09.000+03:00' },
      },
      'Today in Kampala until now, compared with yesterday until 14:05.',
    ],
    [
      { period: { name: '7d', ...days }, previous },
      'The last 7 days with today, 22 Nov 2026 to 28 Nov 2026, compared with the 7 days before, 15 Nov 2026 to 21 Nov 2026.',
    ],
    [
      { period: { name: 'custom', ...days }, previous },
      '22 Nov 2026 to 28 Nov 2026, compared with the 7 days before, 15 Nov 2026 to 21 Nov 2026.',
    ],
    [
      {
        period: { name: 'custom', from: '2026-11-20', to: '2026-11-20' },
        previous: { from: '2026-11-19', to: '2026-11-19', until: null },
      },
      '20 Nov 2026, compared with the day before, 19 Nov 2026.',
    ],
  ] as const)('%#', (figures, sentence) => expect(periodSentence(figures)).toBe(sentence));
});

it.each([
  [{ name: 'today', from: '2026-11-28', to: '2026-11-28' }, 'Figures of today are shown.'],
  [{ name: '7d', from: '2026-11-22', to: '2026-11-28' }, 'Figures of 22 Nov 2026 to 28 Nov 2026 are shown.'],
] as const)('the status message for screen readers names the period %j', (period, sentence) => {
  expect(shownSentence(period)).toBe(sentence);
});

it('points are hours or days', () => {
  expect([pointLabel('2026-11-28T14:00:00.000+03:00'), pointName('2026-11-28T14:00:00.000+03:00')]).toEqual([
    '14:00',
    'The hour from 14:00',
  ]);
  expect([pointLabel('2026-11-28'), pointName('2026-11-28')]).toEqual(['28 Nov', '28 Nov 2026']);
});
