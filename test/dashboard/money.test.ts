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
  it('shows the fee, what the wallet has and the recipient’s name before anything moves', async () => {
    const quote = await owner.get(at('/quote?operation=send_money&amount=100000&recipient_phone=256770000001'));
    expect(quote.body.data).toMatchObject({
      fee_amount: 6_000,
      total_deducted: 106_000,
      transfer_type: 'external',
      available: 10_000_000,
      is_affordable: true,
      requires_approval: false,
    });
    const lookup = await owner.get(at('/lookup?phone=256770000001'));
    expect(lookup.body.data).toMatchObject({ operator: 'MTN', registered_name: expect.any(String), is_wallet: false });
    const ofNeighbour = await owner.get(at(`/lookup?phone=${neighbour.phone}`));
    expect(ofNeighbour.body.data).toMatchObject({ registered_name: 'Neighbour', is_wallet: true });
    const tooSmall = await owner.get(at('/quote?operation=collection&amount=999'));
    expect(tooSmall.body).toMatchObject({ code: 'amount_too_small', errors: { amount: [expect.any(String)] } });
    expect(await world.transactionCount(shop.wallets.test)).toBe(1);
  });

  it('names the owner of the mobile-money account where the money goes there and not to the wallet of that phone', async () => {
    const reached = await owner.get(at(`/lookup?phone=${neighbour.phone}&operation=withdrawal`));
    expect(reached.body.data).toMatchObject({ registered_name: expect.any(String) });
    expect(reached.body.data.registered_name).not.toBe('Neighbour');
    const payer = await owner.get(at(`/lookup?phone=${neighbour.phone}&operation=collection`));
    expect(payer.body.data.registered_name).toBe(reached.body.data.registered_name);
    const made = await owner.post(at('/withdraw/mobile'), { phone: neighbour.phone, amount: 5_000 }, form());
    const { body } = await owner.get(at(`/transactions/${made.body.data.transaction_id}`));
    expect(body.data.transaction.metadata.recipient_name).toBe(reached.body.data.registered_name);
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
    const { body: quote } = await owner.get(
      at(`/quote?operation=${operation.replace('_external', '')}&amount=${values.amount}`),
    );
    const shown = { ...values, fee_amount: quote.data.fee_amount };
    const headers = form();
    const paid = await owner.post(at(path), shown, headers);
    expect(paid.status).toBe(200);
    const before = await world.transactionCount(shop.wallets.test);
    await world.terminal.ask(...['fees', 'set', operation, '--client', String(shop.clientId), '--band', 'fixed=77']);
    const refused = await vi.waitUntil(async () => {
      const other = await owner.post(at(path), { ...shown, fee_amount: quote.data.fee_amount + 1 }, form());
      return other.body.message.includes('The fee is now 77 shillings') && owner.post(at(path), shown, form());
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
    const quote = await owner.get(at(`/quote?operation=send_money&amount=1000000&recipient_phone=${neighbour.phone}`));
    expect(quote.body.data).toMatchObject({ requires_approval: true });
    const sent = await owner.post(at('/send-money'), { ...body, amount: 1_000_000 }, form());
    expect(sent.body.data).toMatchObject({ requires_approval: true, status: 'pending' });
    const { rows } = await world.database.pool.query('SELECT maker FROM approval WHERE transaction_id = $1', [
      sent.body.data.transaction_id,
    ]);
    expect(rows).toEqual([{ maker: owner.credentials.email }]);
  });
});
