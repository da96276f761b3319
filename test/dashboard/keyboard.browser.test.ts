import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Business, World } from '../journeys/world.ts';
import { launchBrowser, visit } from './browser.ts';
import { hasFocus, reach } from './keyboard.ts';
import { type Credentials, createPerson } from './person.ts';

let world: World;
let browser: Browser;
let shop: Business;
beforeAll(async () => {
  world = await World.open();
  browser = await launchBrowser();
  shop = await world.business('Corner Shop', 2_000_000);
  await world.terminal.ask(
    ...['client', 'approval-threshold', '--client', String(shop.clientId), '--mode', 'test', '--amount', '50000'],
  );
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

it.each([
  ['on a desk', { width: 1440, height: 900 }],
  ['on a phone', { width: 390, height: 844 }],
])('%s a payment is sent by one person and approved by another with the keyboard alone', async (_name, looking) => {
  const maker = await createPerson(world, { clients: { [shop.clientId]: 'client_finance' } });
  const approver = await createPerson(world, { clients: { [shop.clientId]: 'client_owner' } });
  const { page, context, problems } = await visit(browser, world, looking);
  await page.goto('/sign-in');

  await signInByKeyboard(page, maker);
  await reach(page, page.getByRole('link', { name: 'Send', exact: true }).first());
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /Send/ }).waitFor();
  await reach(page, page.getByLabel('To', { exact: true }));
  await page.keyboard.type('0770 000 001');
  await reach(page, page.getByLabel('Amount', { exact: true }));
  await page.keyboard.type('60000');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Check the payment' }).waitFor();
  await reach(page, page.getByRole('button', { name: /^Send UGX/ }));
  await page.keyboard.press('Enter');
  await page.getByText('must approve it').waitFor();
  await signOutByKeyboard(page);

  await signInByKeyboard(page, approver);
  await reach(page, page.getByRole('link', { name: /^Approvals/ }));
  await page.keyboard.press('Enter');
  const approve = page.getByRole('button', { name: /^Approve the payment to/ });
  await approve.waitFor();
  await reach(page, approve);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Approve this payment?' });
  await reach(page, dialog.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await reach(page, dialog.getByRole('button', { name: /^Approve UGX/ }));
  await page.keyboard.press('Enter');
  await page.getByText('No payments waiting for approval').waitFor();
  await signOutByKeyboard(page);
  expect(problems).toEqual([]);
  await context.close();
});

async function signInByKeyboard(page: Page, { email, password }: Credentials): Promise<void> {
  await reach(page, page.getByLabel('Email'));
  await page.keyboard.type(email);
  await reach(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
}

async function signOutByKeyboard(page: Page): Promise<void> {
  await reach(page, page.getByRole('button', { name: /^Account of/ }));
  await page.keyboard.press('Enter');
  const signOut = page.getByRole('menuitem', { name: 'Sign out' });
  await signOut.waitFor();
  for (let presses = 0; !(await hasFocus(signOut)); presses += 1) {
    expect(presses).toBeLessThan(20);
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
}
