import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceActor } from '../../src/access/audit-log.ts';
import { setApprovalThreshold, setWalletLimits } from '../../src/access/wallet-settings.ts';
import { ugx } from '../../src/money/ugx.ts';
import { enableLiveMode } from '../database.ts';
import { type Business, World } from '../journeys/world.ts';
import { expectNoBarrier, type Looking, launchBrowser, openDashboard, visit } from './browser.ts';
import { signedIn } from './person.ts';

let world: World;
let shop: Business;
let browser: Browser;
beforeAll(async () => {
  world = await World.open({
    NSIMBI_ISSUER_NAME: 'Pearl Payments (Uganda) Limited',
    NSIMBI_REQUIRE_TWO_FACTOR: 'staff-and-live',
  });
  shop = await world.business('Corner Shop', 200_000);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

const page = (below: string) => `/clients/${shop.clientId}/test${below}`;

describe('the page Business', () => {
  it.each<[string, Looking]>([
    ['on a desk', {}],
    ['on a phone, in the dark', { width: 390, height: 844, dark: true }],
  ])('%s shows the owner limits, fees and what an amount costs', async (_name, looking) => {
    const { pool } = world.database;
    const wallet = { clientId: shop.clientId, mode: 'test', actor: serviceActor('test') } as const;
    await setWalletLimits(pool, { ...wallet, perTransaction: null, perDay: ugx(150_000) });
    await setApprovalThreshold(pool, { ...wallet, threshold: ugx(50_000) });
    const owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
    const opened = await openDashboard(browser, world, owner, page('/settings'), looking);
    const desk = opened.page;
    await desk.getByText(/Pearl Payments \(Uganda\) Limited sets them; ask its support/).waitFor();
    const limits = desk.getByRole('region', { name: 'Limits and approvals' });
    await limits.getByText('UGX 50,000', { exact: true }).waitFor();
    await limits.getByText('UGX 150,000', { exact: true }).first().waitFor();
    await limits.getByText(/used today/).waitFor();
    await limits.getByText('Any mobile money number').waitFor();
    const fees = desk.getByRole('region', { name: 'Fees', exact: true });
    expect(await fees.getByText('Standard fees', { exact: true }).count()).toBe(4);

    const calculator = desk.getByRole('region', { name: 'What does a payment cost?' });
    await calculator.getByText('A payment of UGX 50,000 costs UGX 3,000: UGX 53,000 leaves the wallet.').waitFor();
    await calculator.getByLabel('Operation').selectOption('Collections');
    await calculator.getByLabel('Amount').fill('100000');
    await calculator.getByText('A collection of UGX 100,000 costs UGX 5,000: UGX 95,000 reaches the wallet.').waitFor();
    await calculator.getByLabel('Amount').fill('10');
    await calculator.getByText(/must be at least/).waitFor();
    expect(await calculator.getByLabel('Amount').inputValue()).toBe('UGX 10');

    await desk.getByRole('region', { name: 'Set by the business' }).getByText('You can change these.').waitFor();
    await expectNoBarrier(desk);
    const width = await desk.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(looking.width ?? 1280);
    await desk.getByRole('region', { name: 'Set by the business' }).getByRole('link', { name: 'Team' }).click();
    await desk.getByRole('heading', { level: 1, name: 'Team' }).waitFor();
    expect(opened.problems).toEqual([]);
    await opened.context.close();
  });
});

describe('a statement on its page', () => {
  it('has the sums that its PDF prints', async () => {
    const program = await world.as(shop);
    const { body } = await program.collect('256770000031', 100_000);
    await program.end(body.data.transaction_id);
    const owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
    const opened = await openDashboard(browser, world, owner, page('/statements'));
    const statement = opened.page.getByRole('region', { name: 'Statement of account' });
    await statement.getByText('Money in, before fees').waitFor();
    const labels = await statement.locator('dt').allTextContents();
    const amounts = await statement.locator('dd').allTextContents();
    expect(labels.map((label, index) => [label, amounts[index]])).toEqual([
      ['Opening balance', 'UGX 0'],
      ['Money in, before fees', 'UGX 300,000'],
      ['Money out, before fees', 'UGX 0'],
      ['Fees', '−UGX 5,000'],
      ['Closing balance, after 2 lines', 'UGX 295,000'],
    ]);
    await statement.getByText('After fees, UGX 295,000 came in and UGX 0 went out.').waitFor();
    expect(opened.problems).toEqual([]);
    await opened.context.close();
  });
});

it('who is invited to the staff and sets a password is led to setting up a second factor', async () => {
  const invitation = ['--email', 'opio@pay.example.ug', '--name', 'Opio Daniel', '--platform-role', 'platform_support'];
  const [{ link }] = await world.terminal.ask('person', 'invite', ...invitation);
  // Before that the services of tests rehearse, and a rehearsal asks for no second factor.
  await enableLiveMode(world.database);
  const { page: desk, context } = await visit(browser, world);
  // The command line does not know at which port this service listens.
  await desk.goto(`/set-password${new URL(link).search}`);
  await desk.getByLabel('New password').fill('three green mangoes');
  await desk.getByLabel('Repeat password').fill('three green mangoes');
  await desk.getByRole('button', { name: 'Set the password' }).click();
  await desk.getByRole('heading', { level: 1, name: 'Set up a second factor first' }).waitFor();
  await desk.getByRole('link', { name: 'Set it up' }).click();
  await desk.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  await context.close();
});
