import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beforeLiveMode, enableLiveMode } from '../database.ts';
import { type Business, World } from '../journeys/world.ts';
import { expectNoBarrier, launchBrowser, openDashboard, pressEscapeAndClickBeside } from './browser.ts';
import { type Person, signedIn } from './person.ts';

let world: World;
let browser: Browser;
let shop: Business;
let maker: Person;
let checker: Person;

beforeAll(async () => {
  world = await World.open({ NSIMBI_REHEARSAL: 'off' });
  browser = await launchBrowser();
  shop = await world.business('Corner Shop');
  maker = await signedIn(world, { platform: 'platform_administrator' });
  checker = await signedIn(world, { platform: 'platform_administrator' });
  await world.terminal.ask(
    ...['client', 'approval-threshold', '--client', String(shop.clientId), '--mode', 'live', '--amount', '50000'],
  );
  await enableLiveMode(world.database);
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

const thresholdPath = () => `/platform/clients/${shop.clientId}/live/approval-threshold`;

async function threshold(): Promise<string | null> {
  const { rows } = await world.database.pool.query<{ approval_threshold: string | null }>(
    "SELECT approval_threshold FROM wallet WHERE client_id = $1 AND mode = 'live'",
    [shop.clientId],
  );
  return rows[0]?.approval_threshold ?? null;
}

/** Proposes a threshold as the maker. @returns the page of the proposal. */
async function proposeThreshold(amount: number): Promise<{ readonly id: number; readonly page: string }> {
  const { status, body } = await maker.put(thresholdPath(), { threshold: amount });
  expect(status).toBe(202);
  return { id: body.data.proposal, page: `/platform/proposals/${body.data.proposal}` };
}

describe('a change by two people in a browser', () => {
  it('waits for the second person, who sees what it replaces, and holds when it is approved', async () => {
    const one = await openDashboard(browser, world, maker, `/platform/clients/${shop.clientId}`);
    await one.page.getByLabel('Approval threshold').fill('900000');
    await one.page.getByRole('button', { name: 'Save threshold' }).click();
    await one.page.getByText('Nothing has changed yet.').waitFor();
    expect(await one.page.getByText('Approval threshold saved.').count()).toBe(0);
    expect(await one.page.getByLabel('Approval threshold').inputValue()).toBe('UGX 50,000');
    await one.page.getByRole('link', { name: /^proposal \d+$/ }).click();
    await one.page.getByText('You proposed this, so another administrator must approve it.').waitFor();
    expect(await one.page.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
    await one.page.getByRole('link', { name: 'Waiting 1' }).waitFor();

    const two = await openDashboard(browser, world, checker, '/platform/clients');
    await two.page.getByRole('link', { name: 'Waiting 1' }).click();
    await two.page.getByRole('heading', { level: 1, name: 'Waiting' }).waitFor();
    const waiting = two.page.getByRole('table', { name: 'Waiting for staff' });
    await waiting.getByText(maker.credentials.email).waitFor();
    await expectNoBarrier(two.page);
    await waiting.getByRole('link', { name: 'Change the approval threshold of a live wallet' }).click();
    const changes = two.page.getByRole('table', { name: 'Changes' });
    await changes.getByRole('row', { name: 'Approval threshold UGX 50,000 UGX 900,000' }).waitFor();
    await expectNoBarrier(two.page);
    await two.page.getByRole('button', { name: 'Approve' }).click();
    const dialog = two.page.getByRole('dialog');
    await dialog.getByText('UGX 50,000 → UGX 900,000').waitFor();
    await expectNoBarrier(two.page);
    expect(await threshold()).toBe('50000');
    await dialog.getByRole('button', { name: 'Approve the change' }).dblclick();
    await two.page.getByRole('region', { name: 'Result' }).getByText(checker.credentials.email).waitFor();
    expect(await threshold()).toBe('900000');
    await two.page.getByRole('link', { name: 'Waiting', exact: true }).waitFor();
    expect([...one.problems, ...two.problems]).toEqual([]);
    await Promise.all([one.context.close(), two.context.close()]);
  });

  it('is rejected with a reason, which the one who proposed it reads', async () => {
    const before = await threshold();
    const { page: path } = await proposeThreshold(5_000_000);
    const two = await openDashboard(browser, world, checker, path);
    await two.page.getByRole('button', { name: 'Reject' }).click();
    await two.page.getByRole('dialog').getByLabel('Reason').fill('Nobody asked for it');
    await two.page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await two.page.getByText('Nothing was changed.', { exact: true }).waitFor();
    expect(await threshold()).toBe(before);
    const one = await openDashboard(browser, world, maker, '/platform/proposals');
    await one.page.getByText('Ended', { exact: true }).click();
    await one.page.getByRole('table', { name: 'Proposals' }).getByText('Rejected').waitFor();
    await expectNoBarrier(one.page);
    await one.page.goto(path);
    await one.page.getByText('Nobody asked for it').waitFor();
    expect([...one.problems, ...two.problems]).toEqual([]);
    await Promise.all([one.context.close(), two.context.close()]);
  });

  it('shows a password link once, to the person who approves it and not to the one who asked', async () => {
    const person = await signedIn(world, { platform: 'platform_support' });
    const one = await openDashboard(browser, world, maker, '/platform/people');
    const row = one.page.getByRole('row', { name: person.credentials.email });
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await one.page.getByRole('menuitem', { name: 'Send a password link…' }).click();
    await one.page.getByRole('button', { name: 'Send the link' }).click();
    await one.page.getByText('Nothing has changed yet.').waitFor();
    expect(await one.page.getByRole('dialog').count()).toBe(0);

    const two = await openDashboard(browser, world, checker, '/platform/waiting');
    await two.page.getByRole('link', { name: 'Make a password link for another person' }).click();
    await two.page.getByRole('button', { name: 'Approve' }).click();
    await two.page.getByRole('button', { name: 'Approve the change' }).click();
    const shown = two.page.getByRole('dialog', { name: 'Send them this link' });
    await shown.getByText(/^https?:.*token=/).waitFor();
    await pressEscapeAndClickBeside(two.page);
    await shown.getByRole('button', { name: 'I have saved it' }).click();
    await shown.waitFor({ state: 'detached' });
    await two.page.reload();
    await two.page.getByRole('region', { name: 'Result' }).waitFor();
    expect(await shown.count()).toBe(0);
    expect([...one.problems, ...two.problems]).toEqual([]);
    await Promise.all([one.context.close(), two.context.close()]);
  });

  it('that the owner of the database ordered is on every page until somebody has reviewed it', async () => {
    const { id, page: path } = await proposeThreshold(6_000_000);
    await world.database.owner.query(
      `INSERT INTO break_glass (change_proposal_id, ordered_by, reason, ordered_at, due_at)
       VALUES ($1, 'cli:root', 'Both phones are lost', trusted_now(), trusted_now() + interval '25 hours')`,
      [id],
    );
    const { page, context, problems } = await openDashboard(browser, world, checker, '/platform/fees');
    const banner = page.getByText('A change without a second person was ordered and is not reviewed yet.');
    await banner.waitFor();
    await page.getByRole('status').getByRole('link', { name: 'Proposals' }).click();
    await page.getByRole('table', { name: 'Proposals' }).getByText('Not reviewed').waitFor();
    await page.goto(path);
    await page.getByText('Both phones are lost').waitFor();
    await expectNoBarrier(page);
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('button', { name: 'Mark as reviewed' }).click();
    await page.getByText(`Reviewed by ${checker.credentials.email}.`).waitFor();
    await banner.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('live mode in a browser', () => {
  it('that is not enabled says so to clients, and to administrators how they enable it', async () => {
    await beforeLiveMode(world.database);
    const owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
    const client = await openDashboard(browser, world, owner, `/clients/${shop.clientId}/live`);
    await client.page.getByText('Live mode is not enabled yet').waitFor();

    const one = await openDashboard(browser, world, maker, '/platform/waiting');
    const card = one.page.getByRole('region', { name: 'Live mode is not enabled' });
    await card.getByRole('link', { name: 'Set up an authenticator app' }).waitFor();
    await haveSecondFactor(one.page);
    await card.getByRole('button', { name: 'Propose to enable live mode' }).click();
    await one.page.getByRole('dialog').getByRole('button', { name: 'Propose it' }).click();
    await one.page.getByRole('heading', { level: 1, name: 'Enable live mode' }).waitFor();
    await one.page.getByText('You proposed this').waitFor();

    const two = await openDashboard(browser, world, checker, '/platform/waiting');
    await two.page.getByRole('link', { name: 'See the proposal' }).click();
    await two.page.getByRole('button', { name: 'Approve' }).click();
    await two.page.getByRole('button', { name: 'Approve the change' }).click();
    // The people of this test have no second factors.
    await two.page
      .getByRole('alert')
      .getByText(/Two administrators with second factors/)
      .waitFor();
    await enableLiveMode(world.database);
    expect([...one.problems, ...two.problems, ...client.problems]).toEqual([]);
    await Promise.all([one.context.close(), two.context.close(), client.context.close()]);
  });
});

/** Lets the page believe that its person has a second factor, without which the service refuses the approval anyway. */
async function haveSecondFactor(page: Page): Promise<void> {
  await page.route('**/dashboard/api/me', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    body.data.person.two_factor_enabled = true;
    await route.fulfill({ response, json: body });
  });
  await page.reload();
}
