import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClientRole } from '../../src/access/people/rights.ts';
import { beforeLiveMode } from '../database.ts';
import { type Business, type Json, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { type SignedIn, signedIn } from './person.ts';

let world: World;
let shop: Business;
let owner: SignedIn;
let administrator: SignedIn;
beforeAll(async () => {
  world = await World.open({ NSIMBI_ISSUER_NAME: 'Pearl Payments (Uganda) Limited' });
  await beforeLiveMode(world.database);
  shop = await world.business('Corner Shop', 200_000);
  owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
  administrator = await signedIn(world, { platform: 'platform_administrator' });
});
afterAll(() => world.close());

async function settings(mode: 'test' | 'live' = 'test', who = owner): Promise<Json> {
  return (await who.get(`/clients/${shop.clientId}/${mode}/settings`)).body.data;
}

describe('the settings of a business', () => {
  it('are standard ones at first, and say so', async () => {
    const shown = await settings();
    expect(shown).toMatchObject({
      business: { name: 'Corner Shop', legal_name: null, address: null, tin: null },
      operated_by: 'Pearl Payments (Uganda) Limited',
      limits: { frozen: false, per_payment: null, per_day: null, left_today: null, approval_threshold: null },
      withdrawal_numbers: [],
      amounts: { payout: { minimum: 500, maximum: 5_000_000 }, collection: { minimum: 1_000, maximum: 5_000_000 } },
      two_factor_required: false,
      allowed_addresses: 0,
    });
    for (const one of [...shown.fees, ...shown.rate_limits, ...shown.quotas]) expect(one.is_own).toBe(false);
    expect(shown.fees.map(({ operation }: Json) => operation)).toEqual([
      'collection',
      'send_money_internal',
      'send_money_external',
      'withdrawal',
    ]);
    expect(shown.rate_limits).toContainEqual({ name: 'send_money', value: 10, is_own: false });
    expect(shown.quotas).toContainEqual({ name: 'test_keys', value: 50, is_own: false });
  });

  it('are those that staff has set, of the mode that is asked for', async () => {
    const at = `/platform/clients/${shop.clientId}`;
    const set = async (path: string, body: object) =>
      expect((await administrator.put(`${at}${path}`, body)).status).toBe(200);
    await set('/test/limits', { per_transaction: 60_000, per_day: 150_000 });
    await set('/test/approval-threshold', { threshold: 50_000 });
    await set('/test/withdrawal-numbers', { listed_only: true, phones: ['256772000009'] });
    await set('/test/one-collection-per-payer', { on: true });
    await set('/rate-limits', { rate_limits: { send_money: 7 } });
    await set('/quotas', { quotas: { test_keys: 70 } });
    await set('/two-factor', { required: true });
    await set('/details', { legal_name: 'Corner Shop Limited', address: 'Plot 1, Jinja', tin: '1000123456' });
    const program = await world.as(shop);
    const { body } = await program.send('256770000033', 20_000);
    await program.end(body.data.transaction_id);
    // The setting of the second factor is for who works there; the owner has none.
    await set('/two-factor', { required: false });
    const shown = await settings();
    expect(shown).toMatchObject({
      business: { legal_name: 'Corner Shop Limited', address: 'Plot 1, Jinja', tin: '1000123456' },
      limits: {
        per_payment: 60_000,
        per_day: 150_000,
        // 20,000 and 6 %.
        used_today: 21_200,
        left_today: 128_800,
        approval_threshold: 50_000,
        withdraw_listed_only: true,
        one_collection_per_payer: true,
        unique_client_references: false,
      },
      withdrawal_numbers: ['256772000009'],
    });
    expect(shown.rate_limits).toContainEqual({ name: 'send_money', value: 7, is_own: true });
    expect(shown.rate_limits).toContainEqual({ name: 'balance', value: 60, is_own: false });
    expect(shown.quotas).toContainEqual({ name: 'test_keys', value: 70, is_own: true });
    expect((await settings('live')).limits).toMatchObject({ per_payment: null, approval_threshold: null });
  });

  it('can be read by everybody of the business and by staff, and by nobody else', async () => {
    for (const role of ['client_developer', 'client_finance', 'client_viewer'] satisfies ClientRole[]) {
      const person = await signedIn(world, { clients: { [shop.clientId]: role } });
      expect((await settings('test', person)).business.name).toBe('Corner Shop');
    }
    expect((await settings('live', administrator)).business.name).toBe('Corner Shop');
    const other = await world.business('Other Shop');
    const stranger = await signedIn(world, { clients: { [other.clientId]: 'client_owner' } });
    expect((await stranger.get(`/clients/${shop.clientId}/test/settings`)).status).toBe(404);
    expect(
      (await stranger.get(`/clients/${shop.clientId}/test/settings/cost?operation=withdrawal&amount=5000`)).status,
    ).toBe(404);
  });
});

describe('what an amount costs', () => {
  const cost = async (operation: string, amount: number | string) =>
    await owner.get(`/clients/${shop.clientId}/test/settings/cost?operation=${operation}&amount=${amount}`);

  it.each([
    // 5 % are taken off.
    ['collection', 100_000, { fee_amount: 5_000, net_amount: 95_000, total_deducted: 100_000 }],
    ['send_money_internal', 10_000, { fee_amount: 0, net_amount: 10_000, total_deducted: 10_000 }],
    ['send_money_external', 30_000, { fee_amount: 1_800, net_amount: 30_000, total_deducted: 31_800 }],
    ['withdrawal', 50_000, { fee_amount: 1_750, net_amount: 50_000, total_deducted: 51_750 }],
  ])('of a %s of %d is what a payment is charged', async (operation, amount, expected) => {
    expect((await cost(operation, amount)).body.data).toEqual({ amount, ...expected });
  });

  it('follows fees that were agreed with the business, which are then its own', async () => {
    const fees = {
      operation: 'withdrawal',
      client_id: shop.clientId,
      effective_from: null,
      bands: [{ up_to: null, fixed: 700, basis_points: 0, minimum: 0, maximum: null }],
    };
    const set = await administrator.post('/platform/fees', fees, { 'idempotency-key': crypto.randomUUID() });
    expect(set.status, set.text).toBe(200);
    await waitUntil('the new fee counts', async () => (await cost('withdrawal', 50_000)).body.data.fee_amount === 700);
    const { fees: shown } = await settings();
    const own = shown.filter(({ is_own: isOwn }: Json) => isOwn);
    expect(own).toMatchObject([{ operation: 'withdrawal', bands: [{ fixed: 700 }] }]);
  });

  it.each([
    ['withdrawal', '499', 'amount'],
    ['collection', '999', 'amount'],
    ['send_money_external', '5000001', 'amount'],
    ['withdrawal', '1.5', 'amount'],
    ['withdrawal', '', 'amount'],
    ['gift', '5000', 'operation'],
  ])('of a %s of “%s” is refused at its field', async (operation, amount, field) => {
    const { status, body } = await cost(operation, amount);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    // Within the bounds of the operation, or whole shillings at all.
    expect(body.errors[field][0]).toMatch(/500|1,?000|5,?000,?000|whole number|one of/);
  });
});
