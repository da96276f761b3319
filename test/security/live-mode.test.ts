import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTerminal } from '../cli/terminal.ts';
import { giveApp, type Person, signedIn } from '../dashboard/person.ts';
import { createTestDatabase, enableLiveMode } from '../database.ts';
import { type Answer, type Business, World } from '../journeys/world.ts';

/** A service at its beginning, which nobody has enabled for live money, and a rehearsal. */

describe('before live mode', () => {
  let world: World;
  let shop: Business;
  let first: Person;
  let owner: Person;

  beforeAll(async () => {
    world = await World.open({ NSIMBI_REHEARSAL: 'off' });
    shop = await world.business('Shop', 500_000);
    first = await signedIn(world, { platform: 'platform_administrator' });
    owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
  });
  afterAll(() => world.close());

  const mode = (answer: Answer) => [answer.status, answer.body.code];
  const refused = [403, 'live_mode_not_enabled'];

  test('no live key is made and no live money moves, and test money does', async () => {
    const key = { name: 'Shop', permissions: ['wallet:read'] };
    expect(mode(await owner.post(`/clients/${shop.clientId}/live/keys`, key))).toEqual(refused);
    expect((await owner.post(`/clients/${shop.clientId}/test/keys`, key)).status).toBe(200);
    const payment = { recipient_phone: '256772999999', amount: 1_000 };
    const form = { 'idempotency-key': 'form-1' };
    expect(mode(await owner.post(`/clients/${shop.clientId}/live/send-money`, payment, form))).toEqual(refused);
    const topUp = { type: 'deposit', direction: 'in', amount: 5, reason: 'Slip', external_reference: 'S-1' };
    const at = `/platform/clients/${shop.clientId}/live/adjustments`;
    expect(mode(await first.post(at, topUp, form))).toEqual(refused);
    const wallet = ['--client', String(shop.clientId), '--mode', 'live'];
    const terminal = openTerminal(world.database, { NSIMBI_REHEARSAL: 'off' });
    for (const words of [
      ['key', 'create', ...wallet, '--permissions', 'all'],
      ['wallet', 'fund', ...wallet, '--amount', '5', '--external-reference', 'S-1'],
    ]) {
      const { exitCode, errors } = await terminal.run(...words);
      expect([exitCode, errors]).toEqual([1, [expect.stringContaining('Live mode is not enabled yet')]]);
    }
    terminal.close();
    const { rows } = await world.database.pool.query("SELECT FROM api_key WHERE mode = 'live'");
    expect(rows).toEqual([]);
  });

  test('two administrators with second factors enable it, once, and then one person sets up nothing alone', async () => {
    const invite = (name: string) =>
      first.post('/platform/people', { email: `${name}@example.ug`, name, role: 'platform_support' });
    expect((await invite('early')).status).toBe(200);
    const second = await signedIn(world, { platform: 'platform_administrator' });
    const support = await signedIn(world, { platform: 'platform_support' });
    const proposed = (await first.post('/platform/live-mode', {})).body.data;
    const approve = (person: Person) =>
      person.post(`/platform/proposals/${proposed.id}/approve`, { digest: proposed.digest });
    expect((await approve(first)).body.code).toBe('approver_is_maker');
    expect((await approve(support)).status).toBe(403);
    // The pair is founded on second factors: neither has one.
    expect((await approve(second)).body).toMatchObject({ code: 'second_person_required' });
    const { pool } = world.database;
    const ids = [first.credentials.personId, second.credentials.personId];
    await giveApp(world, second.credentials.personId);
    expect((await approve(second)).body).toMatchObject({ code: 'second_person_required' });
    await giveApp(world, first.credentials.personId);
    // Without a mail server the first has seen the link of the second: enabling is what makes them two.
    await pool.query(
      `INSERT INTO person_tie (person_id, tied_to, kind, at) VALUES ($1, $2, 'link_seen', now()), ($1, $2, 'invited', now())`,
      [ids[1], first.credentials.email],
    );
    expect((await approve(second)).body.data).toMatchObject({ status: 'made' });
    expect((await second.get('/service-state')).body.data).toMatchObject({ is_live_enabled: true });
    expect((await first.post('/platform/live-mode', {})).body.code).toBe('not_pending');
    const late = await invite('late');
    expect([late.status, late.body.data.proposal]).toEqual([202, expect.any(Number)]);
    const { digest } = (await second.get(`/platform/proposals/${late.body.data.proposal}`)).body.data;
    const approved = await second.post(`/platform/proposals/${late.body.data.proposal}/approve`, { digest });
    expect(approved.body.data).toMatchObject({ status: 'made' });
    expect(
      (await owner.post(`/clients/${shop.clientId}/live/keys`, { name: 'Shop', permissions: ['wallet:read'] })).status,
    ).toBe(200);
  });
});

describe('a rehearsal', () => {
  test('lets one person do everything, and ends when live mode is enabled', async () => {
    const world = await World.open();
    const shop = await world.business('Shop');
    const one = await signedIn(world, {
      platform: 'platform_administrator',
      clients: { [shop.clientId]: 'client_owner' },
    });
    expect((await one.get('/service-state')).body.data).toMatchObject({ is_rehearsal: true });
    const topUp = {
      type: 'deposit',
      direction: 'in',
      amount: 900_000,
      reason: 'Slip',
      external_reference: 'S-1',
      at_once: true,
    };
    const at = `/platform/clients/${shop.clientId}/live`;
    expect((await one.post(`${at}/adjustments`, topUp, { 'idempotency-key': 'form-1' })).body.data.status).toBe(
      'booked',
    );
    expect((await one.put(`${at}/approval-threshold`, { threshold: 1_000 })).body.data.proposal).toBeNull();
    const partner = await world.business('Partner');
    const payment = { recipient_phone: partner.phone, amount: 5_000 };
    const sent = await one.post(`/clients/${shop.clientId}/live/send-money`, payment, { 'idempotency-key': 'form-2' });
    expect(sent.body.data).toMatchObject({ status: 'pending' });
    const approvals = `/clients/${shop.clientId}/live/approvals`;
    const [waiting] = (await one.get(approvals)).body.data;
    expect(waiting).toMatchObject({ may_approve: true });
    const approved = await one.post(`${approvals}/${waiting.transaction_id}/approve`, { shown: waiting.shown });
    expect(approved.body.data).toMatchObject({ status: 'completed' });
    expect((await one.post('/platform/live-mode', {})).body.code).toBe('invalid_request');
    await enableLiveMode(world.database);
    expect((await one.get('/service-state')).body.data).toMatchObject({ is_rehearsal: false });
    expect((await one.put(`${at}/approval-threshold`, { threshold: 2_000 })).status).toBe(202);
    await world.close();
  });

  test('does not start on a database with live mode', async () => {
    const database = await createTestDatabase();
    await enableLiveMode(database);
    await expect(World.open({}, database)).rejects.toThrow(/a rehearsal needs a database of its own/);
    await database.drop();
  });
});
