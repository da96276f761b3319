import { defineConfig } from 'vitest/config';

/** `npm run failover`: three hosts on this machine, one scenario after the other. Most of the time is waiting. */
export default defineConfig({
  test: {
    include: ['test/failover/**/*.failover.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    fileParallelism: false,
    pool: 'forks',
  },
});
