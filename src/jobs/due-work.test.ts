import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DueWork, retryDelayMs } from './due-work.ts';

test('an item that was claimed before its claim failed is worked on, and the claim is tried again', async () => {
  const worked: string[] = [];
  const errors: unknown[] = [];
  let claims = 0;
  const engine = new DueWork<string>({
    async claim(begin) {
      claims += 1;
      begin(`item ${claims}`);
      if (claims === 1) throw new Error('the connection was lost');
      return 60_000;
    },
    async work(item) {
      worked.push(item);
    },
    onError: (error, item) => errors.push([error, item]),
  });
  engine.start();
  await expect.poll(() => worked.slice(0, 2)).toEqual(['item 1', 'item 2']);
  await engine.stop();
  expect(errors).toEqual([[new Error('the connection was lost'), null]]);
});

test('an error of the work names its item, and ends nothing else', async () => {
  const errors: unknown[] = [];
  let claims = 0;
  const engine = new DueWork<string>({
    async claim(begin) {
      claims += 1;
      if (claims === 1) for (const item of ['good', 'bad', 'good too']) begin(item);
      return 60_000;
    },
    async work(item) {
      if (item === 'bad') throw new Error('it cannot be read');
    },
    onError: (error, item) => errors.push([error, item]),
  });
  engine.start();
  await expect.poll(() => errors).toEqual([[new Error('it cannot be read'), 'bad']]);
  // The end of the work is an occasion to claim more.
  await expect.poll(() => claims).toBeGreaterThan(1);
  await engine.stop();
  expect(engine.working.size).toBe(0);
});

test('to stop claiming leaves the work that has begun, and to stop waits for it', async () => {
  const hanging = Promise.withResolvers<void>();
  let claims = 0;
  const engine = new DueWork<number>({
    async claim(begin) {
      claims += 1;
      begin(claims);
      return 60_000;
    },
    work: () => hanging.promise,
    onError: (error) => expect.unreachable(String(error)),
  });
  engine.start();
  await expect.poll(() => engine.working.size).toBe(1);
  await engine.stopClaiming();
  engine.wake();
  let stopped = false;
  const stopping = engine.stop().then(() => {
    stopped = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect({ claims, stopped, working: [...engine.working.keys()] }).toEqual({ claims: 1, stopped: false, working: [1] });
  hanging.resolve();
  await stopping;
  expect(engine.working.size).toBe(0);
});

test('what failed is tried again after a second, later after longer, and never after more than 75 seconds', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), (failures) => {
      const usualMs = Math.min(1_000 * 2 ** (failures - 1), 60_000);
      const delayMs = retryDelayMs(failures);
      expect(delayMs).toBeGreaterThanOrEqual(Math.floor(usualMs * 0.75));
      expect(delayMs).toBeLessThanOrEqual(Math.ceil(usualMs * 1.25));
    }),
  );
});
