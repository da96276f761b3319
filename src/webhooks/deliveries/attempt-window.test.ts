import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AttemptWindow, firstWindow, type Strength, windowAfter } from './attempt-window.ts';

describe('the window of attempts in flight to one endpoint', () => {
  test('doubles with each round of answers while it is used up, to 64', () => {
    const sizes = [];
    let window = firstWindow;
    for (let round = 0; round < 6; round += 1) {
      sizes.push(Math.floor(window.size));
      const inFlight = Math.floor(window.size);
      for (let answer = 0; answer < inFlight; answer += 1) window = windowAfter(window, 'delivered', 1_000);
    }
    expect(sizes).toEqual([4, 8, 16, 32, 64, 64]);
  });

  test('does not grow while the endpoint is asked less than it may be', () => {
    let window = firstWindow;
    for (let answer = 0; answer < 1_000; answer += 1) window = windowAfter(window, 'delivered', 3);
    expect(window).toEqual(firstWindow);
  });

  test('falls to one attempt when a window of attempts is not answered', () => {
    let window: AttemptWindow = { size: 64, threshold: 64 };
    for (let attempt = 0; attempt < 8; attempt += 1) window = windowAfter(window, 'unanswered', 8);
    expect(Math.floor(window.size)).toBe(1);
  });

  test('grows slowly beyond the size at which answers stayed away', () => {
    let window = windowAfter({ size: 32, threshold: 64 }, 'unanswered', 32);
    expect(window.size).toBe(16);
    for (let answer = 0; answer < 16; answer += 1) window = windowAfter(window, 'delivered', 16);
    expect(Math.floor(window.size)).toBe(16);
    for (let answer = 0; answer < 2; answer += 1) window = windowAfter(window, 'delivered', 17);
    expect(Math.floor(window.size)).toBe(17);
  });

  test('stays as it is when the endpoint answers with an error', () => {
    expect(windowAfter(firstWindow, 'answered', 4)).toBe(firstWindow);
  });

  test('stays between 1 and 64 whatever happens', () => {
    const strength = fc.constantFrom<Strength>('delivered', 'answered', 'unanswered');
    fc.assert(
      fc.property(fc.array(fc.tuple(strength, fc.integer({ min: 1, max: 64 })), { maxLength: 500 }), (attempts) => {
        let window = firstWindow;
        for (const [what, inFlight] of attempts) {
          window = windowAfter(window, what, inFlight);
          expect(window.size).toBeGreaterThanOrEqual(1);
          expect(window.size).toBeLessThanOrEqual(64);
        }
      }),
    );
  });
});
