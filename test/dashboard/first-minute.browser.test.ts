import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Receiver } from '../journeys/receiver.ts';
import { World } from '../journeys/world.ts';
import { copyBy, launchBrowser, visit } from './browser.ts';

let world: World;
let receiver: Receiver;
let browser: Browser;
// A repeated try begins with an empty installation too.
beforeEach(async () => {
  world = await World.open();
  receiver = await Receiver.open();
  browser = await launchBrowser();
});
afterEach(async () => {
  await browser.close();
  await receiver.close();
  await world.close();
});

const patience = { timeout: 60_000 };

it('in the first minute a developer signs in, copies curl, collects, approves on the handset, and sees the money and the webhook', {
  timeout: 180_000,
}, async () => {
  const { dashboard } = JSON.parse(readFileSync(join(world.dataDir, 'credentials.json'), 'utf8'));
  const { page, context, problems } = await visit(browser, world);

  await page.goto('/');
  await page.getByLabel('Email').fill(dashboard.email);
  await page.getByLabel('Password', { exact: true }).fill(dashboard.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor(patience);
  await page.getByText('Test mode: no real money').waitFor(patience);
  expect(new URL(page.url()).pathname).toMatch(/^\/clients\/\d+\/test\/?$/);
  const desk = new URL(page.url()).pathname.replace(/\/$/, '');

  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await page.getByRole('button', { name: 'Add a webhook' }).first().click(patience);
  const form = page.getByRole('dialog');
  await form.getByLabel('Address').fill(receiver.at('/hooks'));
  await form.getByRole('button', { name: 'Add the webhook' }).click();
  await page.getByRole('button', { name: 'I have stored it' }).click(patience);

  await page.getByRole('link', { name: 'Quick start' }).first().click();
  await page.getByRole('button', { name: 'Create a test key' }).click(patience);
  // Until there is a key, the samples show where one belongs.
  await page.getByRole('button', { name: 'Copy the key' }).waitFor(patience);
  const copied = await copyBy(page.getByRole('button', { name: /^Copy: Collect.*curl$/ }));
  const { stdout } = await promisify(execFile)('bash', ['-euc', copied]);
  const collected = JSON.parse(stdout.slice(stdout.indexOf('{'), stdout.lastIndexOf('}') + 1));
  expect(collected).toMatchObject({ success: true, data: { status: 'processing' } });

  await page.getByRole('link', { name: 'Handset' }).first().click();
  const phone = page.getByRole('region', { name: /^Phone \+256 770 000 009/ });
  const prompt = phone.getByRole('form', { name: 'Payment request' });
  await prompt.getByText('Demo').waitFor(patience);
  for (const digit of ['1', '2', '3', '4']) await prompt.getByRole('button', { name: digit, exact: true }).click();
  await prompt.getByRole('button', { name: 'Approve' }).click();
  await phone.getByRole('list', { name: 'Messages' }).getByRole('listitem').first().waitFor(patience);

  const net: number = collected.data.net_amount_to_receive;
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page
    .getByText(`UGX ${(1_000_000 + net).toLocaleString('en-US')}`)
    .first()
    .waitFor(patience);

  await page.getByRole('link', { name: 'Transactions', exact: true }).click();
  await page
    .getByRole('link', { name: /Collection/ })
    .first()
    .click(patience);
  await page.getByText('Completed').first().waitFor(patience);

  const [heard] = await receiver.waitFor('/hooks', 1);
  expect(heard?.body).toMatchObject({ type: 'transaction.completed', data: { net_amount: net } });
  await page.goto(`${desk}/webhooks`);
  await page.getByRole('link', { name: new RegExp(receiver.at('/hooks')) }).click(patience);
  await page.getByRole('table', { name: 'Deliveries' }).getByText('Delivered').first().waitFor(patience);
  expect(problems).toEqual([]);
  await context.close();
});
