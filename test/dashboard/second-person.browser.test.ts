import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beforeLiveMode, enableLiveMode } from '../database.ts';
import { type Business, Speaker, World } from '../journeys/world.ts';
import { expectNoBarrier, launchBrowser, openDashboard } from './browser.ts';
import { type Credentials, createPerson, signedIn } from './person.ts';

let world: World;
let browser: Browser;
let office: Business;
let partner: Business;
let owner: Credentials;

beforeAll(async () => {
  world = await World.open();
  browser = await launchBrowser();
  office = await world.business('Head Office');
  partner = await world.business('Partner');
  await world.fund(office, 'live', 500_000);
  owner = await createPerson(world, { clients: { [office.clientId]: 'client_owner' } });
  await world.terminal.ask(
    ...['client', 'approval-threshold', '--client', String(office.clientId), '--mode', 'live', '--amount', '50000'],
  );
  await enableLiveMode(world.database);
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

describe('a second person in a browser', () => {
  it('is told that two must approve, and whether the other has', async () => {
    const { apiKey } = await world.key(office, { mode: 'live' });
    await new Speaker(world.baseUrl, apiKey).send(partner.phone, 60_000);
    const { page, problems } = await openDashboard(browser, world, owner, `/clients/${office.clientId}/live/approvals`);
    await page.getByText('Approvals: 0 of 2').waitFor();
    await page.getByRole('button', { name: /^Approve the payment to/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve this payment?' });
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: /^Approve/ }).click();
    await page.getByText('Another person must approve this payment too.').waitFor();
    await page.getByText(`Approvals: 1 of 2: ${owner.email}`).waitFor();
    expect(await page.getByRole('button', { name: /^Approve the payment to/ }).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('sees that somebody has seen a password link of an account, and vouches for it', async () => {
    // With live mode, another person would see the link.
    await beforeLiveMode(world.database);
    const inviter = await signedIn(world, { platform: 'platform_administrator' });
    const invitation = { email: 'new@example.ug', name: 'Nansubuga', role: 'platform_support' };
    await inviter.post('/platform/people', invitation);
    const colleague = await createPerson(world, { platform: 'platform_administrator' });
    const { page, problems } = await openDashboard(browser, world, colleague, '/platform/people');
    const seen = page.getByText(`Password link seen by ${inviter.credentials.email}`);
    await seen.waitFor();
    await expectNoBarrier(page);
    await page.getByRole('button', { name: 'Actions for Nansubuga' }).click();
    await page.getByRole('menuitem', { name: 'Vouch for the account…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Vouch for this account?' });
    await dialog.getByText(invitation.email).waitFor();
    await dialog.getByRole('button', { name: 'Vouch for Nansubuga' }).click();
    await seen.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });
});
