import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Receiver } from '../journeys/receiver.ts';
import { type Business, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { type DashboardPage, launchBrowser, openDashboard, settled, visit } from './browser.ts';
import { createDemoShop, type DemoShop, shopPage } from './demo-shop.ts';
import { expectKeyboardPassage } from './keyboard.ts';
import { type SignedIn, signedIn } from './person.ts';
import { smallTargets } from './targets.ts';

/** `npm test` looks at a third of the pages, another one each day; `npm run nightly` looks at all. */
const looksAtAll = process.env.NSIMBI_TEST_ALL_PAGES === '1';
const today = Math.floor(Date.now() / 86_400_000);
const isLookedAt = (_page: unknown, number: number) => looksAtAll || number % 3 === today % 3;

/** Every page at a client's desk: its path and its heading. */
const clientPages: readonly [path: string, heading: string | RegExp][] = [
  ['?period=30d', 'Home'],
  ['?period=custom&from=2026-01-01&to=2026-02-15', 'Home'],
  ['/transactions', 'Transactions'],
  ['/approvals', 'Approvals'],
  ['/statements', 'Statements'],
  ['/send', /Send/],
  ['/withdraw', /Withdraw/],
  ['/collect', /Collect/],
  ['/recipients', 'Recipients'],
  ['/bulk-payouts', 'Bulk payouts'],
  ['/handset', 'Handset'],
  ['/quick-start', 'Quick start'],
  ['/guides', 'Guides'],
  ['/guides/webhooks', 'Receiving webhooks'],
  ['/keys', 'API keys'],
  ['/webhooks', 'Webhooks'],
  ['/events', 'Events'],
  ['/requests', 'Requests'],
  ['/settings', 'Business'],
  ['/team', 'Team'],
  ['/team/activity', 'Activity of the team'],
  ['/notifications', 'Notifications'],
];

const platformPages: readonly [path: string, heading: string][] = [
  ['/platform?period=7d', 'Overview'],
  ['/platform/waiting', 'Waiting'],
  ['/platform/clients', 'Clients'],
  ['/platform/proposals', 'Proposals'],
  ['/platform/approvals', 'Corrections'],
  ['/platform/fees', 'Fees'],
  ['/platform/reviews', 'Reviews'],
  ['/platform/operators', 'Operators'],
  ['/platform/reconciliation', 'Reconciliation'],
  ['/platform/ledger', 'Ledger'],
  ['/platform/webhooks', 'Disabled webhooks'],
  ['/platform/people', 'People'],
  ['/platform/audit-log', 'Audit log'],
  ['/platform/go-live', 'Go live'],
  ['/platform/notifications', 'Notifications'],
  ['/account', 'Account'],
];

let world: World;
let shop: DemoShop;
let newcomer: Business;
let receiver: Receiver;
let webhookId: number;
let transactionId: number;
let deliveryId: number;
let bulkPayoutId: number;
let retryId: number;
let reviewCaseId: number;
let person: SignedIn;
let browser: Browser;
beforeAll(async () => {
  world = await World.open();
  receiver = await Receiver.open();
  shop = await createDemoShop(world, receiver.at('/hooks'));
  newcomer = await world.business('Somebody New and Daughters (Uganda) Limited');
  const { data } = (await shop.speaker.get('/wallet/transactions?type=collection&status=completed')).body;
  transactionId = data[0].id;
  webhookId = (await shop.speaker.get('/webhooks')).body.data[0].id;
  person = await signedIn(world, {
    platform: 'platform_administrator',
    clients: { [shop.clientId]: 'client_owner', [newcomer.clientId]: 'client_owner' },
  });
  bulkPayoutId = await payWages();
  const retry = await person.post(`/clients/${shop.clientId}/test/bulk-payouts/${bulkPayoutId}/retry`, {});
  retryId = retry.body.data.id;
  deliveryId = (await shop.speaker.get(`/webhooks/${webhookId}/deliveries`)).body.data[0].id;
  await shop.speaker.collect('256770000008', 20_000, { customer_name: 'Grace Namuli' });
  reviewCaseId = await waitUntil('the late success is found', async () => {
    const { data } = (await person.get('/platform/reviews?mode=test')).body;
    return data[0]?.id ?? false;
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await receiver.close();
  await world.close();
});

/** A screen, and the widths at which each page is looked at: those of wide phones and of the narrowest. */
interface Screen {
  readonly widths: readonly number[];
  readonly height: number;
  /** Whether it is touched with a finger. */
  readonly isPhone: boolean;
}

describe.each<[string, Screen]>([
  ['on a desk', { widths: [1440], height: 860, isPhone: false }],
  ['on a phone', { widths: [390, 320], height: 844, isPhone: true }],
])('%s', (_name, screen) => {
  const looking = { width: screen.widths[0] ?? 0, height: screen.height };
  let opened: DashboardPage | undefined;
  afterAll(() => opened?.context.close());

  /** The pages share a browser's memory, as they do for a person: each loads anew, with what it has in common with the last. */
  async function open(path: string): Promise<DashboardPage> {
    if (opened === undefined) opened = await openDashboard(browser, world, person, path, looking);
    else {
      opened.problems.length = 0;
      await opened.page.setViewportSize({ width: looking.width, height: looking.height });
      await opened.page.emulateMedia({ colorScheme: 'light' });
      await opened.page.goto(path);
    }
    return opened;
  }

  it.each(
    [
      ...clientPages.map(([path, heading]) => ({ path: () => shopPage(shop, path), heading })),
      { path: () => shopPage(newcomer), heading: 'Home' },
      { path: () => shopPage(shop, `/transactions/${transactionId}`), heading: /^Collection/ },
      { path: () => shopPage(shop, `/webhooks/${webhookId}`), heading: /./ },
      { path: () => shopPage(shop, `/webhooks/${webhookId}/deliveries/${deliveryId}`), heading: /^Delivery/ },
      { path: () => shopPage(shop, `/bulk-payouts/${retryId}`), heading: 'Wages of November (retry)' },
      { path: () => `/platform/reviews/${reviewCaseId}`, heading: /late success$/ },
      { path: () => shopPage(shop, `/bulk-payouts/${bulkPayoutId}`), heading: 'Wages of November' },
      ...platformPages.map(([path, heading]) => ({ path: () => path, heading })),
    ].filter(isLookedAt),
  )('$heading is whole, quiet, fits, and axe finds nothing serious', async ({ path, heading }) => {
    const { page, problems } = await open(path());
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await settled(page);
    await expectUsable(page, screen);
    expect(problems).toEqual([]);
  });

  it('signing in is whole, quiet, fits, and axe finds nothing serious', async () => {
    const { page, context, problems } = await visit(browser, world, looking);
    for (const path of ['/sign-in', '/forgot-password', '/set-password?token=unknown']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await settled(page);
      await expectUsable(page, screen);
    }
    expect(problems).toEqual([]);
    await context.close();
  });
});

/** A file of payments, all ended but those that wait for the simulator. */
async function payWages(): Promise<number> {
  const at = `/clients/${shop.clientId}/test/bulk-payouts`;
  const rows = ['256772000111', '256701000112', '256782000113', '256770000002', '256752000114', '256772000115'];
  const csv = [
    'phone,amount,description',
    ...rows.map((phone, index) => `${phone},${180_000 + index * 5_000},November`),
  ];
  const { body: check } = await person.post(`${at}/check`, { csv: csv.join('\n') });
  const made = await person.post(
    at,
    { name: 'Wages of November', csv: csv.join('\n'), total_deducted: check.data.total_deducted },
    { 'idempotency-key': 'wages' },
  );
  const { id } = made.body.data;
  await waitUntil('the wages are paid', async () => {
    const { data } = (await person.get(`${at}/${id}`)).body;
    return data.status !== 'running' && data.progress.waiting + data.progress.processing === 0;
  });
  return id;
}

async function expectNothingSerious(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

/**
 * At every width and in both colour schemes: nothing serious, nothing beside the screen, and nothing moves. The keyboard passes
 * everything, and fingers hit what they aim at.
 */
async function expectUsable(page: Page, { widths, height, isPhone }: Screen): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(() => page.evaluate(schemeOfPage)).toBe(colorScheme);
      await expectNothingSerious(page);
    }
    expect(await overflow(page)).toBe(0);
    await expectKeyboardPassage(page);
    if (isPhone) expect(await smallTargets(page)).toEqual([]);
  }
  expect(await page.evaluate(movingNow)).toEqual([]);
}

/** Runs in the page. */
const schemeOfPage = "document.documentElement.getAttribute('data-mantine-color-scheme')";

/** Runs in the page: which animations go on, although less motion is wished for. */
const movingNow =
  "document.getAnimations().filter(({ playState }) => playState === 'running').map((one) => [one.constructor.name, one.animationName ?? one.transitionProperty, one.effect.target.outerHTML.slice(0, 120), one.effect.getTiming().duration].join(' '))";

/** How many pixels the page is wider than the screen. */
async function overflow(page: Page): Promise<number> {
  return await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
