import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Receiver } from '../journeys/receiver.ts';
import { type Business, type Json, type Speaker, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { signedIn } from './person.ts';

let world: World;
let shop: Business;
let speaker: Speaker;
let developer: Awaited<ReturnType<typeof signedIn>>;
let receiver: Receiver;
let webhooks: string;
beforeAll(async () => {
  world = await World.open({ NSIMBI_WEBHOOK_RETRY_DELAYS: '50ms,50ms,50ms,50ms,50ms' });
  receiver = await Receiver.open();
  shop = await world.business('Corner Shop', 5_000_000);
  await world.business('Stock and Sons', 0, '256772300100');
  speaker = await world.as(shop);
  developer = await signedIn(world, { clients: { [shop.clientId]: 'client_developer' } });
  webhooks = `/clients/${shop.clientId}/test/webhooks`;
});
afterAll(async () => {
  await receiver.close();
  await world.close();
});
afterEach(() => {
  receiver.status = 200;
});

async function register(path: string): Promise<Json> {
  const { status, body } = await developer.post(webhooks, {
    url: receiver.at(path),
    events: ['transaction.completed'],
  });
  expect(status).toBe(200);
  return body.data;
}

async function pay(): Promise<number> {
  const { status, body } = await speaker.send('256772300100', 1_000);
  expect(status).toBe(200);
  return body.data.transaction_id ?? body.data.id;
}

/** The deliveries of a webhook once they are as `isSo` wants them. */
async function deliveriesOnce(id: number, isSo: (all: Json[]) => boolean, query = ''): Promise<Json[]> {
  return await waitUntil(`the deliveries of webhook ${id} are so`, async () => {
    const { body } = await developer.get(`${webhooks}/${id}/deliveries?limit=100${query}`);
    return isSo(body.data) && body.data;
  });
}

describe('webhooks at a client’s desk', () => {
  it('are made, listed, tested, changed and deleted, each in the audit log with the person', async () => {
    const made = await register('/life');
    expect(made.secret).toMatch(/^whsec_/);
    const tested = await developer.post(`${webhooks}/${made.id}/test`, {});
    expect(tested.body.data).toMatchObject({ delivered: true, response_status: 200, error: null });
    const changed = await developer.put(`${webhooks}/${made.id}`, {
      description: 'Till 7',
      ordered: true,
    });
    expect(changed.body.data).toMatchObject({ description: 'Till 7', ordered: true });
    const listed = (await developer.get(webhooks)).body.data.find((one: Json) => one.id === made.id);
    expect(listed).toMatchObject({ description: 'Till 7', ordered: true, is_active: true, deleted_at: null });
    expect(JSON.stringify(listed)).not.toContain('whsec_');

    expect((await developer.delete(`${webhooks}/${made.id}`)).status).toBe(200);
    expect((await developer.get(webhooks)).body.data.map((one: Json) => one.id)).not.toContain(made.id);
    const deleted = (await developer.get(`${webhooks}?deleted=true`)).body.data;
    expect(deleted.find((one: Json) => one.id === made.id).deleted_at).not.toBeNull();
    const [test] = (await developer.get(`${webhooks}/${made.id}/deliveries`)).body.data;
    const { request } = (await developer.get(`${webhooks}/${made.id}/deliveries/${test.id}`)).body.data;
    expect(request.body).toBe(receiver.to('/life')[0]?.text);

    const { rows } = await world.database.pool.query(
      'SELECT action FROM nsimbi.audit_log WHERE subject = $1 AND actor = $2 ORDER BY audit_log_id',
      [`webhook ${made.id}`, developer.credentials.email],
    );
    expect(rows.map(({ action }) => action)).toEqual(['webhook.created', 'webhook.updated', 'webhook.deleted']);
  });

  it('show a delivery as it went out, byte for byte, with its signature in part', async () => {
    const made = await register('/exact');
    await pay();
    const [received] = await receiver.waitFor('/exact', 1);
    const [delivery] = await deliveriesOnce(made.id, ([one]) => one?.status === 'delivered');
    const { data } = (await developer.get(`${webhooks}/${made.id}/deliveries/${delivery.id}`)).body;
    const { id, reference, type, direction, amount } = JSON.parse(data.request.body).data;
    expect(amount).toBeGreaterThan(0);
    const named = { id, reference, type, direction, amount };
    expect([delivery.transaction, data.transaction]).toEqual([named, named]);
    expect(data.request.body).toBe(received?.text);
    expect(data.request.url).toBe(receiver.at('/exact'));
    const shown = Object.fromEntries(
      data.request.headers.map(({ name, value }: { name: string; value: string }) => [name.toLowerCase(), value]),
    );
    for (const [name, value] of Object.entries(shown)) {
      if (name.includes('signature')) continue;
      expect([name, received?.headers[name]]).toEqual([name, value]);
    }
    const whole = createHmac('sha256', made.secret)
      .update(received?.text ?? '')
      .digest('hex');
    expect(received?.headers['x-service-signature']).toBe(`sha256=${whole}`);
    expect(shown['x-service-signature']).toBe(`sha256=${whole.slice(0, 6)}…${whole.slice(-2)}`);
    expect(JSON.stringify(data)).not.toContain(whole);
    expect(data.attempts).toMatchObject([{ response_status: 200, error: null, response_excerpt: 'Heard.' }]);
  });

  it('that failed are disabled with the reason, enabled again, and send what was missed', async () => {
    const made = await register('/broken');
    receiver.status = 500;
    await pay();
    const disabled = await waitUntil('the webhook is disabled', async () => {
      const { data } = (await developer.get(`${webhooks}/${made.id}`)).body;
      return !data.is_active && data;
    });
    expect(disabled.disabled_reason).toMatch(/500/);
    await pay();
    const [failed] = await deliveriesOnce(made.id, (all) => all.some(({ status }) => status === 'failed'));
    const refused = await developer.post(`${webhooks}/${made.id}/deliveries/redeliver`, { delivery_ids: [failed.id] });
    expect(refused.body.code).toBe('webhook_disabled');

    receiver.status = 200;
    const before = receiver.to('/broken').length;
    const { missed } = (await developer.put(`${webhooks}/${made.id}`, { is_active: true })).body.data;
    expect(missed).toMatchObject({ failed_deliveries: 1, events: 1, is_more: false });
    const sent = await developer.post(`${webhooks}/${made.id}/redeliver`, missed.redeliver);
    expect(sent.body.data).toEqual({ queued: 2, has_more: false, next_from: null });
    await receiver.waitFor('/broken', before + 2);
    await deliveriesOnce(made.id, (all) => all.length === 2 && all.every(({ status }) => status === 'delivered'));
  });

  it('are filtered by status, paged, and chosen deliveries are sent again', async () => {
    const made = await register('/chosen');
    for (let payment = 0; payment < 3; payment += 1) await pay();
    const all = await deliveriesOnce(made.id, (ones) => ones.length === 3 && ones.every((one) => one.delivered_at));
    expect((await developer.get(`${webhooks}/${made.id}/deliveries?status=failed`)).body).toMatchObject({
      data: [],
      pagination: { has_more: false, next_cursor: null },
    });
    const first = (await developer.get(`${webhooks}/${made.id}/deliveries?status=delivered&limit=2`)).body;
    const second = (
      await developer.get(
        `${webhooks}/${made.id}/deliveries?status=delivered&limit=2&cursor=${first.pagination.next_cursor}`,
      )
    ).body;
    expect([...first.data, ...second.data].map(({ id }: Json) => id)).toEqual(all.map(({ id }) => id));
    const ids = all.slice(0, 2).map(({ id }) => id);
    const again = await developer.post(`${webhooks}/${made.id}/deliveries/redeliver`, { delivery_ids: [...ids, 1e9] });
    expect(again.body.data).toMatchObject({ queued: ids, refused: [{ id: 1e9 }] });
    await receiver.waitFor('/chosen', 5);
  });

  it('get a new secret that is shown once and signs beside the old one', async () => {
    const made = await register('/rolled');
    const rolled = (await developer.post(`${webhooks}/${made.id}/roll-secret`, { overlap_seconds: 3600 })).body.data;
    expect(rolled.secret).not.toBe(made.secret);
    const { data } = (await developer.get(`${webhooks}/${made.id}`)).body;
    expect(data.previous_secret_ends_at).toBe(rolled.previous_secret_ends_at);
    expect(data.header_prefix).toBe('X-Service');
    const far = await developer.post(`${webhooks}/${made.id}/roll-secret`, { overlap_seconds: 604_801 });
    expect([far.status, Object.keys(far.body.errors)[0]]).toEqual([422, 'overlap_seconds']);
  });

  it('name the field that is wrong, and are changed by developers of the client alone', async () => {
    const wrong = await developer.post(webhooks, { url: 'ftp://example.com', events: ['transaction.completed'] });
    expect([wrong.status, Object.keys(wrong.body.errors)[0]]).toEqual([422, 'url']);
    const made = await register('/guarded');
    const viewer = await signedIn(world, { clients: { [shop.clientId]: 'client_viewer' } });
    expect((await viewer.get(`${webhooks}/${made.id}`)).status).toBe(200);
    expect((await viewer.post(`${webhooks}/${made.id}/test`, {})).status).toBe(403);
    const other = await world.business('Other Shop');
    const stranger = await signedIn(world, { clients: { [other.clientId]: 'client_owner' } });
    expect((await stranger.get(`${webhooks}/${made.id}`)).status).toBe(404);
    const foreign = `/clients/${other.clientId}/test/webhooks/${made.id}`;
    for (const path of ['', '/deliveries', '/deliveries/1'])
      expect((await stranger.get(foreign + path)).status).toBe(404);
    expect((await stranger.post(`${foreign}/deliveries/redeliver`, { delivery_ids: [1] })).status).toBe(404);
    expect((await developer.get(`/clients/${shop.clientId}/live/webhooks/${made.id}`)).status).toBe(404);
  });
});
