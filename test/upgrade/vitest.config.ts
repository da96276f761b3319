import { defineConfig } from 'vitest/config';

/** `bash test/upgrade/run.sh`: a version is exchanged for the next one under load. */
export default defineConfig({
  test: {
    include: ['test/upgrade/**/*.fault.ts'],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    pool: 'forks',
  },
});
