import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beforeLiveMode } from '../database.ts';
import { World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { launchBrowser, openDashboard, visit } from './browser.ts';
import { type Credentials, createPerson } from './person.ts';

let world: World;
let browser: Browser;
let maker: Credentials;
let checker: Credentials;
beforeAll(async () => {
  world = await World.open();
  browser = await launchBrowser();
  maker = await createPerson(world, { platform: 'platform_administrator' });
  checker = await createPerson(world, { platform: 'platform_administrator' });
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

describe('the platform’s desk in a browser', () => {
  it('creates a client, and two administrators top its live wallet up', async () => {
    const one = await openDashboard(browser, world, maker, '/platform/clients');
    await one.page.getByRole('button', { name: 'New client' }).click();
    const dialog = one.page.getByRole('dialog', { name: 'New client' });
    await dialog.getByLabel('Name').fill('Mukasa Hardware');
    await dialog.getByLabel('Phone').fill('12');
    await dialog.getByRole('button', { name: 'Create the client' }).click();
    await dialog.getByText(/12 digits/).waitFor();
    await dialog.getByLabel('Phone').fill('0772 555 001');
    await dialog.getByRole('button', { name: 'Create the client' }).click();
    const created = one.page.getByRole('dialog', { name: 'Mukasa Hardware was created' });
    await created.getByRole('link', { name: 'Open the client' }).click();
    await one.page.getByRole('heading', { level: 1, name: 'Mukasa Hardware' }).waitFor();

    const form = one.page.getByRole('region', { name: 'Top up or correct' });
    await form.getByLabel('Amount').fill('250000');
    await form.getByLabel('Reason').fill('Cash at the counter');
    await form.getByRole('button', { name: 'Propose' }).click();
    await form.getByText(/Live money needs the reference/).waitFor();
    await form.getByLabel('Reference of the document').fill('SLIP-77');
    await form.getByRole('button', { name: 'Propose' }).click();
    await form
      .getByRole('status')
      .getByText(/UGX 250,000 was proposed/)
      .waitFor();
    expect(one.problems).toEqual([]);

    const own = await openDashboard(browser, world, maker, '/platform/approvals');
    await own.page.getByRole('link', { name: 'Mukasa Hardware' }).click();
    await own.page.getByRole('heading', { level: 1, name: 'Top up by UGX 250,000' }).waitFor();
    expect(await own.page.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);

    const two = await openDashboard(browser, world, checker, '/platform/approvals');
    await two.page.getByRole('link', { name: 'Mukasa Hardware' }).click();
    await two.page.getByRole('button', { name: 'Approve' }).click();
    const confirm = two.page.getByRole('dialog', { name: 'Book this?' });
    await confirm.getByText('SLIP-77').waitFor();
    await confirm.getByRole('button', { name: 'Approve UGX 250,000' }).dblclick();
    await two.page.getByRole('region', { name: 'Result' }).getByText(checker.email).waitFor();
    await two.page.getByText('Booked', { exact: true }).waitFor();
    const { rows } = await world.database.pool.query<{ available: string }>(
      "SELECT available FROM wallet JOIN client USING (client_id) WHERE mode = 'live' AND name = 'Mukasa Hardware'",
    );
    expect(rows).toEqual([{ available: '250000' }]);
    expect(two.problems).toEqual([]);
  });

  it('invites the owner of a new client, who sets a password and is in; statements then print who the client is', async () => {
    await beforeLiveMode(world.database);
    const { page, context, problems } = await openDashboard(browser, world, maker, '/platform/clients');
    await page.getByRole('button', { name: 'New client' }).click();
    const dialog = page.getByRole('dialog', { name: 'New client' });
    await dialog.getByLabel('Name').fill('Nakasero Flour Mill');
    await dialog.getByLabel('Phone').fill('0772 555 021');
    await dialog.getByRole('button', { name: 'Create the client' }).click();
    await page
      .getByRole('dialog', { name: 'Nakasero Flour Mill was created' })
      .getByRole('link', { name: 'Invite its owner' })
      .click();
    const form = page.getByRole('dialog', { name: 'Invite the owner' });
    expect(await form.getByRole('radio', { name: 'Owner' }).isChecked()).toBe(true);
    await form.getByLabel('Email').fill('nakasero@mill.ug');
    await form.getByLabel('Name').fill('Ssali Peter');
    await form.getByRole('button', { name: 'Invite', exact: true }).click();
    const shown = page.getByRole('dialog', { name: 'Send them this link' });
    const link = (await shown.getByText(/^https?:/).textContent()) ?? '';
    await shown.getByRole('button', { name: 'I have saved it' }).click();
    // Neither a reload nor the way back opens the form again.
    await page.reload();
    await page.getByRole('table', { name: 'Team' }).getByText('Ssali Peter').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);

    const owner = await visit(browser, world, { width: 390, height: 844 });
    await owner.page.goto(link);
    await owner.page.getByLabel('New password').fill('three green mangoes');
    await owner.page.getByLabel('Repeat password').fill('three green mangoes');
    await owner.page.getByRole('button', { name: 'Set the password' }).click();
    await owner.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(owner.problems).toEqual([]);

    const clientId = /clients\/(\d+)/.exec(page.url())?.[1];
    await page.goto(`/platform/clients/${clientId}`);
    const details = page.getByRole('region', { name: 'Details on statements' });
    await details.getByLabel('Registered name').fill('Nakasero Flour Mill Limited');
    await details.getByLabel('Address').fill('Plot 3, Market Street\nKampala');
    await details.getByLabel('Tax number').fill('12');
    await details.getByRole('button', { name: 'Save details' }).click();
    await details.getByText('The TIN must have exactly ten digits, or be empty.').waitFor();
    expect(await details.getByLabel('Registered name').inputValue()).toBe('Nakasero Flour Mill Limited');
    await details.getByLabel('Tax number').fill('1000 123 456');
    await details.getByRole('button', { name: 'Save details' }).click();
    await page.getByText('Details saved.').waitFor();
    expect(await details.getByLabel('Address').inputValue()).toBe('Plot 3, Market Street, Kampala');
    expect(await page.getByText('This client has no owner yet').count()).toBe(0);
    expect(problems).toEqual([]);
    await Promise.all([context.close(), owner.context.close()]);
  });

  it('says that a client has no owner, and leads to the invitation', async () => {
    const shop = await world.business('Ownerless Shop');
    const { page, context } = await openDashboard(browser, world, maker, `/platform/clients/${shop.clientId}`);
    await page.getByRole('alert', { name: 'This client has no owner yet' }).waitFor();
    await page.getByRole('link', { name: 'Invite its owner' }).click();
    const form = page.getByRole('dialog', { name: 'Invite the owner' });
    await form.getByRole('button', { name: 'Close' }).click();
    await form.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    await context.close();
  });

  it('saves one limit and leaves another that was set meanwhile as it is', async () => {
    const shop = await world.business('Mbarara Milk');
    const limitsOf = async (person: Credentials) => {
      const { page, context } = await openDashboard(browser, world, person, `/platform/clients/${shop.clientId}`);
      await page.getByRole('button', { name: 'Save limits' }).waitFor();
      const save = async (label: string, amount: string) => {
        await page.getByLabel(label).fill(amount);
        await page.getByRole('button', { name: 'Save limits' }).click();
        await page.getByText('Limits saved.').waitFor();
      };
      return { page, context, save };
    };
    const [one, two] = [await limitsOf(maker), await limitsOf(checker)];
    await two.save('Limit per day', '900000');
    await one.save('Limit per transaction', '70000');
    expect(await one.page.getByLabel('Limit per day').inputValue()).toBe('UGX 900,000');
    const { rows } = await world.database.pool.query(
      "SELECT limit_per_transaction, limit_per_day FROM wallet WHERE client_id = $1 AND mode = 'live'",
      [shop.clientId],
    );
    expect(rows).toEqual([{ limit_per_transaction: '70000', limit_per_day: '900000' }]);
    await Promise.all([one.context.close(), two.context.close()]);
  });

  it('changes the fees after a look at what amounts would cost', async () => {
    await beforeLiveMode(world.database);
    const { page, problems } = await openDashboard(browser, world, maker, '/platform/fees');
    await page.getByRole('link', { name: 'Change the fees of withdrawals' }).click();
    await page.getByRole('group', { name: 'All amounts' }).getByLabel('Fixed').fill('700');
    await page.getByRole('group', { name: 'All amounts' }).getByLabel('Percent').fill('0');
    const preview = page.getByRole('table', { name: 'Fee preview' });
    await preview.getByRole('row', { name: /UGX 10,000 .*UGX 700/ }).waitFor();
    await page.getByRole('button', { name: 'Set these fees' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Set the fees' }).click();
    const withdrawals = page.getByRole('region', { name: 'Withdrawals' });
    await withdrawals.getByRole('table', { name: 'Withdrawals: in force' }).getByText('UGX 700').waitFor();
    const shop = await world.business('Corner Shop', 50_000);
    const api = await world.as(shop);
    await waitUntil('the new fee is charged', async () => {
      const { body } = await api.get('/wallet/fees?operation=withdrawal&amount=10000');
      return body.data.fee_amount === 700;
    });
    expect(problems).toEqual([]);
  });

  it('shuts somebody out, finds the act in the audit log, and works on a phone in the dark', async () => {
    const person = await createPerson(world, { platform: 'platform_support' });
    const looking = { width: 390, height: 844, dark: true };
    const { page, problems } = await openDashboard(browser, world, maker, '/platform/people', looking);
    const { rows } = await world.database.pool.query<{ name: string }>('SELECT name FROM person WHERE id = $1', [
      person.personId,
    ]);
    await page.getByRole('button', { name: `Actions for ${rows[0]?.name}` }).click();
    await page.getByRole('menuitem', { name: 'Disable…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByText('Disabled', { exact: true }).waitFor();
    await page.goto(`/platform/audit-log?subject=${encodeURIComponent(`person ${person.personId}`)}`);
    await page.getByRole('button', { name: `Details of person.disabled by ${maker.email}` }).click();
    await page.getByRole('dialog').getByText(`${maker.email} disabled ${person.email}.`).waitFor();
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(390);

    // The form of the filters stays, and the focus returns to the button that opened it.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Filters (1)' }).click();
    const filters = page.getByRole('dialog', { name: 'Filters' });
    await filters.getByLabel('Actor').fill(` ${maker.email} `);
    await filters.getByRole('button', { name: 'Find' }).click();
    await expect.poll(() => page.evaluate<string>('document.activeElement?.textContent')).toBe('Filters (2)');
    await page.goBack();
    await page.getByRole('button', { name: 'Filters (1)' }).click();
    expect(await filters.getByLabel('Actor').inputValue()).toBe('');
    expect(problems).toEqual([]);
  });
});
