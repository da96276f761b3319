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
    // On a shared machine of a CI a wait may run out though nothing is wrong; what fails twice is wrong. Runs by hand, and
    // the faults, get no second chance.
    retry: process.env.CI === undefined ? 0 : 1,
    expect: { poll: { timeout: 10_000 } },
  },
});
