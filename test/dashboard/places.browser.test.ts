import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Business, World } from '../journeys/world.ts';
import { expectNoBarrier, launchBrowser, openDashboard } from './browser.ts';
import { signedIn, signIn } from './person.ts';

let world: World;
let shop: Business;
let browser: Browser;
beforeAll(async () => {
  world = await World.open({ NSIMBI_TRUST_PROXY: '127.0.0.1' });
  shop = await world.business('Corner Shop', 100_000);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

const at = (page: string) => `/clients/${shop.clientId}/test${page}`;
/** What a proxy that we trust says of the address. */
const from = (address: string) => ({ 'x-forwarded-for': address });

describe('sessions in a browser', () => {
  it('are listed as the audit log names them, and end one by one or all at once', async () => {
    const person = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
    const { email, personId } = person.credentials;
    const elsewhere = await signIn(world.baseUrl, person.credentials, from('203.0.113.70'));
    const { page, context, problems } = await openDashboard(browser, world, person, '/account');
    const list = page.getByRole('list').filter({ hasText: 'This session' });
    const other = list.getByRole('listitem').filter({ hasText: '203.0.113.70' });
    await other.getByText(/last used/).waitFor();
    const session = (await other.getByText(/^\w{8}$/).textContent()) ?? '';
    await other.getByRole('button', { name: 'Sign out' }).click();
    await other.waitFor({ state: 'detached' });
    expect((await elsewhere.get('/me')).status).toBe(401);
    await page.goto(at(`/team/activity?session=${session}`));
    const activity = page.getByRole('table', { name: 'Activity' });
    const row = activity.getByRole('row').filter({ hasText: `${email} signed in from 203.0.113.70` });
    await row.getByText(session).waitFor();
    await row.getByRole('button', { name: 'Show details' }).click();
    const details = page.getByRole('dialog');
    await details.getByText('203.0.113.70', { exact: true }).first().waitFor();
    await expectNoBarrier(page);
    await page.keyboard.press('Escape');

    const administrator = await signedIn(world, { platform: 'platform_administrator' });
    const staff = await openDashboard(browser, world, administrator, `/platform/people?everybody=true&search=${email}`);
    await staff.page.getByRole('button', { name: /^Actions for/ }).click();
    await staff.page.getByRole('menuitem', { name: 'End all sessions…' }).click();
    await staff.page.getByRole('dialog').getByRole('button', { name: 'End the sessions' }).click();
    await staff.page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goto(at(''));
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await staff.page.goto(
      `/platform/audit-log?subject=${encodeURIComponent(`person ${personId}`)}&address=203.0.113.70`,
    );
    const log = staff.page.getByRole('table', { name: 'Actions' });
    await log.getByRole('row').filter({ hasText: session }).getByText(`${email} signed in`, { exact: false }).waitFor();
    expect([...problems, ...staff.problems]).toEqual([]);
    await context.close();
    await staff.context.close();
  });
});

describe('an approval in a browser', () => {
  it('is in the log of the client with what was shown', async () => {
    const office = await world.business('Head Office', 1_000_000);
    await world.terminal.ask(
      ...['client', 'approval-threshold', '--client', String(office.clientId), '--mode', 'test', '--amount', '50000'],
    );
    const { body } = await (await world.as(office)).send('256701234567', 60_000, { description: 'Rent for May' });
    const owner = await signedIn(world, { clients: { [office.clientId]: 'client_owner' } });
    const path = `/clients/${office.clientId}/test`;
    const { page, context, problems } = await openDashboard(browser, world, owner, `${path}/approvals`);
    await page.getByRole('button', { name: 'Approve' }).first().click();
    await page.getByRole('dialog').getByRole('checkbox').check();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Approve/ })
      .click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goto(`${path}/team/activity`);
    const act = `transaction.approved: transaction ${body.data.transaction_id}`;
    const row = page.getByRole('table', { name: 'Activity' }).getByRole('row').filter({ hasText: act });
    await row.getByRole('button', { name: 'Show details' }).click();
    const details = page.getByRole('dialog', { name: 'transaction.approved' });
    await details.getByText('Shown before the decision').waitFor();
    await details.getByText('Rent for May').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('allowed addresses in a browser', () => {
  it('are set line by line, refuse a person elsewhere, and are removed by an administrator', async () => {
    const owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } }, from('196.0.3.7'));
    const { page, context, problems } = await openDashboard(browser, world, owner, at(''));
    await context.setExtraHTTPHeaders(from('196.0.3.7'));
    await page.goto(at('/team'));
    const field = page.getByLabel('Addresses and networks');
    await field.fill('196.0.3\nthe office');
    await page.getByRole('button', { name: 'Save addresses' }).click();
    await page.getByText('"196.0.3" is neither an address nor a network', { exact: false }).waitFor();
    await page.getByText('"the office" is neither an address nor a network', { exact: false }).waitFor();
    await expectNoBarrier(page);
    await field.fill('10.0.0.0/8');
    await page.getByRole('button', { name: 'Save addresses' }).click();
    await page.getByText('This list does not contain your own address, 196.0.3.7', { exact: false }).waitFor();
    await field.fill('196.0.3.0/24\n\n 2c0f:fe38::/32 ');
    await page.getByRole('button', { name: 'Save addresses' }).click();
    await page.getByText('The addresses were saved.').waitFor();
    expect(await field.inputValue()).toBe('196.0.3.0/24\n2c0f:fe38::/32');

    await context.setExtraHTTPHeaders(from('203.0.113.9'));
    for (const path of ['', '/transactions', '/keys', '/team']) {
      await page.goto(at(path));
      await page.getByRole('heading', { name: 'Not from this address' }).waitFor();
    }
    await page.getByRole('button', { name: /^Client: Corner Shop/ }).waitFor();
    await expectNoBarrier(page);

    const administrator = await signedIn(world, { platform: 'platform_administrator' });
    const staff = await openDashboard(browser, world, administrator, at('/transactions'));
    await staff.page
      .getByText('This client can be used only from certain addresses', { exact: false })
      .first()
      .waitFor();
    await staff.page.goto(`/platform/clients/${shop.clientId}`);
    await staff.page.getByLabel('Addresses and networks').fill('');
    await staff.page.getByRole('button', { name: 'Save addresses' }).click();
    await staff.page.getByText('The limit was removed.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor();
    expect([...problems, ...staff.problems]).toEqual([]);
    await context.close();
    await staff.context.close();
  });
});
