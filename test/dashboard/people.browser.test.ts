import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPassword } from '../../src/dashboard/people/credentials.ts';
import { type Business, World } from '../journeys/world.ts';
import { copyBy, launchBrowser, openDashboard, visit } from './browser.ts';
import { createPerson, signedIn } from './person.ts';
import { totpCode } from './totp.ts';

let world: World;
let shop: Business;
let browser: Browser;
beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Corner Shop', 100_000);
  browser = await launchBrowser();
}, 120_000);
afterAll(async () => {
  await browser.close();
  await world.close();
});

const at = (page: string) => `/clients/${shop.clientId}/test${page}`;

describe('a team in a browser', { timeout: 90_000 }, () => {
  it('invites somebody, who sets a password, signs in, and sees what the role may', async () => {
    const owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
    const host = await openDashboard(browser, world, owner, at('/team'));
    await host.page.getByRole('button', { name: 'Invite somebody' }).click();
    const form = host.page.getByRole('dialog', { name: 'Invite somebody' });
    await form.getByRole('button', { name: 'Invite', exact: true }).click();
    await form.locator('[aria-invalid=true]').first().waitFor();
    await form.getByLabel('Email').fill('nakato@corner.ug');
    await form.getByLabel('Name').fill('Nakato Grace');
    await form.getByRole('radio', { name: 'Viewer' }).check();
    await form.getByRole('button', { name: 'Invite', exact: true }).click();
    const shown = host.page.getByRole('dialog', { name: 'Give them this link' });
    const link = (await shown.getByText(/^https?:/).textContent()) ?? '';
    await shown.getByRole('button', { name: 'Done' }).click();
    const row = host.page.getByRole('table', { name: 'Team' }).getByRole('row', { name: /Nakato Grace/ });
    await row.getByText('Invited').waitFor();

    const guest = await visit(browser, world);
    const password = newPassword();
    await guest.page.goto(link);
    await guest.page.getByLabel('New password').fill(password);
    await guest.page.getByLabel('The same again').fill(password);
    await guest.page.getByRole('button', { name: 'Set the password' }).click();
    await guest.page.getByRole('link', { name: 'Sign in' }).click();
    await typePassword(guest.page, 'nakato@corner.ug', password);
    await guest.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    const navigation = guest.page.getByRole('navigation').first();
    await navigation.getByRole('link', { name: 'Transactions' }).waitFor();
    for (const name of ['Send', 'Withdraw', 'API keys', 'Requests', 'Handset']) {
      expect(await navigation.getByRole('link', { name, exact: true }).count(), name).toBe(0);
    }
    await navigation.getByRole('link', { name: 'Team' }).click();
    await guest.page.getByText('Nakato Grace (you)').waitFor();
    expect(await guest.page.getByRole('button', { name: 'Invite somebody' }).count()).toBe(0);
    expect(await guest.page.getByRole('button', { name: /^What to do with/ }).count()).toBe(0);
    await guest.page.goto('/platform/clients');
    await guest.page.getByRole('heading', { name: 'There is nothing here' }).waitFor();

    await host.page.reload();
    await row.getByText('Active').waitFor();
    await row.getByRole('button', { name: 'What to do with Nakato Grace' }).click();
    await host.page.getByRole('menuitem', { name: 'Remove…' }).click();
    await host.page.getByRole('dialog').getByRole('button', { name: 'Remove Nakato Grace' }).click();
    await row.waitFor({ state: 'detached' });
    await guest.page.goto(at('/transactions'));
    await guest.page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
    expect([...host.problems, ...guest.problems]).toEqual([]);
    await guest.context.close();
    await host.context.close();
  });
});

describe('an account in a browser', { timeout: 120_000 }, () => {
  it('gets an authenticator app; its code lets its person in, or a recovery code once', async () => {
    const person = await createPerson(world, { clients: { [shop.clientId]: 'client_developer' } });
    const { page, context, problems } = await openDashboard(browser, world, person, '/account');
    await page.getByRole('button', { name: 'Set it up' }).click();
    await page.getByLabel('Your password').fill(person.password);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    const secret = await copyBy(page.getByRole('button', { name: 'Copy the key' }));
    await typeCode(page, secret);
    await page.getByRole('button', { name: 'Confirm' }).click();
    const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await list.first().waitFor();
    const [recoveryCode = ''] = await list.allTextContents();
    expect(await list.count()).toBe(10);
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByRole('button', { name: 'Turn it off' }).waitFor();

    await signOut(page);
    await typePassword(page, person.email, person.password);
    await typeCode(page, secret);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();

    const useRecoveryCode = async () => {
      await signOut(page);
      await typePassword(page, person.email, person.password);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByLabel('Recovery code').fill(recoveryCode);
      await page.getByRole('button', { name: 'Confirm' }).click();
    };
    await useRecoveryCode();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await useRecoveryCode();
    await page.getByRole('alert').waitFor();
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    expect(problems).toEqual([]);
    await context.close();
  });
});

async function typePassword(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Types what the authenticator app shows now. */
async function typeCode(page: Page, secret: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Digit of the code' }).first().click();
  await page.keyboard.type(totpCode(`otpauth://totp/Nsimbi?secret=${secret}`, Date.now()));
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
}
