import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Business, World } from '../journeys/world.ts';
import { type SignedIn, signedIn } from './person.ts';

let world: World;
let shop: Business;
let neighbour: Business;
let owner: SignedIn & { readonly credentials: { readonly email: string } };
const at = (path: string) => `/clients/${shop.clientId}/test${path}`;
const form = () => ({ 'idempotency-key': randomUUID() });

beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Corner Shop', 10_000_000);
  neighbour = await world.business('Neighbour');
  owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
});
afterAll(() => world.close());

describe('money moved by hand', () => {
  it('shows the fee, the recipient’s name and the balance before and after, before anything moves', async () => {
    const preview = await owner.post(at('/send-money/preview'), { recipient_phone: '256770000001', amount: 100_000 });
    expect([preview.status, preview.body.data]).toEqual([
      200,
      {
        operation: 'send_money',
        amount: 100_000,
        fee_amount: 6_000,
        net_amount: 100_000,
        total_deducted: 106_000,
        transfer_type: 'external',
        currency: 'UGX',
        balance_before: 10_000_000,
        balance_after: 9_894_000,
        is_affordable: true,
        requires_approval: false,
        recipient: {
          phone: '256770000001',
          operator: 'MTN',
          registered_name: expect.any(String),
          saved_name: null,
        },
      },
    ]);
    await owner.post(at('/recipients'), { phone: neighbour.phone, name: 'The shop next door' });
    const toNeighbour = await owner.post(at('/send-money/preview'), { recipient_phone: neighbour.phone, amount: 500 });
    expect(toNeighbour.body.data).toMatchObject({
      transfer_type: 'internal',
      balance_after: 9_999_500,
      recipient: { registered_name: 'Neighbour', saved_name: 'The shop next door' },
    });
    const collection = await owner.post(at('/collect-payment/preview'), {
      customer_phone: '256770000001',
      amount: 50_000,
    });
    expect(collection.body.data).toMatchObject({
      fee_amount: 2_500,
      balance_before: 10_000_000,
      balance_after: 10_047_500,
    });
    const power = await owner.get(at('/paying-power'));
    expect(power.body.data).toEqual({ available: 10_000_000, frozen: false });
    expect(await world.transactionCount(shop.wallets.test)).toBe(1);
  });

  it('shows the balance after as unknown where there is too little', async () => {
    const kiosk = await world.business('Kiosk', 5_000);
    const cashier = await signedIn(world, { clients: { [kiosk.clientId]: 'client_finance' } });
    const path = `/clients/${kiosk.clientId}/test/withdraw/mobile/preview`;
    const preview = await cashier.post(path, { phone: '256770000001', amount: 5_000 });
    expect(preview.body.data).toMatchObject({ balance_before: 5_000, balance_after: null, is_affordable: false });
  });

  it.each([
    ['/send-money/preview', { recipient_phone: '0772', amount: 100, description: 'a\u0007' }],
    ['/withdraw/mobile/preview', { phone: '256414000000', amount: 'much', description: 'a\u0007' }],
    ['/collect-payment/preview', { customer_phone: '', amount: 999, description: 'a\u0007', customer_name: 'b\u0007' }],
    ['/collect-payment/preview', { customer_phone: '0772', customer_name: 'b\u0007' }],
  ])('%s names every wrong field of the form at once', async (path, body) => {
    const refused = await owner.post(at(path), body);
    expect(refused.status).toBe(422);
    const wrong = [...Object.keys(body), 'amount'];
    expect(Object.keys(refused.body.errors).sort()).toEqual([...new Set(wrong)].sort());
    // As the route that moves the money would do it.
    const moved = await owner.post(at(path.replace('/preview', '')), body, form());
    expect(moved.body.errors).toEqual(refused.body.errors);
  });

  it('says before it is confirmed that the phone is the wallet’s own', async () => {
    const own = await owner.post(at('/send-money/preview'), { recipient_phone: shop.phone, amount: 20_000 });
    expect(own.body).toMatchObject({ code: 'own_wallet', errors: { recipient_phone: [expect.any(String)] } });
  });

  it('names the owner of the mobile-money account where the money goes there and not to the wallet of that phone', async () => {
    const reached = await owner.post(at('/withdraw/mobile/preview'), { phone: neighbour.phone, amount: 5_000 });
    const name = reached.body.data.recipient.registered_name;
    expect(name).toEqual(expect.any(String));
    expect(name).not.toBe('Neighbour');
    const payer = await owner.post(at('/collect-payment/preview'), { customer_phone: neighbour.phone, amount: 5_000 });
    expect(payer.body.data.recipient.registered_name).toBe(name);
    const made = await owner.post(at('/withdraw/mobile'), { phone: neighbour.phone, amount: 5_000 }, form());
    const { body } = await owner.get(at(`/transactions/${made.body.data.transaction_id}`));
    expect(body.data.transaction.metadata.recipient_name).toBe(name);
  });

  it.each([
    ['/send-money', () => ({ recipient_phone: neighbour.phone, amount: 20_000 })],
    ['/send-money', () => ({ recipient_phone: '256770000001', amount: 20_000, description: 'Wages' })],
    ['/withdraw/mobile', () => ({ phone: '256770000011', amount: 30_000 })],
    ['/collect-payment', () => ({ customer_phone: '256770000003', amount: 40_000, customer_name: 'Nakato' })],
  ])('%s sent twice, and once more at the same moment, moves money once', async (path, body) => {
    const before = await world.transactionCount(shop.wallets.test);
    const headers = form();
    const clicks = await Promise.all([owner.post(at(path), body(), headers), owner.post(at(path), body(), headers)]);
    const first = clicks.find(({ status }) => status === 200);
    for (const other of clicks.filter(({ status }) => status !== 200)) {
      expect(other.body).toMatchObject({ code: 'request_in_progress' });
    }
    const reload = await owner.post(at(path), body(), headers);
    expect(reload.status).toBe(200);
    expect(reload.text).toBe(first?.text);
    expect(reload.headers.get('idempotent-replayed')).toBe('true');
    expect(await world.transactionCount(shop.wallets.test)).toBe(before + 1);
    const other = await owner.post(at(path), { ...body(), amount: 50_000 }, headers);
    const { transaction_id, reference } = first?.body.data ?? {};
    expect(other.body).toMatchObject({ code: 'idempotency_key_reused', data: { transaction_id, reference } });
    expect(other.body.message).toContain(reference);
  });

  it.each([
    ['/send-money', { recipient_phone: '256770000001', amount: 20_000 }, 'send_money_external'],
    ['/withdraw/mobile', { phone: '256770000011', amount: 30_000 }, 'withdrawal'],
    ['/collect-payment', { customer_phone: '256770000004', amount: 40_000 }, 'collection'],
  ])('%s takes the fee that was shown or none, and repeats its answer when fees have changed since', async (...row) => {
    const [path, values, operation] = row;
    const { body: preview } = await owner.post(at(`${path}/preview`), values);
    const shown = { ...values, fee_amount: preview.data.fee_amount };
    const headers = form();
    const paid = await owner.post(at(path), shown, headers);
    expect(paid.status).toBe(200);
    const before = await world.transactionCount(shop.wallets.test);
    await world.terminal.ask(...['fees', 'set', operation, '--client', String(shop.clientId), '--band', 'fixed=77']);
    const refused = await vi.waitUntil(async () => {
      const other = await owner.post(at(path), { ...shown, fee_amount: preview.data.fee_amount + 1 }, form());
      return other.body.message.includes('The fee is now UGX 77, not UGX ') && owner.post(at(path), shown, form());
    }, 60_000);
    expect(refused.body).toMatchObject({ code: 'invalid_request', errors: { fee_amount: [expect.any(String)] } });
    expect((await owner.post(at(path), shown, headers)).text).toBe(paid.text);
    expect(await world.transactionCount(shop.wallets.test)).toBe(before);
  });

  it('gives the answer of a payment that its operator refused at once again, byte for byte', async () => {
    const headers = form();
    const body = { phone: '256770000002', amount: 30_000 };
    const refused = await owner.post(at('/withdraw/mobile'), body, headers);
    const again = await owner.post(at('/withdraw/mobile'), body, headers);
    expect(refused.body).toMatchObject({ code: 'recipient_not_found', data: { status: 'failed' } });
    expect([again.status, again.text]).toEqual([refused.status, refused.text]);
  });

  it('asks for a key, for the right and for another person where the amount is large', async () => {
    const body = { recipient_phone: neighbour.phone, amount: 20_000 };
    expect((await owner.post(at('/send-money'), body)).body).toMatchObject({ code: 'invalid_request' });
    const viewer = await signedIn(world, { clients: { [shop.clientId]: 'client_viewer' } });
    expect((await viewer.post(at('/send-money'), body, form())).status).toBe(403);
    const stranger = await signedIn(world, { clients: { [neighbour.clientId]: 'client_owner' } });
    expect((await stranger.post(at('/send-money'), body, form())).status).toBe(404);
    await world.terminal.ask(
      'client',
      'approval-threshold',
      '--client',
      String(shop.clientId),
      '--mode',
      'test',
      '--amount',
      '1000000',
    );
    const large = { ...body, amount: 1_000_000 };
    expect((await viewer.post(at('/send-money/preview'), large)).status).toBe(403);
    const preview = await owner.post(at('/send-money/preview'), large);
    expect(preview.body.data).toMatchObject({ requires_approval: true });
    const sent = await owner.post(at('/send-money'), large, form());
    expect(sent.body.data).toMatchObject({ requires_approval: true, status: 'pending' });
    const { rows } = await world.database.pool.query('SELECT maker FROM approval WHERE transaction_id = $1', [
      sent.body.data.transaction_id,
    ]);
    expect(rows).toEqual([{ maker: owner.credentials.email }]);
  });
});
