import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { behaviourOf } from './behaviours.ts';
import { registeredName } from './names.ts';
import { type BookedPayment, stateAt } from './payment-state.ts';

const usualDelayMs = 2_000;

/** A change of state, as `seconds after the payment was taken: state`. */
type Story = readonly (readonly [seconds: number, state: string])[];

function storyOf(phone: string, direction: 'collection' | 'payout', decision: BookedPayment['decision'] = null): Story {
  const payment: BookedPayment = { paymentId: 1, phone, direction, createdAtMs: 1_000_000, decision };
  const story: [number, string][] = [];
  for (let ms = 0; ms <= 400_000; ms += 500) {
    const state = stateAt(payment, payment.createdAtMs + ms, usualDelayMs);
    const label = state.is === 'failed' ? state.code : state.is;
    if (story.at(-1)?.[1] !== label) story.push([ms / 1_000, label]);
  }
  return story;
}

describe.each(['25677000', '25670000'])('the fixed numbers %s____ of interface-decisions section 8', (prefix) => {
  test.each<{ number: string; direction: 'collection' | 'payout'; response: string; story: Story }>([
    {
      number: '0001',
      direction: 'collection',
      response: 'accepted',
      story: [
        [0, 'pending'],
        [1, 'succeeded'],
      ],
    },
    {
      number: '0001',
      direction: 'payout',
      response: 'accepted',
      story: [
        [0, 'pending'],
        [1, 'succeeded'],
      ],
    },
    {
      number: '0002',
      direction: 'collection',
      response: 'accepted',
      story: [
        [0, 'pending'],
        [1, 'customer_refused'],
      ],
    },
    { number: '0002', direction: 'payout', response: 'recipient_not_found', story: [[0, 'pending']] },
    {
      number: '0003',
      direction: 'collection',
      response: 'accepted',
      story: [
        [0, 'pending'],
        [1, 'customer_insufficient_funds'],
      ],
    },
    { number: '0003', direction: 'payout', response: 'operator_float_too_low', story: [[0, 'pending']] },
    {
      number: '0004',
      direction: 'collection',
      response: 'accepted',
      story: [
        [0, 'pending'],
        [5, 'prompt_expired'],
      ],
    },
    {
      number: '0004',
      direction: 'payout',
      response: 'silent',
      story: [
        [0, 'pending'],
        [5, 'succeeded'],
      ],
    },
    { number: '0005', direction: 'collection', response: 'accepted', story: [[0, 'pending']] },
    { number: '0005', direction: 'payout', response: 'accepted', story: [[0, 'pending']] },
    { number: '0006', direction: 'collection', response: 'not_reached', story: [[0, 'pending']] },
    { number: '0006', direction: 'payout', response: 'not_reached', story: [[0, 'pending']] },
    {
      number: '0007',
      direction: 'collection',
      response: 'accepted',
      story: [
        [0, 'pending'],
        [2, 'succeeded'],
      ],
    },
    {
      number: '0007',
      direction: 'payout',
      response: 'accepted',
      story: [
        [0, 'pending'],
        [2, 'succeeded'],
      ],
    },
    {
      number: '0008',
      direction: 'collection',
      response: 'accepted',
      story: [
        [0, 'pending'],
        [1, 'prompt_expired'],
        [6, 'succeeded'],
      ],
    },
    {
      number: '0008',
      direction: 'payout',
      response: 'accepted',
      story: [
        [0, 'pending'],
        [1, 'operator_failed'],
        [6, 'succeeded'],
      ],
    },
    {
      number: '0009',
      direction: 'collection',
      response: 'accepted',
      story: [
        [0, 'pending'],
        [300, 'prompt_expired'],
      ],
    },
    {
      number: '0009',
      direction: 'payout',
      response: 'accepted',
      story: [
        [0, 'pending'],
        [300, 'prompt_expired'],
      ],
    },
    {
      number: '4567',
      direction: 'collection',
      response: 'accepted',
      story: [
        [0, 'pending'],
        [2, 'succeeded'],
      ],
    },
    {
      number: '4567',
      direction: 'payout',
      response: 'accepted',
      story: [
        [0, 'pending'],
        [2, 'succeeded'],
      ],
    },
  ])('a $direction of $number begins $response', ({ number, direction, response, story }) => {
    const { response: given } = behaviourOf(prefix + number, direction, usualDelayMs);
    expect(given.is === 'refused' ? given.code : given.is).toBe(response);
    expect(storyOf(prefix + number, direction)).toEqual(story);
  });

  test('0007 is called back twice, every other end once', () => {
    const callbacks = (number: string) =>
      behaviourOf(prefix + number, 'payout', usualDelayMs).changes.at(-1)?.callbacks;
    expect(callbacks('0007')).toBe(2);
    expect(callbacks('0001')).toBe(1);
    expect(callbacks('0008')).toBe(1);
  });

  test('0009 follows the handset', () => {
    const number = `${prefix}0009`;
    expect(storyOf(number, 'collection', 'approve')).toEqual([[0, 'succeeded']]);
    expect(storyOf(number, 'collection', 'decline')).toEqual([[0, 'customer_refused']]);
    expect(storyOf(number, 'payout', 'approve')).toEqual([[0, 'succeeded']]);
    expect(storyOf(number, 'payout', 'decline')).toEqual([[0, 'recipient_cannot_receive']]);
  });
});

describe('other numbers', () => {
  test.each(['256772123456', '256701234567', '256770010001', '256714000001', '256760000001'])(
    '%s is approved after the usual delay',
    (phone) => {
      expect(storyOf(phone, 'collection')).toEqual([
        [0, 'pending'],
        [2, 'succeeded'],
      ]);
    },
  );
});

describe('registered names', () => {
  test('a number has always the same name of two words, and none when it ends in 0000', () => {
    fc.assert(
      fc.property(fc.integer({ min: 700_000_000, max: 799_999_999 }), (national) => {
        const name = registeredName(`256${national}`);
        expect(name).toBe(registeredName(`256${national}`));
        if (national % 10_000 === 0) expect(name).toBeNull();
        else expect(name).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
      }),
    );
  });
});
