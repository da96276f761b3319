import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Receiver } from '../journeys/receiver.ts';
import { type Business, type Speaker, World } from '../journeys/world.ts';
import { endSessionsBefore, launchBrowser, openDashboard } from './browser.ts';
import { shopPage } from './demo-shop.ts';
import { type Credentials, createPerson } from './person.ts';

let world: World;
let shop: Business;
let neighbour: Business;
let speaker: Speaker;
let person: Credentials;
let browser: Browser;
beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Corner Shop', 500_000);
  neighbour = await world.business('Neighbour', 500_000);
  speaker = await world.as(shop);
  person = await createPerson(world, { clients: { [shop.clientId]: 'client_finance' } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

const patience = { timeout: 60_000 };

it('a session that ended leads to the sign-in, and from there back to the same place', async () => {
  const path = shopPage(shop, '/transactions?status=completed');
  const { page, context, problems } = await openDashboard(browser, world, person, path);
  await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor(patience);
  await endSessionsBefore(page, world, person.personId, '/approvals');
  await page.getByRole('link', { name: 'Approvals', exact: true }).click();
  await page.getByLabel('Email').fill(person.email, patience);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor(patience);
  expect(new URL(page.url()).pathname).toBe(shopPage(shop, '/approvals'));
  expect(problems).toEqual([]);
  await context.close();
});

it('a lost connection is shown, and when it is back what was asked is there', async () => {
  const { page, context } = await openDashboard(browser, world, person, shopPage(shop, '/transactions'));
  await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor(patience);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByText('No connection to the service. Trying again.').waitFor(patience);
  await speaker.send(neighbour.phone, 12_345);
  await context.setOffline(false);
  await page.getByText('No connection to the service. Trying again.').waitFor({ state: 'hidden', ...patience });
  await page.getByText('UGX 487,655').first().waitFor(patience);
  await context.close();
});

it('somebody else’s client, a transaction of theirs and an address that never was look the same: nothing is there', async () => {
  const theirs = await world.as(neighbour);
  const { data } = (await theirs.send(shop.phone, 1_000)).body;
  const { page, context } = await openDashboard(browser, world, person, shopPage(neighbour));
  for (const path of [
    shopPage(neighbour),
    shopPage(shop, `/transactions/${data.transaction_id}`),
    shopPage(shop, '/transactions/999999999'),
    shopPage(shop, '/no-such-page'),
  ]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor(patience);
  }
  await context.close();
});

it('a webhook whose receiver is away is seen to fail at home, in the list and on its page', async () => {
  const receiver = await Receiver.open();
  receiver.status = 503;
  await speaker.post('/webhooks', { url: receiver.at('/till'), events: ['send_money.completed'] });
  await speaker.send(neighbour.phone, 2_000);
  await receiver.waitFor('/till', 1);
  const { page, context, problems } = await openDashboard(browser, world, person, shopPage(shop, '/webhooks'));
  await page.getByText('A webhook is failing').waitFor(patience);
  const list = page.getByRole('table', { name: 'Webhooks' });
  await list.getByText('Failing', { exact: true }).waitFor(patience);
  expect(await list.getByText('Active', { exact: true }).count()).toBe(0);
  const said = /1 event is waiting\. Next attempt: .+\. If every attempt fails, the webhook will be disabled on .+\./;
  await page.getByRole('alert').filter({ hasText: said }).getByRole('link').click();
  await page.getByText('The receiver is failing').waitFor(patience);
  await page.getByText(said).waitFor(patience);
  await page.getByRole('table', { name: 'Deliveries' }).getByText('Retrying').waitFor(patience);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('link', { name: /^The webhook to 127\.0\.0\.1:\d+ is failing$/ }).waitFor(patience);
  await page.getByText(said).waitFor(patience);
  expect(await page.getByText('Nothing needs your attention.').count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
  await receiver.close();
});

it('live mode without an operator says what is missing and who can add it, at home and above every form', async () => {
  const owner = await createPerson(world, { clients: { [shop.clientId]: 'client_owner' } });
  const { page, context, problems } = await openDashboard(browser, world, owner, shopPage(shop, '', 'live'));
  const said = page.getByText(/No operator is connected.+Ask the administrator of this service to connect an operator/);
  await said.waitFor(patience);
  expect(await page.getByText('Nothing needs your attention.').count()).toBe(0);
  for (const form of ['/send', '/withdraw', '/collect', '/bulk-payouts/new']) {
    await page.goto(shopPage(shop, form, 'live'));
    await said.waitFor(patience);
  }
  await page.goto(shopPage(shop, '/send', 'live'));
  await page.getByLabel('To', { exact: true }).fill('0770 000 001', patience);
  await page.getByLabel('Amount', { exact: true }).fill('500');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('The wallet has').waitFor(patience);
  await page.goto(shopPage(shop, '/send'));
  await page.getByLabel('To', { exact: true }).waitFor(patience);
  expect(await said.count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();

  const administrator = await createPerson(world, { platform: 'platform_administrator' });
  const other = await openDashboard(browser, world, administrator, shopPage(shop, '', 'live'));
  await other.page.getByText(/No operator is connected.+Set the credentials of MTN or Airtel/).waitFor(patience);
  await other.context.close();
});
