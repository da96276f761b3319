import { existsSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { chromiumPath } from './test/dashboard/chromium.ts';

/** A CI has Chromium, or fails; somebody who tries the tests without it is told what they did not see. */
const leavesOutBrowser = process.env.CI === undefined && !existsSync(chromiumPath);
if (leavesOutBrowser) {
  console.warn(`There is no Chromium at ${chromiumPath} (NSIMBI_TEST_CHROMIUM): tests in a browser are left out.`);
}

/** Unit tests that wait long, for sockets and limits: they run among those with a database, because all others run after these. */
const waitsLong = [
  'src/webhooks/sending/bad-receivers.test.ts',
  'src/webhooks/sending/connections.test.ts',
  'src/operators/*/*.conformance.test.ts',
];
const withDatabase = ['src/**/*.database.test.ts', 'test/**/*.test.ts', ...waitsLong];

/** Starts the files that take longest first: those in a browser. Else one of them would run alone at the end. */
class BrowserFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isInBrowser = ({ moduleId }: TestSpecification) => moduleId.endsWith('.browser.test.ts');
    const sorted = await super.sort(files);
    return [...sorted.filter(isInBrowser), ...sorted.filter((file) => !isInBrowser(file))];
  }
}

export default defineConfig({
  test: {
    // Many tests wait for real clocks, databases and sockets; one at a time would leave a small machine idle.
    maxWorkers: 6,
    sequence: { sequencer: BrowserFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'packages/*/src/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...withDatabase],
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: withDatabase,
          exclude: [...configDefaults.exclude, ...(leavesOutBrowser ? ['test/**/*.browser.test.ts'] : [])],
          globalSetup: ['test/postgres-server.ts'],
        },
      },
    ],
    // Tests wait for conditions, so these limits only end what hangs; a busy machine may take many times longer than a quiet one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // Many files share a process and the modules that it has loaded: a process for each file would spend half of the run
    // loading the service. So a file leaves nothing behind, and restores what it replaced with `vi`.
    isolate: false,
    expect: { poll: { timeout: 60_000 } },
  },
});
