import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Business, type Json, World } from '../journeys/world.ts';
import { expectNoBarrier, launchBrowser, openDashboard } from './browser.ts';
import { type Credentials, createPerson } from './person.ts';

let world: World;
let browser: Browser;
let shop: Business;
let owner: Credentials;
let support: Credentials;
let paid: Json;
let pages: string;

beforeAll(async () => {
  world = await World.open();
  browser = await launchBrowser();
  shop = await world.business('Corner Shop', 100_000);
  const program = await world.as(shop);
  owner = await createPerson(world, { clients: { [shop.clientId]: 'client_owner' } });
  support = await createPerson(world, { platform: 'platform_support' });
  pages = `/clients/${shop.clientId}/test`;
  const made = await program.collect('256770000001', 12_345, {
    customer_name: 'Grace Namuli',
    description: 'School shoes',
  });
  await program.end(made.body.data.transaction_id);
  paid = await program.transaction(made.body.data.transaction_id);
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

const field = (page: Page) => page.getByRole('combobox', { name: 'Search for' });
const isOpen = (page: Page) => page.waitForURL(`**${pages}/transactions/${paid.id}`);

describe('the search in a browser', () => {
  it('opens with /, finds while somebody types, and is used with the keyboard alone', async () => {
    const { page, context, problems } = await openDashboard(browser, world, owner, `${pages}/webhooks`);
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await page.keyboard.press('/');
    await page.getByRole('dialog', { name: 'Search in test mode' }).waitFor();
    await field(page).fill('namuli');
    const results = page.getByRole('listbox', { name: 'Results' });
    const found = results.getByRole('option', { name: /Grace Namuli/ });
    await found.waitFor();
    expect(await found.getAttribute('aria-selected')).toBe('true');
    await page.getByRole('status').filter({ hasText: '1 result.' }).waitFor();
    await expectNoBarrier(page);

    await page.keyboard.press('ArrowDown');
    const list = results.getByRole('option', { name: /Search all transactions in test mode/ });
    expect(await list.getAttribute('aria-selected')).toBe('true');
    expect(await field(page).getAttribute('aria-activedescendant')).toBe(await list.getAttribute('id'));
    await page.keyboard.press('ArrowDown');
    expect(await found.getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await isOpen(page);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('opens an exact match when Enter comes before its results, and closes with Escape', async () => {
    const { page, context, problems } = await openDashboard(browser, world, owner, pages);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await field(page).fill(paid.reference);
    await page.keyboard.press('Enter');
    await isOpen(page);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('asks again when the service could not look up everything in time', async () => {
    const { page, context, problems } = await openDashboard(browser, world, owner, `${pages}/webhooks`);
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    const nothing = { opens: null, groups: [], other_mode: null, free_text_from: null, is_complete: false };
    await page.route('**/search?q=shoes', (route) => route.fulfill({ json: { data: nothing } }), { times: 2 });
    await page.keyboard.press('/');
    await field(page).fill('shoes');
    await page.getByRole('status').filter({ hasText: 'Not everything could be searched in time' }).waitFor();
    await page.getByRole('option', { name: /School shoes/ }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('asks five times at most', async () => {
    const { page, context } = await openDashboard(browser, world, owner, `${pages}/webhooks`);
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    const nothing = { opens: null, groups: [], other_mode: null, free_text_from: null, is_complete: false };
    let asked = 0;
    await page.route('**/search?q=shoes', async (route) => {
      asked += 1;
      await route.fulfill({ json: { data: nothing } });
    });
    await page.keyboard.press('/');
    await field(page).fill('shoes');
    await expect.poll(() => asked, { timeout: 60_000 }).toBe(5);
    // Longer than the pause between two searches.
    await page.waitForTimeout(2_500);
    expect(asked).toBe(5);
    await page.getByRole('status').filter({ hasText: 'Not everything could be searched in time' }).waitFor();
    await context.close();
  });

  it('leads to the list with a filter that is shown and can be removed', async () => {
    const { page, context } = await openDashboard(browser, world, owner, `${pages}/transactions?amount=12345`);
    const table = page.getByRole('table', { name: 'Transactions' });
    await table.getByRole('row', { name: /12,345/ }).waitFor();
    await page.getByRole('button', { name: 'Remove the filter: Amount UGX 12,345' }).click();
    await page.waitForURL(`**${pages}/transactions`);
    await context.close();
  });

  it('says when the payment is in the other mode', async () => {
    const { page, context } = await openDashboard(browser, world, owner, `/clients/${shop.clientId}/live/transactions`);
    await page.getByRole('button', { name: 'Search transactions' }).click();
    await field(page).fill(`#${paid.id}`);
    await page.getByRole('group', { name: 'Not in live mode, but in test mode' }).getByRole('option').click();
    await isOpen(page);
    await context.close();
  });

  it('finds payments of all clients for staff, from every page', async () => {
    const { page, context, problems } = await openDashboard(browser, world, support, '/platform/clients');
    await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor();
    await page.keyboard.press('/');
    await page.getByRole('dialog', { name: 'Search all clients' }).waitFor();
    await field(page).fill(paid.metadata.operator_receipt);
    await page.getByRole('option', { name: /Corner Shop, test/ }).click();
    await isOpen(page);
    await page.keyboard.press('/');
    await field(page).fill('corner');
    await page
      .getByRole('group', { name: 'Clients' })
      .getByRole('option', { name: /Corner Shop/ })
      .click();
    await page.waitForURL(`**/platform/clients/${shop.clientId}`);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('fills the screen of a phone, in the dark', async () => {
    const { page, context, problems } = await openDashboard(browser, world, owner, pages, {
      width: 360,
      height: 780,
      dark: true,
    });
    await page.getByRole('button', { name: 'Search transactions' }).click();
    await field(page).fill('shoes');
    await page.getByRole('option', { name: /School shoes/ }).waitFor();
    await expectNoBarrier(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await page.getByRole('option', { name: /School shoes/ }).click();
    await isOpen(page);
    expect(problems).toEqual([]);
    await context.close();
  });
});
