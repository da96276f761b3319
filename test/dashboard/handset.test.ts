import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Business, type Json, type Speaker, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { signedIn } from './person.ts';

const mtn = '256770000009';
const airtel = '256700000009';

let world: World;
let shop: Business;
let speaker: Speaker;
let developer: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Corner Shop', 100_000);
  speaker = await world.as(shop);
  developer = await signedIn(world, { clients: { [shop.clientId]: 'client_developer' } });
});
afterAll(() => world.close());

const handset = (mode = 'test') => `/clients/${shop.clientId}/${mode}/handset`;

async function read(...phones: string[]): Promise<Json> {
  const { status, body } = await developer.get(`${handset()}?phones=${phones.join(',')}`);
  expect(status).toBe(200);
  return body.data;
}

describe('the virtual handset', () => {
  it('shows a prompt as the customer sees it, takes the approval, and tells of the payment', async () => {
    const asked = await speaker.collect(mtn, 20_000, { description: 'Invoice 7' });
    const { prompts, now } = await read(mtn, airtel);
    expect(prompts).toMatchObject([
      { phone: mtn, operator: 'MTN', merchant_name: 'Corner Shop', amount: 20_000, description: 'Invoice 7' },
    ]);
    expect(Date.parse(prompts[0].expires_at)).toBeGreaterThan(Date.parse(now));
    expect((await developer.post(`${handset()}/prompts/${prompts[0].id}/approve`, {})).status).toBe(200);
    expect((await developer.post(`${handset()}/prompts/${prompts[0].id}/approve`, {})).status).toBe(404);
    expect(await speaker.end(asked.body.data.transaction_id)).toMatchObject({ status: 'completed' });
    const { prompts: left, messages } = await read(mtn);
    expect(left).toEqual([]);
    expect(messages[0]).toMatchObject({
      phone: mtn,
      kind: 'paid',
      text: 'You have paid UGX 20,000 to Corner Shop. Reason: Invoice 7.',
    });
  });

  it('tells of a refund, a payout and a payment that was declined', async () => {
    const { transaction_id: paid } = (await speaker.collect('256770000001', 30_000)).body.data;
    await speaker.end(paid);
    const refund = await speaker.post(`/wallet/collections/${paid}/refund`, {});
    await speaker.end(refund.body.data.transaction_id);
    await speaker.end((await speaker.send('256770000001', 5_000, { description: 'Prize' })).body.data.transaction_id);
    await speaker.end((await speaker.collect('256770000002', 1_000)).body.data.transaction_id);
    const { messages } = await read('256770000001', '256770000002');
    expect(messages.map(({ kind }: Json) => kind).sort()).toEqual(['not_paid', 'paid', 'received', 'refunded']);
    expect(messages.find(({ kind }: Json) => kind === 'refunded').text).toMatch(/was given back to you by Corner Shop/);
    expect(messages.find(({ kind }: Json) => kind === 'not_paid').text).toMatch(/You declined it/);
  });

  it('begins a collection on the screen, once for each time the form is opened', async () => {
    const before = await world.transactionCount(shop.wallets.test);
    const body = { customer_phone: airtel, amount: 3_000, description: 'Try it' };
    const key = { 'idempotency-key': 'form-1' };
    const first = await developer.post(`/clients/${shop.clientId}/test/collect-payment`, body, key);
    const again = await developer.post(`/clients/${shop.clientId}/test/collect-payment`, body, key);
    expect([first.status, again.text]).toEqual([200, first.text]);
    expect(await world.transactionCount(shop.wallets.test)).toBe(before + 1);
    const { prompts } = await read(airtel);
    expect(prompts).toMatchObject([{ operator: 'Airtel', amount: 3_000 }]);
    await developer.post(`${handset()}/prompts/${prompts[0].id}/decline`, {});
    await waitUntil('the phone tells of it', async () => (await read(airtel)).messages.length === 1);
  });

  it('is another client’s own matter, and is not there in live mode', async () => {
    const other = await world.business('Other Shop');
    const stranger = await world.as(other);
    await stranger.collect(mtn, 9_000);
    expect((await read(mtn)).prompts).toEqual([]);
    const { data: prompts } = (await stranger.get(`/test/prompts?phone=${mtn}`)).body;
    expect((await developer.post(`${handset()}/prompts/${prompts[0].id}/approve`, {})).status).toBe(404);
    expect((await developer.get(`${handset('live')}?phones=${mtn}`)).status).toBe(404);
    expect((await developer.get(`/clients/${other.clientId}/test/handset?phones=${mtn}`)).status).toBe(404);
  });
});
