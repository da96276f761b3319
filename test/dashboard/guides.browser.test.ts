import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Business, World } from '../journeys/world.ts';
import { type DashboardPage, expectNoBarrier, type Looking, launchBrowser, openDashboard, visit } from './browser.ts';
import { type SignedIn, signedIn } from './person.ts';

let world: World;
let shop: Business;
let person: SignedIn;
let browser: Browser;
beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Kisenyi Fresh Foods');
  person = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

const lookings: readonly [string, Looking][] = [
  ['on a desk', { width: 1280 }],
  ['on a phone, in the dark', { width: 360, height: 780, dark: true }],
];

/** A picture for a person to look at, when the tests run with NSIMBI_TEST_PICTURES=FOLDER. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.NSIMBI_TEST_PICTURES;
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}

/** The page fits the width of the screen, and nothing keeps people with a keyboard or a screen reader out. */
async function expectWhole({ page, problems }: DashboardPage): Promise<void> {
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(overflow).toBe(0);
  await expectNoBarrier(page);
  expect(problems).toEqual([]);
}

describe.each(lookings)('the served guides, %s', (name, looking) => {
  it('are found from the reference, searched, and linked with one another', async () => {
    const opened = await visit(browser, world, looking);
    const { page } = opened;
    await page.goto('/docs/');
    await page.getByRole('heading', { name: 'Nsimbi' }).first().waitFor();
    await picture(page, `reference ${name}`);
    await page.getByRole('link', { name: 'Guides' }).click();
    await page.getByRole('heading', { level: 1, name: 'Guides' }).waitFor();
    await picture(page, `list ${name}`);
    await expectWhole(opened);

    await page.getByRole('searchbox', { name: 'Search the guides' }).fill('test mode simulator');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor();
    await picture(page, `search ${name}`);
    await expectWhole(opened);

    await page.getByRole('link', { name: 'Test mode and your own machine' }).click();
    await page.getByRole('heading', { level: 1, name: 'Receiving webhooks' }).waitFor();
    await picture(page, `section ${name}`);
    await expectWhole(opened);

    await page.getByRole('link', { name: 'simulator', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Using the API' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#test-mode');
    const top = await page.getByRole('heading', { level: 2, name: 'Test mode' }).boundingBox();
    expect(top?.y).toBeLessThan(200);
    await expectWhole(opened);
    await page.goto('/docs/guides/api');
    await picture(page, `guide ${name}`);
    expect(await page.locator('pre').first().textContent()).toContain(`${world.baseUrl}/api/v1/wallet/send-money`);
    await opened.context.close();
  });

  it('work where scripts are off', async () => {
    const context = await browser.newContext({ baseURL: world.baseUrl, javaScriptEnabled: false });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    await page.goto('/docs/guides');
    await page.getByRole('searchbox', { name: 'Search the guides' }).fill('insufficient_funds');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: 'A response' }).click();
    await page.getByRole('heading', { level: 1, name: 'Using the API' }).waitFor();
    await context.close();
  });
});

describe.each(lookings)('the guides of the dashboard, %s', (name, looking) => {
  it('are searched and linked, and have a new key and this address in their samples', async () => {
    const opened = await openDashboard(browser, world, person, `/clients/${shop.clientId}/test/guides`, looking);
    const { page } = opened;
    await page.getByRole('heading', { level: 1, name: 'Guides' }).waitFor();
    await picture(page, `dashboard list ${name}`);
    await expectWhole(opened);

    await page.getByRole('searchbox', { name: 'Search the guides' }).fill('simulator own machine');
    const found = page.getByRole('list', { name: 'Found in the guides' });
    await found.getByRole('link', { name: 'Test mode and your own machine' }).waitFor();
    await picture(page, `dashboard search ${name}`);
    await expectWhole(opened);
    await found.getByRole('link', { name: 'Test mode and your own machine' }).click();
    await page.getByRole('heading', { level: 1, name: 'Receiving webhooks' }).waitFor();
    await expect
      .poll(async () => (await page.locator('#test-mode-and-your-own-machine').boundingBox())?.y)
      .toBeLessThan(400);
    await picture(page, `dashboard section ${name}`);

    await page.getByRole('link', { name: 'simulator', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Using the API' }).waitFor();
    const sample = page.locator('article pre').first();
    expect(await sample.textContent()).toContain(`${world.baseUrl}/api/v1/wallet/send-money`);
    expect(await sample.textContent()).toContain('Bearer $NSIMBI_KEY');
    await page.getByRole('button', { name: 'Create a test key' }).click();
    await expect.poll(() => sample.textContent()).toMatch(/Bearer nsk_test_[A-Za-z0-9]+\.[A-Za-z0-9_-]+"/);
    await page.evaluate('scrollTo(0, 0)');
    await picture(page, `dashboard guide ${name}`);
    await expectWhole(opened);

    // It stays in the samples of the other guides.
    const key = /nsk_test_[^"]+/.exec((await sample.textContent()) ?? '')?.[0] ?? '';
    await page.getByRole('main').getByRole('link', { name: 'Guides' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Receiving webhooks' }).click();
    await page.getByRole('heading', { level: 1, name: 'Receiving webhooks' }).waitFor();
    expect(await page.locator('article pre').first().textContent()).toContain(`KEY=${key}`);
    await opened.context.close();
  });

  it('name the variable where no key can be created, and a guide that does not exist is not found', async () => {
    const opened = await openDashboard(browser, world, person, `/clients/${shop.clientId}/live/guides/api`, looking);
    const { page } = opened;
    await page.getByRole('heading', { level: 1, name: 'Using the API' }).waitFor();
    expect(await page.getByRole('button', { name: 'Create a test key' }).count()).toBe(0);
    expect(await page.locator('article pre').first().textContent()).toContain('Bearer $NSIMBI_KEY');
    await page.goto(`/clients/${shop.clientId}/test/guides/settings`);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await opened.context.close();
  });
});
