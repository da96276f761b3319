import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Business, World } from '../journeys/world.ts';
import { workbook } from '../workbook.ts';
import { expectNoBarrier, launchBrowser, openDashboard } from './browser.ts';
import { type Credentials, createPerson } from './person.ts';

let world: World;
let browser: Browser;
let administrator: Credentials;
let shop: Business;

beforeAll(async () => {
  world = await World.open();
  browser = await launchBrowser();
  administrator = await createPerson(world, { platform: 'platform_administrator' });
  shop = await world.business('Tea Garden', 1_000_000);
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

it('a statement with unknown headings is mapped on the page, compared, and known the next time', async () => {
  const { page, context, problems } = await openDashboard(browser, world, administrator, '/platform/reconciliation');
  const csv = [
    'TxnNo,OurRef,When,State,Value',
    '9101,00000000-0000-4000-8000-000000000009,20/11/2026 10:00,Paid,7500',
    '9102,00000000-0000-4000-8000-00000000000a,20/11/2026 10:05,Paid,8500',
  ].join('\n');
  const statement = { name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.getByText('Test', { exact: true }).click();
  await page.locator('input[type=file]').setInputFiles(statement);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByText('The headings of this statement are not known').waitFor();
  await page.getByRole('heading', { name: 'Which column is what?' }).waitFor();
  await page.getByText('Choose the column of the amount').waitFor();
  const choose = async (field: string, column: string) => {
    await page.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: column, exact: true }).click();
  };
  await choose('Receipt', 'TxnNo');
  await choose('Our reference', 'OurRef');
  await choose('Amount', 'Value');
  await choose('Date and time', 'When');
  await choose('Status', 'State');
  await page.getByText('its status "Paid" is not known').first().waitFor();
  await page.getByRole('combobox', { name: 'Words for succeeded' }).fill('Paid');
  await page.getByRole('combobox', { name: 'Words for succeeded' }).press('Enter');
  const read = page.getByRole('table', { name: 'How the first rows are read' });
  await read.getByText('UGX 7,500').waitFor();
  await expectNoBarrier(page);
  await page.getByRole('button', { name: 'Remember and compare' }).click();
  await page.getByText('2 differences').waitFor();
  await page.reload();
  await page.getByText('Test', { exact: true }).click();
  await page.locator('input[type=file]').setInputFiles(statement);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByText('2 differences').waitFor();
  expect(await page.getByRole('heading', { name: 'Which column is what?' }).count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});

it('an Excel workbook of payouts is checked like a CSV file, and a broken one says what to do', async () => {
  const finance = await createPerson(world, { clients: { [shop.clientId]: 'client_finance' } });
  const path = `/clients/${shop.clientId}/test/bulk-payouts/new`;
  const { page, context, problems } = await openDashboard(browser, world, finance, path);
  const choose = (buffer: Uint8Array) =>
    page.locator('input[type=file]').setInputFiles({ name: 'wages.xlsx', mimeType: '', buffer: Buffer.from(buffer) });
  await choose(workbook([['a']], [['b']]));
  await page.getByText('has more than one sheet with rows').waitFor();
  await choose(
    workbook([
      ['Phone', 'Amount', 'Description'],
      [256770000011, 50_000, 'Wages, March'],
    ]),
  );
  await page.getByRole('button', { name: 'Pay UGX 53,000' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
