import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Outcome } from '../plan/outcome.ts';
import { type Answer, Answers } from './answers.ts';

let answers: Answers;
let told: number;

beforeEach(() => {
  vi.useFakeTimers();
  answers = new Answers();
  told = 0;
});

afterEach(() => {
  vi.useRealTimers();
});

describe('callers of a batch', () => {
  test('with nothing begun behind it are told at once, 32 in a turn of the event loop', () => {
    answers.give(callers(70), false);
    expect(told).toBe(32);
    vi.advanceTimersToNextTimer();
    expect(told).toBe(64);
    vi.advanceTimersToNextTimer();
    expect(told).toBe(70);
  });

  test('that are few are told at once, whatever is begun', () => {
    answers.give(callers(32), true);
    expect(told).toBe(32);
  });

  test('that are many are told when the next batch has left', () => {
    answers.give(callers(33), true);
    vi.advanceTimersByTime(9);
    expect(told).toBe(0);
    answers.release();
    vi.runAllTimers();
    expect(told).toBe(33);
    answers.release();
    expect(told).toBe(33);
  });

  test('that are many are told after 10 ms where it does not leave', () => {
    answers.give(callers(33), true);
    vi.advanceTimersByTime(10);
    vi.runAllTimers();
    expect(told).toBe(33);
  });

  test('are told before those of the batch behind them', () => {
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
    expect(told).toBe(80);
  });
});

function callers(count: number, onTold: () => void = () => undefined): Answer[] {
  const resolve = () => {
    told += 1;
    onTold();
  };
  return Array.from({ length: count }, () => ({ entry: { resolve }, outcome: {} as Outcome }));
}
