import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Business, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { type Authority, makeAuthority, makeCertificate } from '../webhooks/certificate.fixture.ts';
import { startReceiver } from '../webhooks/receiver.fixture.ts';
import { launchBrowser, openDashboard } from './browser.ts';
import { MailServer } from './mail-server.ts';
import { signedIn } from './person.ts';

const authoritiesBefore = getCACertificates('default');
let authority: Authority;
let mailServer: MailServer;
let world: World;
let shop: Business;
let browser: Browser;
beforeAll(async () => {
  authority = makeAuthority('Authority of chats');
  setDefaultCACertificates([...authoritiesBefore, authority.cert]);
  mailServer = await MailServer.open();
  world = await World.open({
    NSIMBI_SMTP_URL: mailServer.url,
    NSIMBI_MAIL_FROM: 'pay@example.ug',
    NSIMBI_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32',
  });
  shop = await world.business('Corner Shop', 100_000);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await world.close();
  mailServer.close();
  setDefaultCACertificates(authoritiesBefore);
});

describe('notifications in a browser', () => {
  it('are chosen, and stay chosen', async () => {
    const owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
    const { page, problems, context } = await openDashboard(browser, world, owner, `/clients/${shop.clientId}/test`);
    await page.getByRole('navigation').first().getByRole('link', { name: 'Notifications' }).click();
    await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
    const mails = page.getByRole('region', { name: 'By e-mail, to you' });
    expect(await mails.getByRole('checkbox', { name: 'Pending approvals' }).isChecked()).toBe(true);
    const summary = mails.getByRole('checkbox', { name: 'Daily summary' });
    expect(await summary.isChecked()).toBe(false);
    await summary.check();
    await mails.getByRole('button', { name: 'Save your choice' }).click();
    await page.getByText('Your choice was saved.').waitFor();
    await page.reload();
    await summary.waitFor();
    expect(await summary.isChecked()).toBe(true);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('go to a chat that is set, tested and removed', async () => {
    const chat = await startReceiver(undefined, makeCertificate({ authority, ipv4: '127.0.0.1' }));
    const owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
    const path = `/clients/${shop.clientId}/test/notifications`;
    const { page, problems, context } = await openDashboard(browser, world, owner, path);
    const section = page.getByRole('region', { name: 'To a chat' });
    await section.getByLabel('URL of the incoming webhook').fill('http://hooks.example.com/x');
    await section.getByRole('button', { name: 'Save the chat' }).click();
    await section.getByText(/must begin with https/).waitFor();
    await section.getByLabel('URL of the incoming webhook').fill(`https://127.0.0.1:${chat.port}/services/s3cret`);
    await section.getByRole('checkbox', { name: 'Failed payouts' }).check();
    await section.getByRole('button', { name: 'Save the chat' }).click();
    await section.getByText(`127.0.0.1:${chat.port}`).waitFor();
    expect(await page.content()).not.toContain('s3cret');
    await section.getByRole('button', { name: 'Send a test' }).click();
    await section.getByText('The chat accepted the test message.').waitFor();
    await waitUntil('the chat has the test', () => chat.received.length === 1);
    await section.getByRole('button', { name: 'Remove the chat' }).click();
    await page
      .getByRole('dialog', { name: 'Remove the chat?' })
      .getByRole('button', { name: 'Remove the chat' })
      .click();
    await section.getByText('No chat is set.').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('show a viewer the chat, which only an owner can change', async () => {
    const viewer = await signedIn(world, { clients: { [shop.clientId]: 'client_viewer' } });
    const path = `/clients/${shop.clientId}/test/notifications`;
    const { page, context } = await openDashboard(browser, world, viewer, path);
    await page.getByText('No chat is set.').waitFor();
    expect(await page.getByRole('button', { name: 'Save the chat' }).count()).toBe(0);
    expect(await page.getByLabel('URL of the incoming webhook').isDisabled()).toBe(true);
    await context.close();
  });

  it('about sign-ins are chosen at the account', async () => {
    const person = await signedIn(world, { clients: { [shop.clientId]: 'client_viewer' } });
    const { page, context } = await openDashboard(browser, world, person, '/account');
    const section = page.getByRole('region', { name: 'Notifications' });
    await section.getByRole('checkbox', { name: 'Sign-in from a new device' }).uncheck();
    await section.getByRole('button', { name: 'Save your choice' }).click();
    await page.getByText('Your choice was saved.').waitFor();
    await context.close();
  });
});
