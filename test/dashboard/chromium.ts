import { existsSync } from 'node:fs';

/** Debian's, the faster one first: without windows to draw, the tests take a third less time. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;

/** The browser of the tests: that of NSIMBI_TEST_CHROMIUM, or one of Debian's. Whether it exists is for the caller to check. */
export const chromiumPath =
  process.env.NSIMBI_TEST_CHROMIUM ?? installed.find((path) => existsSync(path)) ?? installed[0];
