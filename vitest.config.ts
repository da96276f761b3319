import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'packages/*/src/**/*.test.ts'],
    globalSetup: ['test/postgres-server.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Many tests wait for real clocks, databases and sockets; one at a time would leave a small machine idle.
    maxWorkers: 3,
    expect: { poll: { timeout: 10_000 } },
  },
});
