import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { buildPage, builtPage } from '../../packages/receipt-verifier/build-page.ts';
import { launchBrowser } from '../dashboard/browser.ts';
import { readVectors } from './vectors.ts';

const { trusted_keys: trustedKeys, vectors } = readVectors();
let browser: Browser;
let context: BrowserContext;
let page: Page;
let folder: string;
const requests: string[] = [];
const problems: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nsimbi-verifier-'));
  // What is in the repository may be older than its sources; the test below says so.
  writeFileSync(join(folder, 'verify.html'), await buildPage());
  browser = await launchBrowser();
  context = await browser.newContext({ offline: true });
  context.setDefaultTimeout(60_000);
  page = await context.newPage();
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.goto(`file://${join(folder, 'verify.html')}`);
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the page in the repository is the one that its sources build', async () => {
  const { readFileSync } = await import('node:fs');
  const built = await buildPage();
  if (process.env.UPDATE_DOCS === '1') writeFileSync(builtPage, built);
  expect(readFileSync(fileURLToPath(builtPage), 'utf8') === built, 'run UPDATE_DOCS=1 npm test -- test/receipts').toBe(
    true,
  );
});

describe('the verifier page from a disk, without a network', () => {
  it('finds in every vector what the program finds', async () => {
    await page.getByLabel('Public keys that you trust').fill(trustedKeys.join('\n'));
    const found: string[] = [];
    for (const { input } of vectors) {
      await page.getByLabel('Or its text').fill(typeof input === 'string' ? input : JSON.stringify(input));
      const verdict = page.locator('#verdict');
      const result = await verdict.getAttribute('data-result');
      const places = (await verdict.locator('p').allTextContents()).map((text) => text.split(':')[0]);
      found.push([result, ...(result === 'altered' ? places : [])].join(' '));
    }
    expect(found).toEqual(vectors.map(({ result, altered = [] }) => [result, ...altered].join(' ')));
  });

  it('shows the values of a valid receipt from a file, and asks for a key that it can trust', async () => {
    const file = join(folder, 'receipt.json');
    writeFileSync(file, JSON.stringify(vectors[0]?.input));
    await page.getByLabel('File of the receipt').setInputFiles(file);
    await page.getByRole('heading', { name: 'Valid' }).waitFor();
    expect(await page.getByRole('row').filter({ hasText: 'net amount' }).textContent()).toContain('47500');
    await page.getByLabel('Public keys that you trust').fill('');
    await page.getByRole('heading', { name: 'Signed by an unknown key' }).waitFor();
  });

  it('reads the receipt behind the # of its address', async () => {
    const digits = vectors.find(({ input, result }) => typeof input === 'string' && result === 'valid')?.input;
    const another = await context.newPage();
    await another.goto(`file://${join(folder, 'verify.html')}#${digits}`);
    await another.getByRole('heading', { name: 'Signed by an unknown key' }).waitFor();
    await another.close();
  });

  it('asked for nothing and reported no error', () => {
    expect(requests.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([]);
    expect(problems).toEqual([]);
  });
});
