import { defineConfig } from 'vitest/config';

/** `npm run faults`: each file breaks something under a running service. One at a time, because they load the machine. */
export default defineConfig({
  test: {
    include: ['test/faults/**/*.fault.ts', 'test/campaign/**/*.fault.ts'],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    pool: 'forks',
  },
});
