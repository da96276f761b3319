import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Business, type Speaker, World } from '../journeys/world.ts';
import { launchBrowser, openDashboard } from './browser.ts';
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
}, 60_000);
afterAll(async () => {
  await browser.close();
  await world.close();
});

const patience = { timeout: 20_000 };

it('a session that ended leads to the sign-in, and from there back to the same place', async () => {
  const path = shopPage(shop, '/transactions?status=completed');
  const { page, context, problems } = await openDashboard(browser, world, person, path);
  await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor(patience);
  await world.database.pool.query('DELETE FROM person_session WHERE person_id = $1', [person.personId]);
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
    await page.getByRole('heading', { level: 1, name: 'There is nothing here' }).waitFor(patience);
  }
  await context.close();
});
