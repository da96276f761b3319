import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Business, type Speaker, World } from '../journeys/world.ts';
import { launchBrowser, openDashboard } from './browser.ts';
import { type Credentials, createPerson, signedIn } from './person.ts';

let world: World;
let browser: Browser;
let office: Business;
let program: Speaker;
let finance: Credentials;
let viewer: Credentials;
let desk: string;

beforeAll(async () => {
  world = await World.open();
  browser = await launchBrowser();
  office = await world.business('Head Office', 2_000_000);
  program = await world.as(office);
  finance = await createPerson(world, { clients: { [office.clientId]: 'client_finance' } });
  viewer = await createPerson(world, { clients: { [office.clientId]: 'client_viewer' } });
  desk = `/clients/${office.clientId}/test`;
  await world.terminal.ask(
    ...['client', 'approval-threshold', '--client', String(office.clientId), '--mode', 'test', '--amount', '50000'],
  );
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

describe('approval in a browser', () => {
  it('leads from Home to a bulk payout that waits, which is approved as a whole', async () => {
    const owner = await signedIn(world, { clients: { [office.clientId]: 'client_owner' } });
    const made = await owner.post(
      `${desk}/bulk-payouts`,
      { name: 'Wages for March', csv: '256701234567,60000\n256770000011,70000\n', total_deducted: 137_800 },
      { 'idempotency-key': randomUUID() },
    );
    expect(made.body).toMatchObject({ data: { status: 'awaiting_approval' } });
    const { page, problems } = await openDashboard(browser, world, finance, desk);
    await page.getByRole('link', { name: '1 bulk payout waits for approval' }).click();
    const row = page.getByRole('table', { name: 'Bulk payouts that wait for approval' }).getByRole('row').nth(1);
    await row.getByText('UGX 137,800').waitFor();
    await row.getByText(owner.credentials.email).waitFor();
    await row.getByRole('link', { name: 'Wages for March' }).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve 2 payments' }).click();
    await page.getByText('Finished').waitFor();
    await page.goto(`${desk}/approvals`);
    await page.getByText('Nothing waits for approval').waitFor();
    expect(problems).toEqual([]);
  });

  it('shows what is approved, waits for the tick, and lets the money go', async () => {
    const id = (await program.send('256701234567', 60_000)).body.data.transaction_id;
    const { page, problems } = await openDashboard(browser, world, finance, `${desk}/approvals`);
    await page.getByRole('button', { name: /^Approve the payment to/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve this payment?' });
    await dialog.getByText('UGX 63,600', { exact: true }).waitFor();
    await dialog.getByText('+256 701 234 567', { exact: true }).waitFor();
    const approve = dialog.getByRole('button', { name: 'Approve UGX 63,600' });
    expect(await approve.isDisabled()).toBe(true);
    await dialog.getByRole('checkbox').check();
    await approve.click();
    await page.getByText('Nothing waits for approval').waitFor();
    expect(await program.end(id)).toMatchObject({ status: 'completed' });

    await page.goto(`${desk}/transactions/${id}`);
    await page.getByRole('heading', { level: 1, name: 'Payment sent UGX 63,600' }).waitFor();
    await page.getByText(finance.email).waitFor();
    expect(problems).toEqual([]);
  });

  it('rejects with a reason, which the transaction then shows', async () => {
    const id = (await program.send('256701234567', 70_000)).body.data.transaction_id;
    const { page, problems } = await openDashboard(browser, world, finance, desk);
    await page.getByRole('link', { name: '1 payment waits for approval' }).click();
    await page.getByRole('button', { name: /^Reject the payment to/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Reject this payment?' });
    const reject = dialog.getByRole('button', { name: 'Reject', exact: true });
    expect(await reject.isDisabled()).toBe(true);
    await dialog.getByLabel('Reason').fill('The supplier has another number.');
    await reject.click();
    await page.getByText('Nothing waits for approval').waitFor();
    await page.goto(`${desk}/transactions/${id}`);
    await page.getByText('The supplier has another number.').first().waitFor();
    expect(problems).toEqual([]);
  });

  it('offers no decision to those who only read', async () => {
    await program.send('256701234567', 80_000);
    const maker = await signedIn(world, { clients: { [office.clientId]: 'client_owner' } });
    await maker.post(
      `${desk}/bulk-payouts`,
      { name: 'Wages for April', csv: '256701234567,60000\n', total_deducted: 63_600 },
      { 'idempotency-key': randomUUID() },
    );
    const { page } = await openDashboard(browser, world, viewer, `${desk}/approvals`);
    await page.getByRole('region', { name: 'Bulk payouts' }).getByRole('link', { name: 'Wages for April' }).waitFor();
    await page.getByRole('region', { name: 'Payments' }).getByText('Waits for others').waitFor();
    expect(await page.getByRole('button', { name: /^(Approve|Reject) the payment/ }).count()).toBe(0);
  });
});
