import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beforeLiveMode } from '../database.ts';
import { type Business, World } from '../journeys/world.ts';
import { launchBrowser, openDashboard } from './browser.ts';
import { signedIn } from './person.ts';

let world: World;
let shop: Business;
let browser: Browser;
beforeAll(async () => {
  world = await World.open();
  await beforeLiveMode(world.database);
  shop = await world.business('Corner Shop');
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

describe('fees in a browser', () => {
  it('of one client are set and taken away again', async () => {
    const administrator = await signedIn(world, { platform: 'platform_administrator' });
    const path = `/platform/fees?client=${shop.clientId}`;
    const { page, context, problems } = await openDashboard(browser, world, administrator, path);
    const collections = page.getByRole('region', { name: 'Collections' });
    await collections.getByText('This client has no fees of its own').waitFor();
    const clear = collections.getByRole('button', { name: 'Remove the client’s fees for collections' });
    expect(await clear.count()).toBe(0);
    await collections.getByRole('link', { name: 'Change the fees of collections' }).click();
    const percent = page.getByLabel('Percent');
    expect(await percent.inputValue()).toBe('5');
    await percent.fill('2.125');
    await page.getByRole('button', { name: 'Set these fees' }).click();
    await page.getByText('Enter a percentage from 0 to 100 with at most two decimals, such as 3.5.').waitFor();
    await percent.fill('2.5');
    await page.getByRole('button', { name: 'Set these fees' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Set the fees' }).click();
    await collections.getByRole('table', { name: 'Collections: in force' }).getByText(/2\.5/).waitFor();

    await clear.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the fees' }).click();
    await collections.getByText('This client has no fees of its own').waitFor();
    await collections.getByRole('table', { name: 'Collections: in force' }).getByText(/^5/).waitFor();
    await clear.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });
});
