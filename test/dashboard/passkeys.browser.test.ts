import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCredentials } from '../../src/first-start.ts';
import { type Business, World } from '../journeys/world.ts';
import { copyBy, expectNoBarrier, type Looking, launchBrowser, visit } from './browser.ts';
import { type Credentials, createPerson } from './person.ts';
import { totpCode } from './totp.ts';

let world: World;
let shop: Business;
let browser: Browser;
/** The name of this machine, because browsers know no passkeys at an IP address. */
let origin: string;
beforeAll(async () => {
  world = await World.open();
  origin = world.baseUrl.replace('127.0.0.1', 'localhost');
  shop = await world.business('Corner Shop', 100_000);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

/** A page in a browser whose device has an authenticator that checks its person (Chrome DevTools Protocol, WebAuthn). */
async function visitWithAuthenticator(looking: Looking = {}) {
  const opened = await visit(browser, world, looking);
  const device = await opened.context.newCDPSession(opened.page);
  await device.send('WebAuthn.enable');
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return { ...opened, device, authenticatorId };
}

async function signInByPassword(page: Page, { email, password }: Omit<Credentials, 'personId'>): Promise<void> {
  await page.goto(`${origin}/sign-in`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto(`${origin}/account`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('list', { name: 'Passkeys' }).getByText(name).waitFor();
}

const atHome = (page: Page) => page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();

/** Pictures to look at, where somebody wants them. */
async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env.NSIMBI_TEST_PICTURES;
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

describe('a passkey in a browser', () => {
  it('is added, signs in alone, confirms a password, and is removed', async () => {
    const person = await createPerson(world, { clients: { [shop.clientId]: 'client_owner' } });
    const { page, context, problems } = await visitWithAuthenticator();
    await signInByPassword(page, person);
    await atHome(page);
    await addPasskey(page, 'Office laptop');
    await expectNoBarrier(page);
    await photograph(page, 'account');

    await signOut(page);
    await photograph(page, 'sign-in');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await atHome(page);

    await signOut(page);
    await signInByPassword(page, person);
    await page.getByText('Use your passkey to continue.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Digit of the code' }).count()).toBe(0);
    await photograph(page, 'second-step');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await atHome(page);

    await page.goto(`${origin}/account`);
    await page.getByRole('button', { name: 'Remove Office laptop' }).click();
    await page.getByRole('button', { name: 'Remove the passkey' }).click();
    await page.getByRole('list', { name: 'Passkeys' }).waitFor({ state: 'detached' });
    await signOut(page);
    // The device has it still.
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('This passkey is not known here.', { exact: false }).waitFor();
    await signInByPassword(page, person);
    await atHome(page);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('stands beside the authenticator app, either of which is the second step', async () => {
    const person = await createPerson(world, { clients: { [shop.clientId]: 'client_owner' } });
    const { page, context, problems } = await visitWithAuthenticator({ dark: true, width: 375 });
    await signInByPassword(page, person);
    await atHome(page);
    await addPasskey(page, 'Phone');
    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    await photograph(page, 'account-375-dark');
    await page.getByLabel('Your password').fill(person.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    const secret = await copyBy(page.getByRole('button', { name: 'Copy the key' }));
    const typeCode = async (atMs: number) => {
      await page.getByRole('textbox', { name: 'Digit of the code' }).first().click();
      await page.keyboard.type(totpCode(`otpauth://totp/Nsimbi?secret=${secret}`, atMs));
    };
    await typeCode(Date.now());
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByRole('button', { name: 'Turn off' }).waitFor();
    await signOut(page);
    await signInByPassword(page, person);
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await photograph(page, 'second-step-375-dark');
    await typeCode(Date.now() + 30_000);
    await atHome(page);
    await signOut(page);
    await signInByPassword(page, person);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await atHome(page);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('or a code of the app, or the password where there is neither, is asked for again after five minutes', async () => {
    const owner = await createPerson(world, { clients: { [shop.clientId]: 'client_owner' } });
    const { page, context, problems } = await visitWithAuthenticator();
    const ageFactor = () =>
      world.database.pool.query(
        "UPDATE person_session SET factor_given_at = trusted_now() - interval '6 minutes' WHERE person_id = $1",
        [owner.personId],
      );
    const dialog = page.getByRole('dialog', { name: 'Confirm your identity' });
    const invite = async (email: string) => {
      await page.goto(`${origin}/clients/${shop.clientId}/live/team`);
      await page.getByRole('button', { name: 'Invite a person' }).click();
      const form = page.getByRole('dialog', { name: 'Invite a person' });
      await form.getByLabel('Email').fill(email);
      await form.getByLabel('Name').fill('Nakato Grace');
      await form.getByRole('radio', { name: 'Viewer' }).check();
      await form.getByRole('button', { name: 'Invite', exact: true }).click();
      return form;
    };
    const isInvited = async () => {
      await page.getByRole('dialog', { name: 'Send them this link' }).waitFor();
      await page.getByRole('button', { name: 'I have saved it' }).click();
    };
    await signInByPassword(page, owner);
    await atHome(page);

    await ageFactor();
    const form = await invite('one@corner.ug');
    await dialog.getByLabel('Your password').fill('not this one');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByRole('alert').waitFor();
    await photograph(page, 'step-up-password');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await form.getByText('Confirm your identity, and try again within five minutes.').waitFor();
    await form.getByRole('button', { name: 'Invite', exact: true }).click();
    await dialog.getByLabel('Your password').fill(owner.password);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await isInvited();

    await addPasskey(page, 'Office laptop');
    await ageFactor();
    await invite('two@corner.ug');
    await dialog.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await expectNoBarrier(page);
    await photograph(page, 'step-up-passkey');
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await isInvited();

    await page.goto(`${origin}/account`);
    await ageFactor();
    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    await page.getByLabel('Your password').fill(owner.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    const secret = await copyBy(page.getByRole('button', { name: 'Copy the key' }));
    const codeAt = (atMs: number) => totpCode(`otpauth://totp/Nsimbi?secret=${secret}`, atMs);
    await page.getByRole('textbox', { name: 'Digit of the code' }).first().click();
    await page.keyboard.type(codeAt(Date.now()));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByRole('button', { name: 'Turn off' }).waitFor();
    await ageFactor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 375, height: 760 });
    await invite('three@corner.ug');
    await dialog.getByLabel('Code', { exact: true }).waitFor();
    await photograph(page, 'step-up-375-dark');
    await dialog.getByLabel('Code', { exact: true }).fill(codeAt(Date.now() + 30_000));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await isInvited();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('that its person does not confirm changes nothing, and the page says so', async () => {
    const person = await createPerson(world);
    const { page, context, device, authenticatorId } = await visitWithAuthenticator();
    await signInByPassword(page, person);
    await page.getByRole('button', { name: /^Account of/ }).waitFor();
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await page.goto(`${origin}/account`);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByLabel('Name').fill('Phone');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('The passkey was not added', { exact: false }).waitFor();
    await photograph(page, 'add-failed');
    expect(await page.getByRole('list', { name: 'Passkeys' }).count()).toBe(0);
    await context.close();
  });

  it('is not offered where browsers do not allow it, and the account says where it works', async () => {
    const person = await createPerson(world);
    const { page, context } = await visitWithAuthenticator();
    const open = async (address: string) => {
      origin = address;
      await signInByPassword(page, person);
      await page.getByRole('button', { name: /^Account of/ }).waitFor();
      await page.goto(`${address}/account`);
    };
    const byName = origin;
    await open(world.baseUrl);
    await page.getByText(`Passkeys work only at ${byName}. Open the dashboard there.`).waitFor();
    expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0);
    await photograph(page, 'not-here');
    await signOut(page);
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
    origin = byName;
    await context.close();
  });
});

describe('the first person of a service', () => {
  it('tries it with test money, and is led to a passkey before live mode and the platform', async () => {
    const fresh = await World.open({ NSIMBI_REQUIRE_TWO_FACTOR: 'staff-and-live', NSIMBI_REHEARSAL: 'off' });
    const credentials = readCredentials(fresh.dataDir);
    if (credentials === null) throw new Error('the first start wrote no credentials');
    const byName = origin;
    origin = fresh.baseUrl.replace('127.0.0.1', 'localhost');
    const { page, context, problems } = await visitWithAuthenticator();
    await signInByPassword(page, credentials.dashboard);
    await atHome(page);
    // The page has a link of the same name once its first steps are loaded.
    await page.getByRole('list', { name: 'Developers' }).getByRole('link', { name: 'Quick start' }).click();
    await page.getByRole('heading', { level: 1, name: 'Quick start' }).waitFor();
    await page.goto(`${origin}/clients/${credentials.client_id}/live`);
    await page.getByRole('heading', { level: 1, name: 'Set up a second factor first' }).waitFor();
    await expectNoBarrier(page);
    await photograph(page, 'led-to-second-factor');
    await page.goto(`${origin}/platform/people`);
    await page.getByRole('link', { name: 'Set it up' }).click();
    await page.getByText('Set up a second factor', { exact: true }).waitFor();
    await photograph(page, 'account-without-factor');
    await addPasskey(page, 'Office laptop');
    await page.goto(`${origin}/platform/people`);
    await page.getByRole('button', { name: 'Invite staff' }).waitFor();
    await page.goto(`${origin}/clients/${credentials.client_id}/live`);
    await atHome(page);
    expect(problems).toEqual([]);
    await context.close();
    origin = byName;
    await fresh.close();
  });
});
