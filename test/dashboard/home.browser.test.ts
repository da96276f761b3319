import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Business, World } from '../journeys/world.ts';
import { type Looking, launchBrowser, openDashboard } from './browser.ts';
import { setBack } from './past.ts';
import { type SignedIn, signedIn } from './person.ts';

const dayMs = 86_400_000;

let world: World;
let shop: Business;
let owner: SignedIn;
let support: SignedIn;
let browser: Browser;

/** Yesterday at this time the shop collected 10,000; today 25,000. */
beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Corner Shop', 0);
  const till = await world.as(shop);
  owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
  support = await signedIn(world, { platform: 'platform_support' });
  await till.end((await till.collect('256770000001', 10_000)).body.data.transaction_id);
  await setBack(world.database, dayMs);
  await till.end((await till.collect('256770000001', 25_000)).body.data.transaction_id);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

const open = (person: SignedIn, path: string, looking: Looking = { width: 1280 }) =>
  openDashboard(browser, world, person, path, looking);
const home = () => `/clients/${shop.clientId}/test`;
const figureOf = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

/** The rows of the table that has what the chart shows. */
async function tableOf(page: Page): Promise<string[]> {
  await page.getByText('Show as a table').click();
  const rows = page.getByRole('table', { name: /^(Money|Paid) in and / }).getByRole('row');
  await rows.nth(1).waitFor();
  return await rows.allInnerTexts();
}

describe('the home of a client', () => {
  it('compares today with yesterday until the same time, in words', async () => {
    const { page, context, problems } = await open(owner, home());
    await page.getByText(/^Today in Kampala until now, compared with yesterday until \d\d:\d\d\.$/).waitFor();
    await figureOf(page, 'UGX 23,750').waitFor();
    await page.getByText('+150%, up from UGX 9,500').waitFor();
    await page.getByText('1 transaction, after fees; 1 before').waitFor();
    // Nothing left the wallet, on both days.
    expect(await page.getByText('No payments before').count()).toBeGreaterThan(0);
    const rows = await tableOf(page);
    expect(rows[0]).toMatch(/Hour\s+Money in\s+Money out/);
    expect(rows.at(-1)).toMatch(/^The hour from \d\d:00/);
    expect(rows.filter((row) => row.includes('UGX 23,750, 1 transaction'))).toHaveLength(1);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('keeps the period in its address, by the keyboard too, and another person sees the same', async () => {
    const { page, context, problems } = await open(owner, home());
    await page.getByRole('radio', { name: 'Today' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText(/^The last 7 days with today, /).waitFor();
    const status = page.getByRole('status').filter({ hasText: /^Figures of .* to .* are shown\.$/ });
    await status.waitFor({ state: 'attached' });
    expect(new URL(page.url()).search).toBe('?period=7d');
    await figureOf(page, 'UGX 33,250').waitFor();
    expect((await tableOf(page)).length).toBe(8);
    const other = await open(support, `${home()}?period=7d`);
    await figureOf(other.page, 'UGX 33,250').waitFor();
    expect([...problems, ...other.problems]).toEqual([]);
    await other.context.close();
    await context.close();
  });

  it('shows chosen days, and says what is wrong with them without losing them', async () => {
    const { page, context, problems } = await open(owner, home(), { width: 390 });
    await page.getByText('Custom', { exact: true }).click();
    const first = page.getByLabel('First day');
    const last = page.getByLabel('Last day');
    const today = await last.inputValue();
    await first.fill('2025-01-01');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('Choose at most 366 days.').waitFor();
    expect([await first.inputValue(), await last.inputValue()]).toEqual(['2025-01-01', today]);
    const yesterday = new Date(Date.parse(`${today}T00:00:00Z`) - dayMs).toISOString().slice(0, 10);
    await first.fill(yesterday);
    await last.fill(yesterday);
    await page.getByRole('button', { name: 'Show' }).click();
    await figureOf(page, 'UGX 9,500').waitFor();
    expect(await page.evaluate<string>('document.activeElement?.textContent')).toBe('Show');
    expect(new URL(page.url()).search).toBe(`?period=custom&from=${yesterday}&to=${yesterday}`);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('has a period to choose where the address names days that are none', async () => {
    const { page, context } = await open(owner, `${home()}?period=custom&from=2026-02-30&to=2026-03-01`);
    await page.getByText('from must be a day such as 2027-01-31.').waitFor();
    await page.getByText('7 days', { exact: true }).click();
    await figureOf(page, 'UGX 33,250').waitFor();
    await context.close();
  });

  it('does not move when the figures come', async () => {
    const { page, context } = await open(owner, home());
    await figureOf(page, 'UGX 23,750').waitFor();
    const latest = page.getByRole('heading', { name: 'Latest transactions' });
    const before = await latest.boundingBox();
    // Lines of text and their skeletons differ by parts of a pixel.
    const moved = async () => Math.abs(((await latest.boundingBox())?.y ?? 0) - (before?.y ?? 0));
    // The figures of another period take their time.
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/home\?period=30d/, async (route) => {
      await answered;
      await route.continue();
    });
    await page.getByText('30 days', { exact: true }).click();
    await page.locator('.mantine-Skeleton-root').first().waitFor();
    expect(await moved()).toBeLessThan(2);
    answer();
    await page.getByText(/^The last 30 days with today, /).waitFor();
    await figureOf(page, 'UGX 33,250').waitFor();
    expect(await moved()).toBeLessThan(2);
    await context.close();
  });
});

describe('the overview of the platform', () => {
  it('is where staff without a client of its own starts, with what it must act on', async () => {
    await world.database.pool.query(
      `INSERT INTO review_case (mode, operator_account_id, kind, claim, found, opened_at)
       VALUES ('test', 1, 'missing_here', 'R1', '{}', now() - interval '3 days')`,
    );
    const { page, context, problems } = await open(support, '/');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/platform');
    await page.getByText(/^The last 30 days with today, /).waitFor();
    await page.getByText('35,000').first().waitFor();
    await page.getByText(/, the oldest for 3 days, since /).waitFor();
    await page.getByRole('link', { name: '1 review case is open' }).click();
    await page.getByRole('heading', { level: 1, name: 'Reviews' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('keeps mode and period in its address, and leads from a client that grew to its page', async () => {
    const { page, context, problems } = await open(support, '/platform?mode=live&period=7d');
    await page.getByText('No client grew in this period.').waitFor();
    await page.getByRole('radiogroup', { name: 'Mode' }).getByText('Test', { exact: true }).click();
    await page.getByRole('link', { name: 'Corner Shop' }).waitFor();
    expect(new URL(page.url()).search).toBe('?period=7d&mode=test');
    const { revenue } = (await support.get('/platform/home/test?period=7d')).body.data;
    expect(revenue[0].now).toBe(1_750);
    await figureOf(page, 'UGX 1,750').waitFor();
    await page.getByRole('link', { name: 'Corner Shop' }).click();
    await page.getByRole('heading', { level: 1, name: 'Corner Shop' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
