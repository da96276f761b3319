import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WakeableLoop } from './wakeable-loop.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('steps follow each other after as long as each says', async () => {
  const waits = [10, 1_000, 5];
  const { loop, steps } = counting(async () => waits.shift() ?? 60_000);
  loop.start();
  loop.start();
  await vi.advanceTimersByTimeAsync(9);
  expect(steps()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(steps()).toBe(2);
  await vi.advanceTimersByTimeAsync(999);
  expect(steps()).toBe(2);
  await vi.advanceTimersByTimeAsync(6);
  expect(steps()).toBe(4);
  await loop.stop();
});

test('a wake ends the sleep, and leaves no timer behind', async () => {
  const { loop, steps } = counting(async () => 60_000);
  loop.start();
  await vi.advanceTimersByTimeAsync(0);
  loop.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(steps()).toBe(2);
  expect(vi.getTimerCount()).toBe(1);
  await loop.stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('a wake during a step is not lost', async () => {
  const first = Promise.withResolvers<number>();
  const { loop, steps } = counting((step) => (step === 1 ? first.promise : Promise.resolve(60_000)));
  loop.start();
  loop.wake();
  loop.wake();
  first.resolve(60_000);
  await vi.advanceTimersByTimeAsync(0);
  expect(steps()).toBe(2);
  await loop.stop();
});

test('stop waits for the step under way, and nothing follows, woken or not', async () => {
  const first = Promise.withResolvers<number>();
  const { loop, steps } = counting(() => first.promise);
  loop.start();
  let stopped = false;
  const stopping = loop.stop().then(() => {
    stopped = true;
  });
  loop.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(stopped).toBe(false);
  first.resolve(0);
  await stopping;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(steps()).toBe(1);
});

test('one that never began stops at once', async () => {
  const { loop, steps } = counting(async () => 0);
  await loop.stop();
  expect(steps()).toBe(0);
});

/** A loop with the number of steps that it has begun. */
function counting(step: (number: number) => Promise<number>) {
  let begun = 0;
  const loop = new WakeableLoop(() => {
    begun += 1;
    return step(begun);
  });
  return { loop, steps: () => begun };
}
