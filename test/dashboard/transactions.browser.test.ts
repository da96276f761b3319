import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Business, type Speaker, World } from '../journeys/world.ts';
import { launchBrowser, openDashboard } from './browser.ts';
import { type Credentials, createPerson } from './person.ts';

let world: World;
let browser: Browser;
let shop: Business;
let program: Speaker;
let owner: Credentials;
let desk: string;

beforeAll(async () => {
  world = await World.open();
  browser = await launchBrowser();
  shop = await world.business('Corner Shop', 100_000);
  program = await world.as(shop);
  owner = await createPerson(world, { clients: { [shop.clientId]: 'client_owner' } });
  desk = `/clients/${shop.clientId}/test`;
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

describe('transactions in a browser', () => {
  it('have a receipt that is shared by a link, with the payer masked, until the link is revoked', async () => {
    const id = (await program.collect('256770000001', 12_000)).body.data.transaction_id;
    await program.end(id);
    const { page, context, problems } = await openDashboard(browser, world, owner, `${desk}/transactions/${id}`);
    const receipt = page.getByRole('region', { name: 'Receipt' });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      receipt.getByRole('link', { name: 'Download PDF' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^receipt-.*\.pdf$/);
    await receipt.getByRole('link', { name: 'Dispute pack' }).waitFor();

    await receipt.getByRole('button', { name: 'Share a link' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create the link' }).click();
    const made = page.getByRole('dialog', { name: 'Send this link' });
    const url = (await made.locator('code').textContent()) ?? '';
    await made.getByRole('button', { name: 'I have saved it' }).click();
    const visitor = await context.browser()?.newPage();
    await visitor?.goto(url);
    await visitor?.getByText('UGX 12,000').waitFor();
    await visitor?.getByText('25677*****01').waitFor();

    await receipt.getByRole('button', { name: /^Revoke link/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke the link' }).click();
    await receipt.getByText('Revoked').waitFor();
    await visitor?.reload();
    await visitor?.getByRole('heading', { name: 'This link shows no receipt' }).waitFor();
    await visitor?.close();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('appear by themselves, are found, followed and given back', async () => {
    const { page, problems } = await openDashboard(browser, world, owner, `${desk}/transactions`);
    await page
      .getByTitle('New transactions appear automatically')
      .filter({ hasText: /^Updates automatically$/ })
      .first()
      .waitFor();
    const id = (await program.collect('256770000001', 10_000, { description: 'Shoes' })).body.data.transaction_id;
    await program.end(id);
    const table = page.getByRole('table', { name: 'Transactions' });
    await table.getByRole('row', { name: /Collection.*Completed.*10,000/ }).waitFor();

    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('0770 000 001');
    await page.keyboard.press('Enter');
    await page.waitForURL(/search=/);
    await table
      .getByRole('row', { name: /10,000/ })
      .getByRole('link', { name: /Collection/ })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Collection UGX 10,000' }).waitFor();
    await page.getByRole('table', { name: 'Ledger transfers' }).getByText('This wallet').waitFor();

    const asked = page.getByRole('listitem').filter({ hasText: 'Collection request to MTN' });
    await asked.getByText('Simulated · accepted').waitFor();
    await asked.getByText('Request and response').click();
    await asked.getByRole('region', { name: 'Sent: Collection request to MTN' }).getByText('25677*****01').waitFor();
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await page.setViewportSize({ width: 1_280, height: 800 });

    await page.getByRole('button', { name: 'Refund' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount').fill('10001');
    await dialog.getByText('At most UGX 10,000 can be refunded.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Refund' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Amount').fill('4000');
    await dialog.getByRole('button', { name: 'Refund UGX 4,000' }).click();
    await page.getByRole('heading', { level: 1, name: 'Refund UGX 4,000' }).waitFor();
    await page.getByRole('link', { name: `Transaction ${id}` }).click();
    await page.getByText('Partly refunded', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Refund' }).click();
    await dialog.getByRole('button', { name: 'Refund UGX 6,000' }).click();
    await page.getByRole('heading', { level: 1, name: 'Refund UGX 6,000' }).waitFor();
    await page.getByRole('link', { name: `Transaction ${id}` }).click();
    await page.getByRole('heading', { level: 1, name: 'Collection UGX 10,000' }).waitFor();
    await page.getByText('Refunded by').waitFor();
    await page.getByText('Refunded', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Refund' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Transactions', exact: true }).first().click();
    await table.getByRole('row', { name: /Collection.*Completed.*Refunded.*10,000/ }).waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    const latest = page.getByRole('table', { name: 'Latest transactions' });
    await latest.getByRole('row', { name: /Collection.*Completed.*Refunded.*10,000/ }).waitFor();
    expect(problems).toEqual([]);
  });

  it('that nobody has are said to be none', async () => {
    const { page } = await openDashboard(browser, world, owner, `${desk}/transactions?search=999999`);
    await page.getByText('No matching transactions').waitFor();
    await page.getByRole('link', { name: 'Show all transactions' }).click();
    await page.waitForURL(`**${desk}/transactions`);
    const { page: missing } = await openDashboard(browser, world, owner, `${desk}/transactions/999999`);
    await missing.getByRole('heading', { name: 'Page not found' }).first().waitFor();
  });
});

describe('the home in a browser', () => {
  it('begins with the first steps, and fits a phone', async () => {
    const fresh = await world.business('New Shop', 50_000);
    const person = await createPerson(world, { clients: { [fresh.clientId]: 'client_owner' } });
    const { page, problems } = await openDashboard(browser, world, person, `/clients/${fresh.clientId}/test`, {
      width: 360,
      dark: true,
    });
    await page.getByRole('heading', { name: 'Your first payment' }).waitFor();
    await page.getByText('UGX 50,000').first().waitFor();
    await page.getByText('Nothing needs your attention.').waitFor();
    await (await world.as(fresh)).collect('256770000009', 5_000);
    await page.getByText('Request a payment (done)').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    expect(problems).toEqual([]);
  });
});
