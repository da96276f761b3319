import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registeredName } from '../../src/operators/simulator/names.ts';
import { Receiver } from '../journeys/receiver.ts';
import { World } from '../journeys/world.ts';
import { expectNoBarrier, launchBrowser, openDashboard } from './browser.ts';
import { createDemoShop, type DemoShop, shopPage } from './demo-shop.ts';
import { type Credentials, createPerson, signedIn } from './person.ts';

const phone = { width: 390, height: 844 };
/** To whom the shop has sent money last. */
const lastPaid = registeredName('256782000105') ?? '';

let world: World;
let browser: Browser;
let receiver: Receiver;
let shop: DemoShop;
let clerk: Credentials;
beforeAll(async () => {
  world = await World.open();
  browser = await launchBrowser();
  receiver = await Receiver.open();
  shop = await createDemoShop(world, receiver.at('/hooks'));
  clerk = await createPerson(world, { clients: { [shop.clientId]: 'client_finance' } });
});
afterAll(async () => {
  await browser.close();
  await receiver.close();
  await world.close();
});

const bar = (page: Page) => page.getByRole('navigation', { name: 'Quick access' });
const shownAsOf = (page: Page) => page.getByRole('status').filter({ hasText: /As of/ });

describe('a list on a phone', () => {
  it('has two lines for each transaction, and at least eight of them on a screen', async () => {
    const { page, context, problems } = await openDashboard(
      browser,
      world,
      clerk,
      shopPage(shop, '/transactions'),
      phone,
    );
    const entries = page.getByRole('list', { name: 'Transactions' }).getByRole('listitem');
    await entries.nth(9).waitFor();
    expect(await countSeen(page, entries)).toBeGreaterThanOrEqual(8);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      const heights = await entries.evaluateAll((all) => all.map((one) => Object(one).offsetHeight as number));
      // Three lines of text and their space would be more.
      expect(Math.max(...heights)).toBeLessThan(70);
    }
    const entry = entries.filter({ hasText: 'Amina Nakato' }).filter({ hasText: 'Collection' });
    await entry.getByText('+UGX 45,000').waitFor();
    await entry.getByText('Completed').waitFor();
    await entry.getByRole('link', { name: 'Amina Nakato' }).click();
    await page.getByRole('heading', { level: 1, name: /^Collection/ }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('opens what two lines leave out, where a row has no page of its own', async () => {
    const owner = await createPerson(world, { clients: { [shop.clientId]: 'client_owner' } });
    const { page, context, problems } = await openDashboard(browser, world, owner, shopPage(shop, '/team'), phone);
    const entry = page.getByRole('list', { name: 'Team' }).getByRole('listitem').filter({ hasText: '(you)' });
    await entry.getByRole('button', { name: /\(you\)/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Second factor').waitFor();
    await dialog.getByText(owner.email).waitFor();
    await expectNoBarrier(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await entry.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Change the role…' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('has its filters behind one button, which says how many are in force', async () => {
    const { page, context, problems } = await openDashboard(
      browser,
      world,
      clerk,
      shopPage(shop, '/transactions?type=collection&status=failed&search=Invoice'),
      phone,
    );
    await page.getByRole('button', { name: 'Filters (2)' }).click();
    const filters = page.getByRole('dialog', { name: 'Filters' });
    await filters.getByRole('combobox', { name: 'Status' }).waitFor();
    expect(await filters.getByRole('combobox', { name: 'Type' }).inputValue()).toBe('Collection');
    await expectNoBarrier(page);
    await filters.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Completed' }).click();
    await filters.getByRole('button', { name: 'Show results' }).click();
    await filters.waitFor({ state: 'hidden' });
    await page.getByRole('list', { name: 'Transactions' }).getByText('Completed').first().waitFor();
    expect(page.url()).toContain('status=completed');
    await page.getByRole('button', { name: 'Filters (2)' }).click();
    await filters.getByRole('button', { name: 'Clear' }).click();
    await filters.getByRole('button', { name: 'Show results' }).click();
    await page.getByRole('button', { name: 'Filters', exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('Amina Nakato');
    await page.keyboard.press('Enter');
    await page.waitForURL(/search=Amina/);
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('the bar of a phone', () => {
  it('has what moves money and what waits within reach, the rest behind More, and the balance is seen without scrolling', async () => {
    const { page, context, problems } = await openDashboard(browser, world, clerk, shopPage(shop), phone);
    const figure = page.getByText('Available to spend');
    await figure.waitFor();
    const figureBox = await figure.boundingBox();
    const barBox = await bar(page).boundingBox();
    expect((figureBox?.y ?? 0) + (figureBox?.height ?? 0)).toBeLessThan(phone.height / 2);
    expect(Math.round((barBox?.y ?? 0) + (barBox?.height ?? 0))).toBe(phone.height);
    await bar(page).getByRole('link', { name: 'Approvals 1 waiting' }).click();
    await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();
    await page.getByRole('button', { name: /^Approve the payment to/ }).waitFor();
    for (const [name, title] of [
      ['Send', /Send/],
      ['Collect', /Collect/],
      ['Transactions', 'Transactions'],
      ['Home', 'Home'],
    ] as const) {
      await bar(page).getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    }
    const navigation = page.getByRole('navigation', { name: 'Main' });
    expect(await navigation.count()).toBe(0);
    await bar(page).getByRole('button', { name: 'More' }).click();
    await navigation.getByRole('link', { name: 'Statements' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => navigation.count()).toBe(0);
    expect(await bar(page).getByRole('button', { name: 'More' }).evaluate(isFocused)).toBe(true);
    await page.keyboard.press('Enter');
    await navigation.getByRole('link', { name: 'Home' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await navigation.getByRole('link', { name: 'Home' }).evaluate(isFocused)).toBe(true);
    await navigation.getByRole('link', { name: 'Statements' }).click();
    await page.getByRole('heading', { level: 1, name: 'Statements' }).waitFor();
    expect(await navigation.count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('fits the narrowest phone, and has nothing that a person may not do', async () => {
    const viewer = await createPerson(world, { clients: { [shop.clientId]: 'client_viewer' } });
    const narrow = { width: 320, height: 640 };
    const { page, context } = await openDashboard(browser, world, viewer, shopPage(shop), narrow);
    await bar(page).getByRole('link', { name: 'Transactions' }).waitFor();
    expect(await bar(page).getByRole('link', { name: 'Send' }).count()).toBe(0);
    await context.close();
    const { page: full, context: other } = await openDashboard(browser, world, clerk, shopPage(shop), narrow);
    await bar(full).getByRole('link', { name: 'Collect' }).waitFor();
    const boxes = await bar(full)
      .locator('a, button')
      .evaluateAll((all) => all.map((one) => Object(one).getBoundingClientRect().right as number));
    expect(Math.max(...boxes)).toBeLessThanOrEqual(320);
    expect(await full.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    await other.close();
  });

  it('leads staff to the pages of the platform where no client is open', async () => {
    const support = await createPerson(world, { platform: 'platform_support' });
    const { page, context } = await openDashboard(browser, world, support, '/platform/clients', phone);
    await bar(page)
      .getByRole('link', { name: /^Reviews/ })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Reviews' }).waitFor();
    await context.close();
  });
});

describe('data that a page showed before', () => {
  it('is there at once after a reload, with its time, until the service has answered', async () => {
    const { page, context, problems } = await openDashboard(browser, world, clerk, shopPage(shop), phone);
    const latest = page.getByRole('list', { name: 'Latest transactions' });
    await latest.getByText(lastPaid).first().waitFor();
    await page.getByText('Available to spend').waitFor();
    await expect.poll(() => keptIn(page)).toContain('available');
    await expect.poll(() => keptIn(page)).toContain(lastPaid);
    expect(await shownAsOf(page).count()).toBe(0);
    const held = await holdAnswers(page, /\/test\/(?:home|transactions)/);
    await page.reload();
    await latest.getByText(lastPaid).first().waitFor();
    await page.getByText('Available to spend').waitFor();
    await shownAsOf(page).filter({ hasText: 'Updating…' }).waitFor();
    await expectNoBarrier(page);
    await held.release();
    await shownAsOf(page).waitFor({ state: 'hidden' });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('that cannot be loaded again keeps its time', async () => {
    const { page, context } = await openDashboard(browser, world, clerk, shopPage(shop), phone);
    await page.getByText('Available to spend').waitFor();
    await expect.poll(() => keptIn(page)).toContain('available');
    await page.route(/\/test\/home/, (route) => route.fulfill({ status: 500, json: { message: 'Out of order.' } }));
    await page.reload();
    await shownAsOf(page).filter({ hasText: 'The update failed.' }).waitFor();
    await page.getByText('Available to spend').waitFor();
    await context.close();
  });

  it('is gone with the sign-out', async () => {
    const { page, context } = await openDashboard(browser, world, clerk, shopPage(shop), phone);
    await page.getByText('Available to spend').waitFor();
    await expect.poll(() => keptIn(page)).toContain('available');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await expect.poll(() => keptIn(page)).toBe('');
    await context.close();
  });

  it('is never what an approval is decided on', async () => {
    const { page, context } = await openDashboard(browser, world, clerk, shopPage(shop, '/approvals'), phone);
    const approve = page.getByRole('button', { name: /^Approve the payment to/ });
    await approve.waitFor();
    const held = await holdAnswers(page, /\/test\/(?:approvals|bulk-payouts)/);
    await bar(page).getByRole('link', { name: 'Home' }).click();
    await page.getByText('Available to spend').waitFor();
    await bar(page)
      .getByRole('link', { name: /^Approvals/ })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();
    await page.locator('.mantine-Skeleton-root').first().waitFor();
    expect(await approve.count()).toBe(0);
    await held.release();
    await approve.waitFor();
    await context.close();
  });
});

it('a bulk payout that waits is decided on a phone', async () => {
  const owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
  const name = `Wages ${randomUUID().slice(0, 4)}`;
  const made = await owner.post(
    shopPage(shop, '/bulk-payouts'),
    { name, csv: '256701234567,1600000\n', total_deducted: 1_696_000 },
    { 'idempotency-key': randomUUID() },
  );
  expect(made.body).toMatchObject({ data: { status: 'awaiting_approval' } });
  const { page, context } = await openDashboard(browser, world, clerk, shopPage(shop, '/approvals'), phone);
  const entry = page.getByRole('list', { name: 'Bulk payouts waiting for approval' }).getByRole('listitem');
  await entry.getByText('1 payment').waitFor();
  await entry.getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  await context.close();
});

const isFocused = (element: unknown) => element === Object(globalThis).document.activeElement;

/** How many entries are seen whole, below the header and above the bar. */
async function countSeen(page: Page, entries: Locator): Promise<number> {
  const header = await page.getByRole('banner').boundingBox();
  const lower = (await bar(page).boundingBox())?.y ?? 0;
  const boxes = await entries.evaluateAll((all) =>
    all.map((one) => {
      const { top, bottom } = Object(one).getBoundingClientRect();
      return { top: top as number, bottom: bottom as number };
    }),
  );
  const upper = (header?.y ?? 0) + (header?.height ?? 0);
  return boxes.filter(({ top, bottom }) => top >= upper && bottom <= lower).length;
}

/** What the tab keeps of the pages that it showed. */
async function keptIn(page: Page): Promise<string> {
  return await page.evaluate<string>("sessionStorage.getItem('nsimbi.kept-data') ?? ''");
}

/** Holds back the answers to requests whose address matches, until `release`. */
async function holdAnswers(page: Page, address: RegExp): Promise<{ readonly release: () => Promise<void> }> {
  const waiting: Route[] = [];
  const isHeld = (url: URL) => url.pathname.startsWith('/dashboard/api/') && address.test(url.pathname);
  await page.route(isHeld, (route) => {
    waiting.push(route);
  });
  return {
    release: async () => {
      await page.unroute(isHeld);
      // A page that was left has given up some of them.
      await Promise.allSettled(waiting.map((route) => route.continue()));
    },
  };
}
