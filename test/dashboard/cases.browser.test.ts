import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registeredName } from '../../src/operators/simulator/names.ts';
import { workbookAsCsv } from '../../src/workbook/workbook.ts';
import { Receiver } from '../journeys/receiver.ts';
import { type Business, type Speaker, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { expectNoBarrier, launchBrowser, openDashboard } from './browser.ts';
import { type Person, signedIn } from './person.ts';

let world: World;
let browser: Browser;
let receiver: Receiver;
let shop: Business;
let program: Speaker;
let owner: Person;
let finance: Person;
let administrator: Person;
let second: Person;
let desk: string;

beforeAll(async () => {
  world = await World.open();
  browser = await launchBrowser();
  receiver = await Receiver.open();
  shop = await world.business('Kampala Traders', 5_000_000);
  program = await world.as(shop);
  owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
  finance = await signedIn(world, { clients: { [shop.clientId]: 'client_finance' } });
  administrator = await signedIn(world, { platform: 'platform_administrator' });
  second = await signedIn(world, { platform: 'platform_administrator' });
  desk = `/clients/${shop.clientId}/test`;
});
afterAll(async () => {
  await browser.close();
  await receiver.close();
  await world.close();
});

/** The page fits on phones of both widths. */
async function expectFits(page: Page): Promise<void> {
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 780 });
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    // Lists become those of a phone a moment after the width.
    await expect.poll(async () => [width, await page.evaluate<number>(overflow)]).toEqual([width, 0]);
  }
  await page.setViewportSize({ width: 1280, height: 860 });
}

it('a review case is read in sentences, and what a resolution books is seen before it is proposed and confirmed', async () => {
  // Fails, and then the operator reports that it was paid after all.
  await program.send('256770000008', 50_000);
  const caseId = await waitUntil('the late success is found', async () => {
    const { data } = (await administrator.get('/platform/reviews?mode=test')).body;
    return data[0]?.id ?? false;
  });
  const { page, context, problems } = await openDashboard(browser, world, administrator, '/platform/reviews');
  const row = page.getByRole('table', { name: 'Review cases' }).getByRole('row').nth(1);
  await row.getByText('Kampala Traders').waitFor();
  await row.getByText('+256 770 000 008').waitFor();
  await row.getByRole('link', { name: new RegExp(`^${caseId} `) }).click();

  const summary = page.getByRole('region', { name: 'Summary' });
  const name = registeredName('256770000008');
  await summary.getByText(`Kampala Traders sent UGX 50,000 to +256 770 000 008 (${name}) on`).waitFor();
  await summary.getByText(/^MTN reports the payment as successful.*; Nsimbi had given the money back on/).waitFor();
  await summary.getByText(/^UGX 50,000 that left our float at MTN is in suspense since/).waitFor();
  const facts = page.getByRole('table', { name: 'Facts of both sides' });
  await facts.getByRole('row', { name: 'Status Failed Succeeded Differs' }).waitFor();
  await facts.getByRole('row', { name: 'Amount UGX 50,000 UGX 50,000 Same' }).waitFor();
  await facts.getByRole('row', { name: /^Phone \+256 770 000 008 – Not reported$/ }).waitFor();
  const charged = page.getByRole('table', { name: 'Entries of charged' });
  await charged.getByRole('row', { name: 'Wallet of Kampala Traders Suspense (under review) UGX 50,000' }).waitFor();
  const writtenOff = page.getByRole('table', { name: 'Entries of written off' });
  await writtenOff.getByRole('row', { name: 'Losses written off Suspense (under review) UGX 50,000' }).waitFor();
  await page.getByText('The balance falls by UGX 50,000.').waitFor();
  const evidence = page.getByRole('region', { name: 'Findings' });
  expect(await evidence.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Raw evidence' }).click();
  await evidence.getByText('in_suspense').waitFor();
  await expectNoBarrier(page);
  await expectFits(page);

  await page.getByRole('radio', { name: 'Charged' }).check();
  await page.getByLabel('Reason').fill('The customer has the SMS of the operator');
  await page.getByRole('button', { name: 'Propose' }).click();
  await page.getByRole('heading', { name: 'Proposed: Charged' }).waitFor();
  const other = await openDashboard(browser, world, second, `/platform/reviews/${caseId}`);
  const before = (await program.money()).balance;
  await other.page.getByRole('table', { name: 'Entries of charged' }).getByText('UGX 50,000').waitFor();
  await other.page.getByRole('button', { name: 'Confirm' }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: 'Resolve as charged' }).click();
  await other.page.getByRole('heading', { name: 'Result' }).waitFor();
  expect((await program.money()).balance).toBe(before - 50_000);
  expect([...problems, ...other.problems]).toEqual([]);
  await other.context.close();
  await context.close();
});

it('the list of transactions exports what it shows, as CSV and as Excel, and says how much that is', async () => {
  await program.collect('256770000001', 12_000, { customer_name: 'Grace Namuli', description: 'School shoes' });
  await program.collect('256770000001', 13_000, { customer_name: 'Moses Okello' });
  const { page, context, problems } = await openDashboard(browser, world, owner, `${desk}/transactions`);
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('school shoes');
  await page.keyboard.press('Enter');
  await page.waitForURL(/search=/);
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export transactions' });
  await dialog.getByText('1 transaction.').waitFor();
  await expectNoBarrier(page);
  const csv = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).click();
  const file = await csv;
  expect(file.suggestedFilename()).toBe(`transactions-${shop.clientId}-test.csv`);
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('Grace Namuli');

  await dialog.getByRole('radio', { name: 'Excel (.xlsx)' }).check();
  const xlsx = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const saved = await xlsx;
  expect(saved.suggestedFilename()).toBe(`transactions-${shop.clientId}-test.xlsx`);
  const rows = (await workbookAsCsv(readFileSync(await saved.path()))).trim().split('\n');
  expect(rows).toHaveLength(2);
  expect(rows[1]).toContain('Grace Namuli');
  expect(problems).toEqual([]);
  await context.close();
});

it('a delivery names its transaction and the amount, in the list and on its page', async () => {
  const { body } = await program.post('/webhooks', {
    url: receiver.at('/orders'),
    events: ['transaction.created'],
  });
  const sent = await program.send('256770000001', 4_000);
  await receiver.waitFor('/orders', 1);
  const path = `${desk}/webhooks/${body.data.id}`;
  const { page, context, problems } = await openDashboard(browser, world, owner, path);
  const row = page.getByRole('table', { name: 'Deliveries' }).getByRole('row').nth(1);
  await row.getByRole('link', { name: sent.body.data.reference }).waitFor();
  await row.getByText('−UGX 4,240').waitFor();
  await row.getByRole('link', { name: 'transaction.created' }).click();
  await page.getByText('transaction.created: Payment sent, −UGX 4,240').waitFor();
  await expectNoBarrier(page);
  await expectFits(page);
  await page.getByRole('link', { name: sent.body.data.reference }).click();
  await page.getByRole('heading', { level: 1, name: 'Payment sent UGX 4,240' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('a bulk payout shows whom it pays and its totals before it is approved, and its failed rows are retried', async () => {
  const csv = [
    'phone,amount,name,description',
    `256770000011,50000,${registeredName('256770000011')},Wages`,
    '256700000012,40000,Somebody Else,Wages',
    '256770000011,50000,,Wages',
    '256770000002,30000,Wrong Number,Wages',
  ].join('\n');
  const { data: check } = (await owner.post(`${desk}/bulk-payouts/check`, { csv })).body;
  const made = await owner.post(
    `${desk}/bulk-payouts`,
    { name: 'Wages of May', csv, total_deducted: check.total_deducted, ask_approval: true },
    { 'idempotency-key': randomUUID() },
  );
  const path = `${desk}/bulk-payouts/${made.body.data.id}`;
  const { page, context, problems } = await openDashboard(browser, world, finance, path);
  const rows = page.getByRole('table', { name: 'Rows', exact: true });

  // While the names are looked up, and where they cannot be, no row looks as if its name did not differ.
  let answer = () => {};
  const isHeldBack = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/names?*', async (route) => {
    await isHeldBack;
    await route.fulfill({ status: 422, json: { message: 'The names are not known now.', code: 'invalid_request' } });
  });
  await page.reload();
  await page.getByText('Looking up registered names…').waitFor();
  answer();
  await page.getByText('The names are not known now.').waitFor();
  await expectNoBarrier(page);
  await page.unroute('**/names?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await rows.getByRole('row', { name: /Somebody Else.*Differs: registered as .*UGX 40,000.*UGX 2,400/ }).waitFor();
  await rows.getByText('Repeats line 2').waitFor();
  await page.getByText('1 row has the phone and the amount of an earlier row').waitFor();
  const totals = page.getByRole('table', { name: 'Totals by operator' });
  await totals.getByRole('row', { name: 'MTN 3 UGX 130,000 UGX 7,800 UGX 137,800' }).waitFor();
  await totals.getByRole('row', { name: 'Airtel 1 UGX 40,000 UGX 2,400 UGX 42,400' }).waitFor();
  await totals.getByRole('row', { name: 'All 4 UGX 170,000 UGX 10,200 UGX 180,200' }).waitFor();
  await expectNoBarrier(page);
  await expectFits(page);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve 4 payments' }).click();
  await page.getByText('Finished').waitFor();

  await page.getByRole('button', { name: 'Retry failed rows' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Prepare the retry' }).click();
  await page.getByRole('heading', { level: 1, name: 'Wages of May (retry)' }).waitFor();
  await page.getByText('Sends failed rows of').waitFor();
  await expectNoBarrier(page);
  await expectFits(page);
  await page.getByRole('button', { name: 'Request approval of UGX 31,800' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Request approval' }).click();
  await page.getByText('Another person must approve this.').waitFor();
  await page.getByRole('link', { name: `bulk payout ${made.body.data.id}` }).click();
  await page.getByText('Failed rows are sent again by').getByText('Waiting for approval').waitFor();
  expect(await page.getByRole('button', { name: 'Retry failed rows' }).count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});
