/** The browser of the tests: Debian's, which they are made for, or another one by its path. */
export const chromiumPath = process.env.NSIMBI_TEST_CHROMIUM ?? '/usr/bin/chromium';
