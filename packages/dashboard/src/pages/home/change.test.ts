import { expect, it } from 'vitest';
import { amountChange, rateChange, rateOf, rateText } from './change.ts';

it.each([
  [120_000, 100_000, { direction: 'up', text: '+20%, up from UGX 100,000' }],
  [99_500, 100_000, { direction: 'down', text: '−0.5%, down from UGX 100,000' }],
  [0, 100_000, { direction: 'down', text: '−100%, down from UGX 100,000' }],
  [100_000, 100_000, { direction: 'same', text: 'The same as before, UGX 100,000' }],
  [5_000, 0, { direction: 'up', text: 'No payments before' }],
  [0, 0, { direction: 'same', text: 'No payments before' }],
  [null, 100_000, null],
  [100_000, null, null],
])('an amount of %s after %s', (now, before, change) => expect(amountChange(now, before)).toEqual(change));

it.each([
  [0.95, 0.9, { direction: 'up', text: '+5 points, up from 90%' }],
  [0.873, 0.9, { direction: 'down', text: '−2.7 points, down from 90%' }],
  [0.9, 0.9, { direction: 'same', text: 'The same as before, 90%' }],
  [0.9, null, { direction: 'same', text: 'No payments before' }],
  [null, 0.9, null],
])('a share of %s after %s', (now, before, change) => expect(rateChange(now, before)).toEqual(change));

it('the share of completed payments is not known where none ended', () => {
  expect([rateOf({ completed: 19, failed: 1 }), rateOf({ completed: 0, failed: 0 })]).toEqual([0.95, null]);
  expect([rateText(0.95), rateText(null)]).toEqual(['95%', '–']);
});
