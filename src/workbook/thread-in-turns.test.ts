import { expect, test } from 'vitest';
import { ThreadEnded, ThreadInTurns } from './thread-in-turns.ts';

const threads = new ThreadInTurns<number, number>(
  new URL('../../test/any.ts', import.meta.url).href,
  'sleeping-thread.fixture',
  {
    heapMb: 64,
    timeMs: 3_000,
  },
);

test('a thread that takes too long is ended, and the next one has its turn', async () => {
  const [hanging, next] = await Promise.allSettled([threads.run(1_000_000_000), threads.run(1)]);
  expect(hanging).toMatchObject({ status: 'rejected', reason: expect.any(ThreadEnded) });
  expect(next).toEqual({ status: 'fulfilled', value: 1 });
});
