import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Business, World } from '../journeys/world.ts';
import { type DashboardPage, endSessionsBefore, expectNoBarrier, launchBrowser, openDashboard } from './browser.ts';
import { createPerson } from './person.ts';

let world: World;
let browser: Browser;
let shop: Business;
beforeAll(async () => {
  world = await World.open();
  browser = await launchBrowser();
  shop = await world.business('Corner Shop', 10_000_000);
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

const path = (below: string) => `/clients/${shop.clientId}/test${below}`;
const open = async (below: string, looking = {}): Promise<DashboardPage> => {
  const person = await createPerson(world, { clients: { [shop.clientId]: 'client_owner' } });
  return await openDashboard(browser, world, person, path(below), looking);
};

async function fillIn(page: Page, amount: string): Promise<void> {
  await page.getByLabel('To', { exact: true }).fill('0770 000 001');
  await page.getByLabel('Amount', { exact: true }).fill(amount);
  await page.getByRole('button', { name: 'Continue' }).click();
}

it('money is sent by hand: the cost and the name are shown first, and what is wrong is said beside its field', async () => {
  const { page, context, problems } = await open('/send');
  await fillIn(page, '100');
  await page.getByText('Enter UGX 500 or more.').waitFor();
  await expectNoBarrier(page);
  const amount = page.getByLabel('Amount', { exact: true });
  expect(await page.evaluate<string>('document.activeElement?.dataset.path')).toBe('amount');
  await amount.fill('');
  await amount.pressSequentially('25,000.00');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Enter a whole number, such as').waitFor();
  expect(await amount.inputValue()).toBe('UGX 25,000.00');
  await amount.fill('');
  await amount.pressSequentially('25000');
  await page.evaluate("navigator.clipboard.writeText('25,00')");
  await amount.press('Home');
  for (let column = 0; column < 'UGX '.length; column += 1) await amount.press('ArrowRight');
  await amount.press('Shift+End');
  await amount.press('ControlOrMeta+V');
  expect(await amount.inputValue()).toBe('UGX 25,00');
  await amount.fill('');
  await amount.pressSequentially('10000');
  await amount.press('Home');
  for (let column = 0; column < 'UGX 1'.length; column += 1) await amount.press('ArrowRight');
  await amount.pressSequentially('0');
  expect(await amount.inputValue()).toBe('UGX 100,000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Check the payment' }).waitFor();
  const focused = () => page.evaluate<string>('document.activeElement?.textContent');
  await expect.poll(focused).toBe('Check the payment');
  const facts = (await page.locator('dl').textContent()) ?? '';
  for (const fact of ['+256 770 000 001', 'UGX 100,000', 'UGX 6,000', 'UGX 106,000']) expect(facts).toContain(fact);
  await expectNoBarrier(page);
  await page.getByRole('button', { name: /^Send/ }).click();
  await page.getByRole('heading', { name: /Payment in progress|Payment completed/ }).waitFor();
  await expect.poll(focused).toMatch(/Payment in progress|Payment completed/);
  expect(await page.getByRole('link', { name: 'View the transaction' }).getAttribute('href')).toMatch(
    /transactions\/\d+$/,
  );
  expect(problems).toEqual([]);
  await context.close();
});

it('an answer that is lost, a reload and another press send the money once', async () => {
  // Once it is paid, the wallet has too little to pay it again.
  const kiosk = await world.business('Kiosk', 30_000);
  const before = await world.transactionCount(kiosk.wallets.test);
  const person = await createPerson(world, { clients: { [kiosk.clientId]: 'client_owner' } });
  const withdraw = `/clients/${kiosk.clientId}/test/withdraw`;
  const { page, context } = await openDashboard(browser, world, person, withdraw, { width: 390, dark: true });
  await page.getByLabel('To the mobile-money account').fill('0770000011');
  await page.getByLabel('Amount', { exact: true }).fill('20000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Check the withdrawal' }).waitFor();
  await expectNoBarrier(page);
  // The service gets the request and does it; the answer never arrives.
  await page.route('**/withdraw/mobile', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.getByRole('button', { name: /^Withdraw/ }).click();
  await page.getByText('the same request is never carried out twice').waitFor();
  expect(await world.transactionCount(kiosk.wallets.test)).toBe(before + 1);
  await page.unroute('**/withdraw/mobile');
  // What is typed after it is not what was sent.
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByLabel('Amount', { exact: true }).fill('15000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Withdraw UGX 15,000' }).waitFor();
  await page.reload();
  await page.getByText('You sent a withdrawal, but the response was lost: UGX 20,000').waitFor();
  await expectNoBarrier(page);
  expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe('');
  await page.getByRole('button', { name: 'Resume the withdrawal' }).click();
  await page.getByText('This form was already sent, but the response was lost').waitFor();
  await expectNoBarrier(page);
  expect(await page.getByText('which is not enough').count()).toBe(0);
  await page.getByRole('button', { name: /^Withdraw/ }).click();
  await page.getByRole('heading', { name: /Payment in progress|Payment completed/ }).waitFor();
  expect(await world.transactionCount(kiosk.wallets.test)).toBe(before + 1);
  await context.close();
});

it('an abandoned payment opens as an empty form that offers to resume it, and moves nothing until then', async () => {
  const before = await world.transactionCount(shop.wallets.test);
  const { page, context, problems } = await open('/send');
  await fillIn(page, '15000');
  await page.getByRole('heading', { name: 'Check the payment' }).waitFor();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await page.getByRole('link', { name: 'Send', exact: true }).click();
  const offer = page.getByText('You started a payment and did not send it: UGX 15,000, 0770 000 001');
  await offer.waitFor();
  await expectNoBarrier(page);
  const send = page.getByRole('button', { name: /^Send UGX/ });
  expect(await send.count()).toBe(0);
  for (const field of ['To', 'Amount', 'Description']) {
    expect(await page.getByLabel(field, { exact: true }).inputValue()).toBe('');
  }
  await page.getByRole('button', { name: 'Resume the payment' }).click();
  await page.getByRole('heading', { name: 'Check the payment' }).waitFor();
  expect(await page.locator('dl').textContent()).toContain('UGX 15,000');
  await page.getByRole('button', { name: 'Change' }).click();
  expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe('UGX 15,000');
  expect(await offer.count()).toBe(0);

  // Discarded it is not offered again; another one that is filled in takes its place.
  await page.reload();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.reload();
  await page.getByLabel('To', { exact: true }).waitFor();
  expect(await offer.count()).toBe(0);
  await fillIn(page, '16000');
  await send.waitFor();
  await page.reload();
  await page.getByText('UGX 16,000').waitFor();
  await fillIn(page, '17000');
  await send.click();
  await page.getByRole('heading', { name: /Payment in progress|Payment completed/ }).waitFor();
  await page.reload();
  await page.getByLabel('To', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Resume the payment' }).count()).toBe(0);
  expect(await world.transactionCount(shop.wallets.test)).toBe(before + 1);
  expect(problems).toEqual([]);
  await context.close();
});

it('another payment from a form whose answer was lost is refused first, and the lost one is never paid twice', async () => {
  const before = await world.transactionCount(shop.wallets.test);
  const { page, context } = await open('/send');
  await fillIn(page, '18000');
  const send = page.getByRole('button', { name: /^Send UGX/ });
  const sendAndLoseTheAnswer = async () => {
    await page.route('**/send-money', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await send.click();
    await page.getByText('the same request is never carried out twice').waitFor();
    await page.unroute('**/send-money');
    await page.reload();
  };
  await sendAndLoseTheAnswer();
  await page.getByText('You sent a payment, but the response was lost: UGX 18,000').waitFor();
  await fillIn(page, '19000');
  await page.getByText('Another payment was sent from this form before, but the response was lost.').waitFor();
  await expectNoBarrier(page);
  await send.click();
  await page.getByText('This form was already sent with other values').waitFor();
  expect(await world.transactionCount(shop.wallets.test)).toBe(before + 1);

  // The lost one is still there to be resumed, and learns its end.
  await page.reload();
  await page.getByRole('button', { name: 'Resume the payment' }).click();
  expect(await page.locator('dl').textContent()).toContain('UGX 18,000');
  await send.click();
  await page.getByRole('heading', { name: /Payment in progress|Payment completed/ }).waitFor();
  expect(await world.transactionCount(shop.wallets.test)).toBe(before + 1);

  // And where it is known that it was paid, another one does not bring it back.
  await page.getByRole('button', { name: 'Send another payment' }).click();
  await fillIn(page, '18000');
  await sendAndLoseTheAnswer();
  await fillIn(page, '19000');
  await send.click();
  await page.getByRole('button', { name: 'Send as a new one' }).click();
  await send.click();
  await page.getByRole('heading', { name: /Payment in progress|Payment completed/ }).waitFor();
  await page.reload();
  await page.getByLabel('To', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Resume the payment' }).count()).toBe(0);
  expect(await world.transactionCount(shop.wallets.test)).toBe(before + 3);
  await context.close();
});

it('a form whose answer was lost pays once more only when the person says that it is another payment', async () => {
  const before = await world.transactionCount(shop.wallets.test);
  const credentials = await createPerson(world, { clients: { [shop.clientId]: 'client_owner' } });
  const { page, context } = await openDashboard(browser, world, credentials, path('/send'));
  const signInAgain = async () => {
    await page.getByLabel('Email').fill(credentials.email);
    await page.getByLabel('Password', { exact: true }).fill(credentials.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  // What was typed is still there when the session ends before it is sent.
  await endSessionsBefore(page, world, credentials.personId, '/send-money/preview');
  await fillIn(page, '30000');
  await signInAgain();
  await page.getByRole('button', { name: 'Resume the payment' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Check the payment' }).waitFor();
  await page.route('**/send-money', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  const send = page.getByRole('button', { name: /^Send UGX/ });
  await send.click();
  await page.getByText('the same request is never carried out twice').waitFor();
  expect(await world.transactionCount(shop.wallets.test)).toBe(before + 1);
  await page.unroute('**/send-money');

  // The session ends before the person tries again, and they come back to what they were about to confirm.
  await endSessionsBefore(page, world, credentials.personId, '/send-money');
  await send.click();
  await signInAgain();
  await page.getByRole('button', { name: 'Resume the payment' }).click();
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByLabel('Description').fill('Wages');
  await page.getByRole('button', { name: 'Continue' }).click();
  await send.click();
  await page.getByText('This form was already sent with other values').waitFor();
  await expectNoBarrier(page);
  expect(await page.getByRole('link', { name: 'View the earlier one' }).getAttribute('href')).toMatch(
    /transactions\/\d+$/,
  );
  await send.click();
  await page.getByText('This form was already sent with other values').waitFor();
  expect(await world.transactionCount(shop.wallets.test)).toBe(before + 1);

  await page.getByRole('button', { name: 'Send as a new one' }).click();
  await send.click();
  await page.getByRole('heading', { name: /Payment in progress|Payment completed/ }).waitFor();
  expect(await world.transactionCount(shop.wallets.test)).toBe(before + 2);
  await context.close();
});

it('a payment whose answer comes after the switch to the other mode is not shown there', async () => {
  const { page, context, problems } = await open('/send');
  await fillIn(page, '5000');
  await page.getByRole('heading', { name: 'Check the payment' }).waitFor();
  let answer = () => {};
  const isHeldBack = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/send-money', async (route) => {
    const answered = await route.fetch();
    await isHeldBack;
    await route.fulfill({ response: answered });
  });
  await page.getByRole('button', { name: /^Send UGX/ }).click();
  const kept = () =>
    page.evaluate(() => {
      const ofLive = Object.keys(sessionStorage).filter((name) => name.includes('/live/send'));
      return ofLive.filter((name) => name.startsWith('nsimbi.form') || name.endsWith('was sent'));
    });
  await page.getByText('Live', { exact: true }).click();
  await page.getByText('Test mode: no real money').waitFor({ state: 'detached' });
  const answered = page.waitForResponse('**/send-money');
  answer();
  await answered;
  expect(await page.getByRole('heading', { name: /Payment in progress|Payment completed/ }).count()).toBe(0);
  expect(await kept()).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

it('a file is checked, paid, followed to its end and its result saved', async () => {
  const { page, context, problems } = await open('/bulk-payouts');
  await page.getByRole('link', { name: 'New bulk payout' }).click();
  const choose = async (csv: string) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'File of payments' }).click();
    // Else a browser says nothing when the same file is chosen again after it was corrected.
    expect(await page.locator('input[type=file]').inputValue()).toBe('');
    await (await chooser).setFiles({ name: 'wages.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  };
  await choose('phone,amount\n0770000011,50000\n07,50000\n');
  await page.getByText('Line 3: The phone "07" is not a Uganda mobile number').waitFor();
  await expectNoBarrier(page);
  await choose('phone,amount\n0770000011,50000\n0770000011,50000\n0770000002,1000\n');
  await page.getByText('Line 3 repeats line 2').waitFor();
  await page.getByRole('button', { name: 'Pay UGX 107,060' }).click();
  await page.getByRole('heading', { name: 'wages', level: 1 }).waitFor();
  await page.getByText('2 completed').waitFor();
  await page.getByText('1 failed').waitFor();
  await page.getByText('Finished').waitFor();
  await expectNoBarrier(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Result file' }).click();
  const saved = readFileSync(await (await download).path(), 'utf8');
  expect(saved.trim().split('\r\n')).toHaveLength(4);
  expect(problems).toEqual([]);
  await context.close();
});

it('a statement and a file of transactions are saved', async () => {
  const { page, context, problems } = await open('/statements');
  await page.getByText('Closing balance').waitFor();
  await expectNoBarrier(page);
  const statement = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as PDF' }).click();
  const pdf = readFileSync(await (await statement).path());
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  const rows = readFileSync(await (await file).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(rows).toHaveLength(1 + (await world.transactionCount(shop.wallets.test)));
  await page.getByText(`${rows.length - 1} transactions were saved.`).waitFor();
  await context.clearCookies();
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
