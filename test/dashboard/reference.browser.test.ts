import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { World } from '../journeys/world.ts';
import { launchBrowser } from './browser.ts';

let world: World;
let browser: Browser;
beforeAll(async () => {
  world = await World.open();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

test('the reference’s "Test Request" sends a new Idempotency-Key each time', async () => {
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  page.setDefaultTimeout(60_000);
  await page.goto(`${world.baseUrl}/docs/#tag/wallet/POST/api/v1/wallet/send-money`);
  await page.getByRole('button', { name: /Test Request.*send-money/i }).click();
  const send = page.getByRole('button', { name: /^Send .* request to / });
  const keys: (string | null)[] = [];
  for (let sent = 0; sent < 2; sent += 1) {
    const [response] = await Promise.all([
      page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/v1/wallet/send-money'),
      send.click(),
    ]);
    keys.push(await response.request().headerValue('idempotency-key'));
  }
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect(keys[0]).not.toBe(keys[1]);
  await page.close();
});
