import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Business, Speaker, World } from '../journeys/world.ts';
import { launchBrowser, openDashboard, pressEscapeAndClickBeside } from './browser.ts';
import { type SignedIn, signedIn } from './person.ts';

let world: World;
let shop: Business;
let browser: Browser;
let developer: SignedIn;
beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Corner Shop', 100_000);
  developer = await signedIn(world, { clients: { [shop.clientId]: 'client_developer' } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

const at = (page: string) => `/clients/${shop.clientId}/test${page}`;
const keyText = /nsk_test_\w{12}\.\w{40}/;
const speakerOf = (text: string | null) => new Speaker(world.baseUrl, keyText.exec(text ?? '')?.[0] ?? 'no key');

describe('the handset in a browser', () => {
  it('approves what a program collects with a key from the quick start, and has the receipt', async () => {
    const { page, context, problems } = await openDashboard(browser, world, developer, at('/quick-start'));
    await page.getByRole('button', { name: 'Create a test key' }).click();
    const sample = page.getByRole('region', { name: 'Read the balance, curl' });
    await sample.getByText(/Bearer nsk_test_\w{12}\.\w{40}/).waitFor();
    const program = speakerOf(await sample.textContent());

    await page.goto(at('/handset'));
    const phone = page.getByRole('region', { name: 'Phone +256 770 000 009' });
    await phone.getByText('No messages yet').waitFor();
    const asked = await program.collect('256770000009', 20_000, { description: 'Invoice 7' });
    const prompt = phone.getByRole('form', { name: 'Payment request' });
    await prompt.getByText('UGX 20,000').waitFor();
    expect(await prompt.textContent()).toMatch(/Corner Shop.*asks you to pay.*Invoice 7.*Answer within \d:\d\d/s);
    const approve = prompt.getByRole('button', { name: 'Approve' });
    expect(await approve.isDisabled()).toBe(true);
    for (const digit of '1234') await prompt.getByRole('button', { name: digit, exact: true }).click();
    await approve.click();
    await phone.getByText('You have paid UGX 20,000 to Corner Shop. Reason: Invoice 7.').waitFor();
    expect(await program.end(asked.body.data.transaction_id)).toMatchObject({ status: 'completed' });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('collects from a phone on the screen, which declines', async () => {
    const { page, context, problems } = await openDashboard(
      browser,
      world,
      developer,
      at('/handset?phones=256700000009'),
    );
    await page.getByRole('button', { name: 'Add a phone' }).click();
    await page.getByRole('dialog').getByLabel('Phone').fill('0770 000 009');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('region', { name: 'Phone +256 770 000 009' }).waitFor();
    expect(new URL(page.url()).searchParams.get('phones')).toBe('256700000009,256770000009');
    const phone = page.getByRole('region', { name: 'Phone +256 700 000 009' });
    await phone.getByRole('button', { name: 'Collect from this phone' }).click();
    const form = page.getByRole('dialog', { name: 'Collect from this phone' });
    await form.getByLabel('Amount').fill('500');
    await form.getByRole('button', { name: 'Send the request' }).click();
    await form
      .getByText(/at least 1,?000/)
      .first()
      .waitFor();
    await form.getByLabel('Amount').fill('3000');
    await form.getByRole('button', { name: 'Send the request' }).click();
    await phone.getByRole('button', { name: 'Decline' }).click();
    await phone.getByText(/was not made. You declined it/).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('has room for its two phones side by side on a desk, and for one on a telephone', async () => {
    const desk = await openDashboard(browser, world, developer, at('/handset'));
    const [one, two] = await placesOfPhones(desk.page);
    expect(two?.y).toBe(one?.y);
    expect(two?.x).toBeGreaterThan((one?.x ?? 0) + (one?.width ?? 0));
    await desk.page.getByRole('button', { name: 'Show the phone that ends in 0002' }).click();
    await desk.page.getByRole('region', { name: 'Phone +256 770 000 002' }).waitFor();
    await desk.context.close();
    const telephone = await openDashboard(browser, world, developer, at('/handset'), { width: 390 });
    const [above, below] = await placesOfPhones(telephone.page);
    expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
    expect((above?.x ?? 0) + (above?.width ?? 0)).toBeLessThanOrEqual(390);
    await telephone.context.close();
  });
});

describe('API keys in a browser', () => {
  it('are made with what they may do, shown once, rolled and revoked', async () => {
    const { page, context, problems } = await openDashboard(browser, world, developer, at('/keys'));
    await page.getByRole('button', { name: 'Create a test key' }).first().click();
    const form = page.getByRole('dialog', { name: 'Create a test key' });
    await form.getByLabel('Name').fill('Price board');
    const others = ['wallet:collect', 'wallet:send', 'wallet:withdraw', 'approvals:read', 'approvals:decide'];
    for (const permission of [...others, 'webhooks:read', 'webhooks:write']) {
      await form.getByRole('checkbox', { name: permission }).uncheck();
    }
    await form.getByRole('button', { name: 'Create the key' }).click();
    const program = await keptKey(page);
    expect((await program.get('/wallet/balance')).status).toBe(200);
    expect(await program.collect('256770000009', 5_000)).toMatchObject({ status: 403 });

    const row = page.getByRole('table', { name: 'API keys' }).getByRole('row', { name: /Price board/ });
    await row.getByText('wallet:read', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Actions for Price board' }).click();
    await page.getByRole('menuitem', { name: 'Roll…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Roll the key' }).click();
    const successor = await keptKey(page);
    expect((await program.get('/wallet/balance')).status).toBe(200);
    expect((await successor.get('/wallet/balance')).status).toBe(200);

    await row
      .filter({ hasText: 'Rolled' })
      .getByRole('button', { name: /^Actions for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Revoke…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click();
    await row.getByText('Revoked').waitFor();
    await expect.poll(async () => (await program.get('/wallet/balance')).status).toBe(401);
    expect((await successor.get('/wallet/balance')).status).toBe(200);
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('the form of a live key', () => {
  it('begins with the least rights, a budget and a year, and what it makes is shown with what is used', async () => {
    const live = (path: string) => at(path).replace('/test/', '/live/');
    const { page, context, problems } = await openDashboard(browser, world, developer, live('/keys'));
    await page.getByRole('button', { name: 'Create a live key' }).first().click();
    const form = page.getByRole('dialog', { name: 'Create a live key' });
    await form.getByLabel('Name').fill('Night till');
    const granted = form.getByRole('checkbox', { checked: true });
    expect(await granted.count()).toBe(1);
    expect(await form.getByRole('checkbox', { name: 'wallet:read' }).isChecked()).toBe(true);
    expect(await form.getByLabel('Per payment').inputValue()).toBe('UGX 200,000');
    expect(await form.getByLabel('Per month').inputValue()).toBe('UGX 10,000,000');
    await form.getByLabel('Per month').fill('');
    await form.getByLabel('Per day').fill('a lot');
    await form.getByRole('button', { name: 'Create the key' }).click();
    await form.getByText('whole').first().waitFor();
    await form.getByLabel('Per day').fill('900000');
    await form.getByRole('button', { name: 'Create the key' }).click();
    await page
      .getByRole('dialog', { name: 'Save this key now' })
      .getByRole('button', { name: 'I have saved it' })
      .click();

    const row = page.getByRole('table', { name: 'API keys' }).getByRole('row', { name: /Night till/ });
    await row.getByText('UGX 200,000 per payment').waitFor();
    await row.getByText('UGX 0 of UGX 900,000 today').waitFor();
    await row.getByRole('button', { name: 'Actions for Night till' }).click();
    await page.getByRole('menuitem', { name: 'Budget…' }).click();
    const budget = page.getByRole('dialog', { name: 'Budget of this key' });
    await budget.getByLabel('Per day').fill('');
    await budget.getByLabel('Per month').fill('5000000');
    await budget.getByRole('button', { name: 'Save the budget' }).click();
    await row.getByText('UGX 0 of UGX 5,000,000 this month').waitFor();
    expect(await row.getByText('today').count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });
});

/** A program with the key that the page shows this once; then the page is told that it is kept. */
async function keptKey(page: Page): Promise<Speaker> {
  const dialog = page.getByRole('dialog', { name: 'Save this key now' });
  await dialog.getByText(keyText).waitFor();
  await pressEscapeAndClickBeside(page);
  const text = await dialog.getByText(keyText).textContent();
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await dialog.waitFor({ state: 'hidden' });
  return speakerOf(text);
}

async function placesOfPhones(page: Page) {
  const phones = page.getByRole('region', { name: /^Phone \+256/ });
  await phones.nth(1).waitFor();
  return await Promise.all([phones.nth(0).boundingBox(), phones.nth(1).boundingBox()]);
}
