import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Business, World } from '../journeys/world.ts';
import { type DashboardPage, launchBrowser, openDashboard } from './browser.ts';
import { type Credentials, createPerson } from './person.ts';

/** 400 kbit/s and 400 ms until an answer begins, as at the edge of a mobile network. */
const slow = { offline: false, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8, latency: 400 };

let world: World;
let browser: Browser;
let shop: Business;
let clerk: Credentials;
beforeAll(async () => {
  world = await World.open();
  browser = await launchBrowser();
  shop = await world.business('Corner Shop', 1_250_000);
  clerk = await createPerson(world, { clients: { [shop.clientId]: 'client_finance' } });
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

it('the home shows the balance over a slow connection, on the first visit and on a later one', async () => {
  const opened = await openDashboard(browser, world, clerk, '/favicon.svg', { width: 390, height: 844 });
  const device = await opened.context.newCDPSession(opened.page);
  await device.send('Network.enable');
  await device.send('Network.emulateNetworkConditions', slow);
  const first = await secondsUntilBalance(opened);
  await opened.page.goto('/favicon.svg');
  const later = await secondsUntilBalance(opened);
  // Shown and not compared: how long it takes depends on the machine, too.
  console.log(
    `Balance at 400 kbit/s and 400 ms: first visit ${first.toFixed(1)} s, later visit ${later.toFixed(1)} s.`,
  );
  expect(opened.problems).toEqual([]);
  await opened.context.close();
});

async function secondsUntilBalance({ page }: DashboardPage): Promise<number> {
  const began = performance.now();
  await page.goto(`/clients/${shop.clientId}/test`, { waitUntil: 'commit' });
  await page.getByText('UGX 1,250,000').first().waitFor();
  return (performance.now() - began) / 1000;
}
