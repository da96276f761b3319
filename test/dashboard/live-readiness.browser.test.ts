import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LiveReadiness } from '../../src/http/dashboard/schemas/live-readiness.ts';
import { beforeLiveMode } from '../database.ts';
import { type Business, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { expectNoBarrier, launchBrowser, openDashboard } from './browser.ts';
import { giveApp, type Person, signedIn } from './person.ts';

let world: World;
let browser: Browser;
let shop: Business;
let administrator: Person;
let owner: Person;
beforeAll(async () => {
  world = await World.open({ NSIMBI_REHEARSAL: 'off' });
  browser = await launchBrowser();
  shop = await world.business('Corner Shop', 100_000);
  administrator = await signedIn(world, {
    platform: 'platform_administrator',
    clients: { [shop.clientId]: 'client_owner' },
  });
  owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
  await giveApp(world, administrator.credentials.personId);
  await beforeLiveMode(world.database);
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

const stepOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: title, exact: true }) });

/** How many pixels the page is wider than the screen. */
const overflow = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

describe.each([
  ['on a desk', { width: 1440 }],
  ['on a phone, in the dark', { width: 390, height: 844, dark: true }],
  ['on a small phone', { width: 320, height: 640 }],
])('the steps to live mode %s', (_name, looking) => {
  it('are found from the home of test mode, each with its status, and what is done is seen with the next check', async () => {
    const { page, context, problems } = await openDashboard(
      browser,
      world,
      administrator,
      `/clients/${shop.clientId}/test`,
      looking,
    );
    await page.getByRole('main').getByRole('link', { name: 'Go live' }).click();
    await page.getByRole('heading', { level: 1, name: 'Go live' }).waitFor();
    await page.getByText(/^\d+ of \d+ steps are done, \d+ are open\.$/).waitFor();
    const backups = stepOf(page, 'Backups');
    await backups.getByText('To do').waitFor();
    await backups.getByText('No check of the backups was made yet.').waitFor();
    await stepOf(page, 'Processes').getByText('Done').waitFor();
    await expectNoBarrier(page);
    expect(await overflow(page)).toBe(0);

    await stepOf(page, 'Two administrators with second factors').getByRole('link', { name: 'People' }).click();
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    await page.goBack();
    const count = async () =>
      (await page.getByRole('status').filter({ hasText: 'steps are done' }).textContent()) ?? '';
    const before = await count();
    await world.database.pool.query(
      `INSERT INTO backup_check (stanza, restorable_until) VALUES ('nsimbi', clock_timestamp() - interval '1 minute')`,
    );
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Check again' }).click();
        return await backups.getByText('Done').count();
      })
      .toBe(1);
    expect(await count()).not.toBe(before);
    await world.database.owner.query('DELETE FROM backup_check');
    // The service shares what it found for some seconds.
    await waitUntil('the step is open again', async () => {
      const { steps }: LiveReadiness = (await administrator.get('/platform/live-readiness')).body.data;
      return steps.some(({ id, status }) => id === 'backups' && status === 'to_do');
    });
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('live mode', () => {
  it('is proposed with a warning that lists what is still open, and is not blocked by it', async () => {
    const { page, context, problems } = await openDashboard(browser, world, administrator, '/platform/waiting');
    const card = page.getByRole('region', { name: 'Live mode is not enabled' });
    await card.getByRole('link', { name: 'Go live' }).waitFor();
    await card.getByRole('button', { name: 'Propose to enable live mode' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^\d+ steps are still open$/).waitFor();
    await dialog.getByText('Backups: No check of the backups was made yet.').waitFor();
    await expectNoBarrier(page);
    await dialog.getByRole('button', { name: 'Propose it' }).click();
    await page.getByRole('heading', { level: 1, name: 'Enable live mode' }).waitFor();
    const second = await signedIn(world, { platform: 'platform_administrator' });
    await giveApp(world, second.credentials.personId);
    const two = await openDashboard(browser, world, second, new URL(page.url()).pathname);
    await two.page.getByRole('button', { name: 'Approve' }).click();
    const approving = two.page.getByRole('dialog');
    await approving.getByText(/^\d+ steps are still open$/).waitFor();
    await approving.getByRole('button', { name: 'Approve the change' }).click();
    await two.page.getByText('Approved. The change was made.').waitFor();
    await page.goto('/platform/go-live');
    await page.getByText('Live mode is enabled.').waitFor();
    expect([...problems, ...two.problems]).toEqual([]);
    await Promise.all([context.close(), two.context.close()]);
  });

  it('leads people of a client to no page that they may not see', async () => {
    const { page, context } = await openDashboard(browser, world, owner, `/clients/${shop.clientId}/test`);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(await page.getByRole('link', { name: 'Go live' }).count()).toBe(0);
    await context.close();
  });
});
