import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Outcome } from '../plan/outcome.ts';
import { type Answer, Answers } from './answers.ts';

let answers: Answers;
let answered: number;

beforeEach(() => {
  vi.useFakeTimers();
  answers = new Answers();
  answered = 0;
});

afterEach(() => {
  vi.useRealTimers();
});

describe('callers of a batch', () => {
  test('with no batch begun behind it are answered at once, 32 in a turn of the event loop', () => {
    answers.give(callers(70), false);
    expect(answered).toBe(32);
    vi.advanceTimersToNextTimer();
    expect(answered).toBe(64);
    vi.advanceTimersToNextTimer();
    expect(answered).toBe(70);
  });

  test('that are few are answered at once, also with a batch begun behind it', () => {
    answers.give(callers(32), true);
    expect(answered).toBe(32);
  });

  test('that are many are answered when the next batch is sent', () => {
    answers.give(callers(33), true);
    vi.advanceTimersByTime(9);
    expect(answered).toBe(0);
    answers.release();
    vi.runAllTimers();
    expect(answered).toBe(33);
    answers.release();
    expect(answered).toBe(33);
  });

  test('that are many are answered after 10 ms where it is not sent', () => {
    answers.give(callers(33), true);
    vi.advanceTimersByTime(10);
    vi.runAllTimers();
    expect(answered).toBe(33);
  });

  test('are answered before those of the batch behind them', () => {
    const order: string[] = [];
    answers.give(
      callers(40, () => order.push('first')),
      true,
    );
    answers.give(
      callers(40, () => order.push('second')),
      true,
    );
    vi.runAllTimers();
    expect(order.slice(0, 32)).toEqual(Array.from({ length: 32 }, () => 'first'));
    expect(answered).toBe(80);
  });
});

function callers(count: number, onAnswered: () => void = () => undefined): Answer[] {
  const resolve = () => {
    answered += 1;
    onAnswered();
  };
  return Array.from({ length: count }, () => ({ entry: { resolve }, outcome: {} as Outcome }));
}
