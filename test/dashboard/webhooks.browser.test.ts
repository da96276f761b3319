import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Receiver } from '../journeys/receiver.ts';
import { type Business, type Speaker, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { launchBrowser, openDashboard, pressEscapeAndClickBeside } from './browser.ts';
import { createPerson } from './person.ts';

let world: World;
let receiver: Receiver;
let browser: Browser;
let shop: Business;
let speaker: Speaker;
beforeAll(async () => {
  world = await World.open({ NSIMBI_WEBHOOK_RETRY_DELAYS: '50ms,50ms,50ms,50ms,50ms' });
  receiver = await Receiver.open();
  browser = await launchBrowser();
  shop = await world.business('Corner Shop', 5_000_000);
  await world.business('Stock and Sons', 0, '256772300100');
  speaker = await world.as(shop);
});
afterAll(async () => {
  await browser.close();
  await receiver.close();
  await world.close();
});

const patience = { timeout: 60_000 };
const day = 86_400_000;

/** A moment as a field of type datetime-local has it: 2026-08-12T14:03. */
function inKampala(atMs: number): string {
  return new Date(atMs + 3 * 3_600_000).toISOString().slice(0, 16);
}

describe('a developer at the dashboard', () => {
  it('adds a webhook, sees it break, mends it and has sent what was missed', { timeout: 240_000 }, async () => {
    const developer = await createPerson(world, { clients: { [shop.clientId]: 'client_developer' } });
    const desk = `/clients/${shop.clientId}/test`;
    const { page, context, problems } = await openDashboard(browser, world, developer, `${desk}/webhooks`);
    const button = (name: string | RegExp) => page.getByRole('button', { name });

    await button('Add a webhook').first().click(patience);
    const form = page.getByRole('dialog');
    await form.getByLabel('Address').fill('ftp://example.com');
    await form.getByRole('button', { name: 'Add the webhook' }).click();
    await form.getByText(/https/, { exact: false }).nth(1).waitFor(patience);
    await form.getByLabel('Address').fill(receiver.at('/till'));
    await form.getByLabel('Description').fill('Till 7');
    await form.getByRole('button', { name: 'Add the webhook' }).click();
    const secret = page.getByRole('dialog', { name: 'Save this secret now' });
    await secret.getByText(/^whsec_/).waitFor(patience);
    await pressEscapeAndClickBeside(page);
    expect(await secret.getByText(/^whsec_/).textContent()).toMatch(/^whsec_.{44}$/);
    await secret.getByRole('button', { name: 'I have saved it' }).click();

    await page.getByRole('link', { name: /Till 7/ }).click(patience);
    await button('Send a test event').click(patience);
    await page.getByText('The receiver accepted the test event').waitFor(patience);
    expect(receiver.to('/till')).toHaveLength(1);

    receiver.status = 503;
    await speaker.send('256772300100', 1_000);
    await waitUntil('the webhook is disabled', async () => {
      const { rows } = await world.database.pool.query('SELECT FROM nsimbi.webhook WHERE NOT is_active');
      return rows.length === 1;
    });
    await page.goto(`${desk}/webhooks`);
    await page.getByText('A webhook is disabled').waitFor(patience);
    await page.getByRole('alert').getByRole('link').click();
    await page.getByText('This webhook receives no events').waitFor(patience);
    receiver.status = 200;
    const before = receiver.to('/till').length;
    await button('Enable').click();
    await button('Enable the webhook').click();
    await page.getByText('1 delivery that failed').waitFor(patience);
    await button(/^Send the 1$/).click();
    await page.getByText('1 delivery is queued.').waitFor(patience);
    await receiver.waitFor('/till', before + 1);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

    // What was left unsent when it was enabled is still found by its time.
    const more = button('More actions for this webhook');
    await more.click();
    await page.getByRole('menuitem', { name: 'Disable…' }).click();
    await button('Disable the webhook').click();
    await page.getByText('This webhook receives no events').waitFor(patience);
    await speaker.send('256772300100', 1_500);
    await button('Enable').click();
    await button('Enable the webhook').click();
    await page.getByText('1 event while it was disabled').waitFor(patience);
    await button('Send none').click();
    const heard = receiver.to('/till').length;
    await more.click();
    await page.getByRole('menuitem', { name: 'Send missed events…' }).click();
    const range = page.getByRole('dialog', { name: 'Send missed events' });
    await range.getByLabel('From').fill(inKampala(Date.now() - day));
    await range.getByLabel('To').fill(inKampala(Date.now() - 2 * day));
    await range.getByRole('button', { name: 'Send' }).click();
    await range.getByText('The end must be later than the beginning.').waitFor(patience);
    await range.getByLabel('To').fill('');
    await range.getByRole('button', { name: 'Send' }).click();
    // The payment, and the top-up from before the webhook was there.
    await range.getByText('2 deliveries are queued.').waitFor(patience);
    await receiver.waitFor('/till', heard + 2);
    await range.getByRole('button', { name: 'Done' }).click();

    await more.press('Enter');
    await page.getByRole('menuitem', { name: 'Roll the secret…' }).press('Enter');
    await page.getByRole('dialog', { name: 'Roll the secret' }).waitFor(patience);
    await page.keyboard.press('Escape');
    const focused = () => page.evaluate<string>('document.activeElement?.getAttribute("aria-label") ?? ""');
    await waitUntil('the focus is back', async () => (await focused()) === 'More actions for this webhook');

    await page.getByRole('tab', { name: 'Python' }).click();
    await page.getByRole('region', { name: 'A receiver in Python' }).getByText('hmac').first().waitFor(patience);
    const deliveries = page.getByRole('table', { name: 'Deliveries' });
    const reference = (await speaker.get('/wallet/transactions?type=payment_sent&limit=1')).body.data[0].reference;
    await deliveries.getByRole('link', { name: reference }).first().click(patience);
    await page.waitForURL(/\/transactions\/\d+$/, patience);
    await page.getByText(reference, { exact: true }).waitFor(patience);
    // When each step of it was, to the second.
    await page
      .getByText(/^\d{1,2} [A-Z][a-z]{2,3} \d{4}, \d\d:\d\d:\d\d$/)
      .first()
      .waitFor(patience);
    await page.goBack();
    await deliveries.getByText('200 in', { exact: false }).first().waitFor(patience);
    await deliveries.getByRole('link', { name: 'transaction.completed', exact: true }).last().click();
    const headers = page.getByRole('table', { name: 'Headers of the request' });
    await headers.getByRole('row', { name: /X-Service-Signature sha256=.{6}…/ }).waitFor(patience);
    await page.getByText('503').first().waitFor(patience);
    await page.getByRole('link', { name: /^evt_/ }).click();
    await page.getByRole('heading', { name: 'transaction.completed' }).waitFor(patience);
    await page.getByRole('table', { name: 'Deliveries of this event' }).getByText('Delivered').last().waitFor(patience);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('follows events live and finds a refused request by its id', { timeout: 240_000 }, async () => {
    const developer = await createPerson(world, { clients: { [shop.clientId]: 'client_developer' } });
    const desk = `/clients/${shop.clientId}/test`;
    const { page, context, problems } = await openDashboard(browser, world, developer, `${desk}/events`);
    await page
      .getByRole('status')
      .filter({ hasText: /^Updates automatically$/ })
      .waitFor(patience);
    await speaker.send('256772300100', 4_321);
    await page.getByText(/4,321/).first().waitFor(patience);

    await speaker.post('/wallet/send-money', { recipient_phone: '256772000001' }, { 'x-request-id': 'till-7-lost' });
    await page.goto(`${desk}/requests?request_id=till-7-lost`);
    await page.getByRole('link', { name: /POST \/api\/v1\/wallet\/send-money/ }).click(patience);
    await page.getByRole('heading', { name: 'POST /api/v1/wallet/send-money' }).waitFor(patience);
    await page.getByRole('region', { name: 'Body of the request' }).getByText('25677*****01').waitFor(patience);
    await page.getByRole('region', { name: 'Body of the response' }).getByText('invalid_request').waitFor(patience);
    expect(problems).toEqual([]);
    await context.close();
  });
});
