import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPassword } from '../../src/access/people/credentials.ts';
import { beforeLiveMode } from '../database.ts';
import { type Business, World } from '../journeys/world.ts';
import { copyBy, launchBrowser, openDashboard, pressEscapeAndClickBeside, visit } from './browser.ts';
import { MailServer } from './mail-server.ts';
import { createPerson, signedIn } from './person.ts';
import { totpCode } from './totp.ts';

let world: World;
let shop: Business;
let browser: Browser;
beforeAll(async () => {
  world = await World.open();
  await beforeLiveMode(world.database);
  shop = await world.business('Corner Shop', 100_000);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

const at = (page: string) => `/clients/${shop.clientId}/test${page}`;

describe('a team in a browser', () => {
  it('invites somebody, who sets a password, is signed in, and sees what the role may', async () => {
    const owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
    const host = await openDashboard(browser, world, owner, at('/team'));
    await host.page.getByRole('button', { name: 'Invite a person' }).click();
    const form = host.page.getByRole('dialog', { name: 'Invite a person' });
    await form.getByRole('button', { name: 'Invite', exact: true }).click();
    await form.locator('[aria-invalid=true]').first().waitFor();
    await form.getByLabel('Email').fill('nakato@corner.ug');
    await form.getByLabel('Name').fill('Nakato Grace');
    await form.getByRole('radio', { name: 'Viewer' }).check();
    await form.getByRole('button', { name: 'Invite', exact: true }).click();
    const shown = host.page.getByRole('dialog', { name: 'Send them this link' });
    await pressEscapeAndClickBeside(host.page);
    const link = (await shown.getByText(/^https?:/).textContent()) ?? '';
    await shown.getByRole('button', { name: 'I have saved it' }).click();
    const row = host.page.getByRole('table', { name: 'Team' }).getByRole('row', { name: /Nakato Grace/ });
    await row.getByText('Invited').waitFor();

    const guest = await visit(browser, world);
    const password = newPassword();
    await guest.page.goto(link);
    await guest.page.getByLabel('New password').fill(password);
    await guest.page.getByLabel('Repeat password').fill(password);
    await guest.page.getByRole('button', { name: 'Set the password' }).click();
    await guest.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    const navigation = guest.page.getByRole('navigation').first();
    await navigation.getByRole('link', { name: 'Transactions' }).waitFor();
    for (const name of ['Send', 'Withdraw', 'API keys', 'Requests', 'Handset']) {
      expect(await navigation.getByRole('link', { name, exact: true }).count(), name).toBe(0);
    }
    await navigation.getByRole('link', { name: 'Team' }).click();
    await guest.page.getByText('Nakato Grace (you)').waitFor();
    expect(await guest.page.getByRole('button', { name: 'Invite a person' }).count()).toBe(0);
    expect(await guest.page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0);
    await guest.page.goto('/platform/clients');
    await guest.page.getByRole('heading', { name: 'Page not found' }).waitFor();

    await host.page.reload();
    await row.getByText('Active').waitFor();
    await host.page.getByRole('link', { name: 'Activity' }).click();
    const activity = host.page.getByRole('table', { name: 'Activity' });
    await activity.getByText(/^nakato@corner\.ug signed in from 127\.0\.0\.1 with Chrome on Linux\.$/).waitFor();
    await host.page.getByRole('combobox', { name: 'Actor' }).click();
    await host.page.getByRole('option', { name: /^Nakato Grace/ }).click();
    await host.page.getByRole('button', { name: 'Find' }).click();
    await activity.getByText(`${owner.credentials.email} signed in`, { exact: false }).waitFor({ state: 'detached' });
    await host.page.goto(at('/team'));
    await row.getByRole('button', { name: 'Actions for Nakato Grace' }).click();
    await host.page.getByRole('menuitem', { name: 'Remove…' }).click();
    await host.page.getByRole('dialog').getByRole('button', { name: 'Remove Nakato Grace' }).click();
    await row.waitFor({ state: 'detached' });
    await guest.page.goto(at('/transactions'));
    await guest.page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect([...host.problems, ...guest.problems]).toEqual([]);
    await guest.context.close();
    await host.context.close();
  });
});

describe('the staff in a browser', () => {
  it('gets links that stay until they are stored, where no mail server is set', async () => {
    const administrator = await signedIn(world, { platform: 'platform_administrator' });
    const { page, problems } = await openDashboard(browser, world, administrator, '/platform/people');
    const takeLink = async () => {
      const shown = page.getByRole('dialog', { name: 'Send them this link' });
      await shown.getByText(/^https?:/).waitFor();
      await pressEscapeAndClickBeside(page);
      const link = (await shown.getByText(/^https?:/).textContent()) ?? '';
      await shown.getByRole('button', { name: 'I have saved it' }).click();
      await shown.waitFor({ state: 'detached' });
      return link;
    };
    await page.getByRole('button', { name: 'Invite staff' }).click();
    const form = page.getByRole('dialog', { name: 'Invite staff' });
    await form.getByLabel('Email').fill('opio@pay.example.ug');
    await form.getByLabel('Name').fill('Opio Daniel');
    await form.getByRole('button', { name: 'Invite', exact: true }).click();
    const invitation = await takeLink();
    await page.getByRole('button', { name: 'Actions for Opio Daniel' }).click();
    await page.getByRole('menuitem', { name: 'Send a password link…' }).click();
    await page.getByRole('button', { name: 'Send the link' }).click();
    expect(await takeLink()).not.toBe(invitation);
    expect(problems).toEqual([]);
  });
});

describe('a forgotten password in a browser', () => {
  it('without a mail server is for an administrator to help with, and nobody waits for a mail', async () => {
    const { page, context, problems } = await visit(browser, world);
    await page.goto('/sign-in');
    await page.getByRole('link', { name: /Forgot/ }).click();
    await page.getByText(/Ask an administrator of the service for a link/).waitFor();
    expect(await page.getByLabel('Email').count()).toBe(0);
    await page.getByRole('link', { name: 'Back to the sign-in' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('with a mail server gets the same answer for every address', async () => {
    const mailServer = await MailServer.open();
    const settings = { NSIMBI_SMTP_URL: mailServer.url, NSIMBI_MAIL_FROM: 'pay@example.ug' };
    const baseUrl = await world.startAnother(settings);
    const { page, context } = await visit(browser, world);
    await page.goto(`${baseUrl}/forgot-password`);
    await page.getByLabel('Email').fill('nobody@example.ug');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('If nobody@example.ug has an account').waitFor();
    await context.close();
    mailServer.close();
  });
});

describe('an account in a browser', () => {
  it('gets an authenticator app; its code lets its person in, or a recovery code once', async () => {
    const person = await createPerson(world, { clients: { [shop.clientId]: 'client_developer' } });
    const { page, context, problems } = await openDashboard(browser, world, person, '/account');
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByLabel('Your password').fill(person.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    const secret = await copyBy(page.getByRole('button', { name: 'Copy the key' }));
    await typeCode(page, secret);
    await page.getByRole('button', { name: 'Confirm' }).click();
    const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await list.first().waitFor();
    await pressEscapeAndClickBeside(page);
    const [recoveryCode = '', second = '', third = ''] = await list.allTextContents();
    expect(await list.count()).toBe(10);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByRole('button', { name: 'Turn off' }).waitFor();

    await signOut(page);
    await typePassword(page, person.email, person.password);
    // A code works once; that of the next 30 seconds is taken as well.
    await typeCode(page, secret, Date.now() + 30_000);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();

    const useRecoveryCode = async (code: string) => {
      await signOut(page);
      await typePassword(page, person.email, person.password);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByLabel('Recovery code').fill(code);
      await page.getByRole('button', { name: 'Confirm' }).click();
    };
    await useRecoveryCode(recoveryCode);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await useRecoveryCode(recoveryCode);
    await page.getByRole('alert').waitFor();
    expect(new URL(page.url()).pathname).toBe('/sign-in');

    // A link to a new password asks for the second factor as the sign-in does.
    const [{ link }] = await world.terminal.ask('person', 'reset-password', person.email);
    const changed = newPassword();
    await page.goto(`/set-password${new URL(link).search}`);
    await page.getByLabel('New password').fill(changed);
    await page.getByLabel('Repeat password').fill(changed);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('Your password was set. Your second factor stays as it is.').waitFor();
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(second);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();

    await page.goto('/account');
    await page.getByRole('button', { name: 'Turn off' }).click();
    const dialog = page.getByRole('dialog', { name: 'Turn off the authenticator app' });
    await dialog.getByLabel('Your password').fill(changed);
    await dialog.getByLabel('Code', { exact: true }).fill('AAAAA-BBBBB');
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await dialog.getByText('This is not one of your recovery codes, or it was already used.').waitFor();
    await dialog.getByLabel('Code', { exact: true }).fill(third);
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('button', { name: 'Set up' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});

async function typePassword(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Types what the authenticator app shows at a moment. */
async function typeCode(page: Page, secret: string, atMs = Date.now()): Promise<void> {
  await page.getByRole('textbox', { name: 'Digit of the code' }).first().click();
  await page.keyboard.type(totpCode(`otpauth://totp/Nsimbi?secret=${secret}`, atMs));
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
}
