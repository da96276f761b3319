import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Business, World } from '../journeys/world.ts';
import { type DashboardPage, expectNoBarrier, type Looking, launchBrowser, openDashboard } from './browser.ts';
import { createPerson } from './person.ts';

let world: World;
let browser: Browser;
let shop: Business;
let supplier: Business;
beforeAll(async () => {
  world = await World.open();
  browser = await launchBrowser();
  shop = await world.business('Corner Shop', 1_000_000);
  supplier = await world.business('Flour Mill Ltd');
});
beforeEach(() => world.database.owner.query('DELETE FROM saved_recipient'));
afterAll(async () => {
  await browser.close();
  await world.close();
});

const open = async (below: string, looking: Looking = {}): Promise<DashboardPage> => {
  const person = await createPerson(world, { clients: { [shop.clientId]: 'client_owner' } });
  return await openDashboard(browser, world, person, `/clients/${shop.clientId}/test${below}`, looking);
};

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** What a line of the facts says. */
const factOf = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');

async function topOf(one: Locator): Promise<number> {
  return (await one.boundingBox())?.y ?? Number.NaN;
}

it('every wrong field is named at once, by the page and by the service, and nothing that was typed is lost', async () => {
  const { page, context, problems } = await open('/collect');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Enter a phone number.').waitFor();
  await page.getByText('Enter an amount.').waitFor();
  await expectNoBarrier(page);
  await field(page, 'From the customer').fill('0414 000 000');
  await field(page, 'Amount').fill('900');
  await field(page, 'Customer’s name').fill('Nakato\u0007');
  await field(page, 'Description').fill('Bread\u0007');
  await page.getByRole('button', { name: 'Continue' }).click();
  // The page does not know that this is no mobile number; the service does not stop at it.
  await page.getByText('Enter a mobile number of Uganda').waitFor();
  await page.getByText('Enter UGX 1,000 or more.').waitFor();
  expect(await page.getByText('without control characters').count()).toBe(2);
  expect(await field(page, 'From the customer').inputValue()).toBe('0414 000 000');
  expect(await field(page, 'Amount').inputValue()).toBe('UGX 900');

  // Without a connection the page says what it knows.
  await page.route('**/collect-payment/preview', (route) => route.abort('connectionreset'));
  await field(page, 'Amount').fill('');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Enter an amount.').waitFor();
  expect(await field(page, 'From the customer').inputValue()).toBe('0414 000 000');
  expect(problems).toEqual([]);
  await context.close();
});

it('a payment shows the balance before and after, then who got how much, and saves its recipient for the next one', async () => {
  const { page, context, problems } = await open('/send', { width: 1440 });
  expect(await factOf(page, 'Available balance').textContent()).toBe('UGX 1,000,000');
  await page.getByText('Enter a phone number to see them.').waitFor();
  await field(page, 'To').fill(supplier.phone);
  await page.getByText('No payments yet.').waitFor();
  await field(page, 'Amount').fill('25000');
  await field(page, 'Description').fill('Flour');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Check the payment' }).waitFor();
  expect(await factOf(page, 'Balance before').textContent()).toBe('UGX 1,000,000');
  expect(await factOf(page, 'Balance after').textContent()).toBe('UGX 975,000');
  await page.getByRole('button', { name: /^Send UGX/ }).click();
  await page.getByRole('heading', { name: 'Payment completed' }).waitFor();
  expect(await factOf(page, 'Name').textContent()).toBe('Flour Mill Ltd');
  expect(await factOf(page, 'To').textContent()).toContain(supplier.phone.slice(-3));
  expect(await factOf(page, 'Amount').textContent()).toBe('UGX 25,000');
  expect(await factOf(page, 'Fee').textContent()).toBe('UGX 0');
  expect(await factOf(page, 'Balance after').textContent()).toBe('UGX 975,000');
  await expectNoBarrier(page);

  await page.getByRole('button', { name: 'Save this recipient' }).click();
  await field(page, 'Name').fill('Aunt Rose, flour');
  await expectNoBarrier(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Aunt Rose, flour was saved.').waitFor();
  await page.getByRole('button', { name: 'Edit the saved recipient' }).waitFor();

  await page.getByRole('button', { name: 'Send another payment' }).click();
  expect(await factOf(page, 'Available balance').textContent()).toBe('UGX 975,000');
  const recipients = page.getByRole('combobox', { name: 'Saved and recent recipients' });
  await recipients.fill('rose');
  await expectNoBarrier(page);
  await page.getByRole('option', { name: /^Aunt Rose, flour/ }).click();
  expect(await field(page, 'To').inputValue()).toContain(supplier.phone.slice(-3));
  const last = page.getByRole('list', { name: 'Last payments to this phone' });
  await last.getByText('UGX 25,000').waitFor();
  await last.getByText('Flour').waitFor();
  await last.getByText('Completed').waitFor();
  expect(await last.getByRole('link').getAttribute('href')).toMatch(/transactions\/\d+$/);
  await expectNoBarrier(page);
  // Beside the form, at its top.
  expect(await topOf(last)).toBeLessThan(await topOf(field(page, 'Amount')));
  await field(page, 'Amount').fill('1000');
  await page.getByRole('button', { name: 'Continue' }).click();
  expect(await factOf(page, 'Saved as').textContent()).toBe('Aunt Rose, flour');
  expect(problems).toEqual([]);
  await context.close();
});

it('on a phone the last payments are below the form, and a recent recipient is chosen by name', async () => {
  const speaker = await world.as(shop);
  await speaker.send(supplier.phone, 5_000);
  const { page, context, problems } = await open('/send', { width: 390, height: 844, dark: true });
  await page.getByRole('combobox', { name: 'Saved and recent recipients' }).click();
  await page.getByRole('option', { name: /^Flour Mill Ltd/ }).click();
  const last = page.getByRole('list', { name: 'Last payments to this phone' });
  await last.getByText('UGX 5,000').waitFor();
  expect(await topOf(last)).toBeGreaterThan(await topOf(page.getByRole('button', { name: 'Continue' })));
  await expectNoBarrier(page);
  expect(problems).toEqual([]);
  await context.close();
});

it('a collection shows its customer and amount, and the balance when it was paid', async () => {
  const balance = (await (await world.as(shop)).money()).balance;
  const { page, context, problems } = await open('/collect', { width: 390, height: 844 });
  await field(page, 'From the customer').fill('0770 000 001');
  await field(page, 'Amount').fill('20000');
  await field(page, 'Customer’s name').fill('Mama Nakato');
  await page.getByRole('button', { name: 'Continue' }).click();
  expect(await factOf(page, 'Customer’s name').textContent()).toBe('Mama Nakato');
  const after = `UGX ${(balance + 19_000).toLocaleString('en-US')}`;
  expect(await factOf(page, 'Balance after payment').textContent()).toBe(after);
  await page.getByRole('button', { name: /^Request UGX/ }).click();
  await page.getByRole('heading', { name: 'Payment received' }).waitFor();
  expect(await factOf(page, 'From').textContent()).toBe('+256 770 000 001');
  expect(await factOf(page, 'Amount').textContent()).toBe('UGX 20,000');
  expect(await factOf(page, 'You receive').textContent()).toBe('UGX 19,000');
  expect(await factOf(page, 'Balance after').textContent()).toBe(after);
  await page.getByRole('button', { name: 'Save this customer' }).waitFor();
  await expectNoBarrier(page);
  expect(problems).toEqual([]);
  await context.close();
});

it('a customer without a name who is chosen after one with a name does not get that name', async () => {
  const { page, context, problems } = await open('/collect');
  const recent = [
    { phone: '256770000001', name: 'Grace Namuli' },
    { phone: '256770000002', name: null },
  ].map((customer) => ({ ...customer, last_payment_at: '2026-11-28T09:00:00+03:00' }));
  await page.route('**/recipients/recent?*', (route) => route.fulfill({ json: { data: recent } }));
  await page.reload();
  const customers = page.getByRole('combobox', { name: 'Saved and recent customers' });
  await customers.click();
  await page.getByRole('option', { name: /^Grace Namuli/ }).click();
  expect(await field(page, 'Customer’s name').inputValue()).toBe('Grace Namuli');
  await customers.fill('0770 000 002');
  await page.getByRole('option', { name: /000 002/ }).click();
  expect(await field(page, 'From the customer').inputValue()).toBe('+256 770 000 002');
  expect(await field(page, 'Customer’s name').inputValue()).toBe('');
  expect(problems).toEqual([]);
  await context.close();
});

it('recipients are added, renamed and deleted, and one whose phone is saved already is refused beside the field', async () => {
  const { page, context, problems } = await open('/recipients');
  await page.getByText('No saved recipients').waitFor();
  await expectNoBarrier(page);
  const add = async (phone: string, name: string) => {
    await page.getByRole('button', { name: 'Add a recipient' }).first().click();
    await field(page, 'Phone').fill(phone);
    await field(page, 'Name').fill(name);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
  };
  await page.getByRole('button', { name: 'Add a recipient' }).first().click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Enter a name.').waitFor();
  await page.getByText('Enter a mobile number of Uganda').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await add('0772 000 001', 'Grace Namuli');
  await page.getByRole('table', { name: 'Saved recipients' }).getByText('+256 772 000 001').waitFor();
  await add('+256 772 000 001', 'Somebody else');
  await page.getByText('This is saved already, as Grace Namuli.').waitFor();
  expect(await field(page, 'Name').inputValue()).toBe('Somebody else');
  await expectNoBarrier(page);
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Actions for Grace Namuli' }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await field(page, 'Name').fill('Grace N.');
  await field(page, 'Note').fill('Rent');
  // The dialog stays until it is saved.
  let answer = () => {};
  const isHeldBack = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/recipients/256772000001', async (route) => {
    await isHeldBack;
    await route.continue();
  });
  const isAsked = page.waitForRequest('**/recipients/256772000001');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await isAsked;
  await page.keyboard.press('Escape');
  expect(await field(page, 'Note').inputValue()).toBe('Rent');
  answer();
  await page.getByRole('table', { name: 'Saved recipients' }).getByText('Rent').waitFor();
  await expectNoBarrier(page);

  await page.getByRole('button', { name: 'Actions for Grace N.' }).click();
  await page.getByRole('menuitem', { name: 'Send money' }).click();
  expect(await field(page, 'To').inputValue()).toBe('+256 772 000 001');
  await page.getByRole('link', { name: 'Recipients' }).click();
  await page.getByRole('button', { name: 'Actions for Grace N.' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete the recipient' }).click();
  await page.getByText('No saved recipients').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('who may not send sees the saved recipients and changes none', async () => {
  const owner = await open('/recipients');
  await owner.page.getByRole('button', { name: 'Add a recipient' }).first().click();
  await field(owner.page, 'Phone').fill('0772000001');
  await field(owner.page, 'Name').fill('Grace Namuli');
  await owner.page.getByRole('button', { name: 'Save', exact: true }).click();
  await owner.page.getByText('Grace Namuli was saved.').waitFor();
  await owner.context.close();
  const viewer = await createPerson(world, { clients: { [shop.clientId]: 'client_viewer' } });
  const path = `/clients/${shop.clientId}/test/recipients`;
  const { page, context } = await openDashboard(browser, world, viewer, path);
  await page.getByText('Grace Namuli').waitFor();
  expect(await page.getByRole('button', { name: 'Add a recipient' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Actions for Grace Namuli' }).count()).toBe(0);
  await context.close();
});
