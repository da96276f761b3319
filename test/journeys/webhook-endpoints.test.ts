import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rollApiKey } from '../../src/access/api-keys.ts';
import { serviceActor } from '../../src/access/audit-log.ts';
import { type Permission, permissions } from '../../src/access/principal.ts';
import { eventNames } from '../../src/ledger/event-names.ts';
import { auditFindings } from '../ledger/fixtures.ts';
import { freePort } from '../service/free-port.ts';
import { waitUntil } from '../service/wait-until.ts';
import { type Received, Receiver } from './receiver.ts';
import { type Answer, aMoment, anInteger, type Business, type Json, Speaker, World } from './world.ts';

let world: World;
let receiver: Receiver;
let shop: Business;
let seller: Speaker;
let friend: Business;

const far = 'https://hooks.invalid/nsimbi';
const aSecret: unknown = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/);

beforeAll(async () => {
  world = await World.open({ NSIMBI_WEBHOOK_RETRY_DELAYS: '50ms,50ms,50ms,50ms,50ms' });
  receiver = await Receiver.open();
  shop = await world.business('Hooked Shop', 5_000_000);
  seller = await world.as(shop);
  friend = await world.business('Friend', 1_000_000);
});
afterAll(async () => {
  await receiver.close();
  await world.close();
});

const codeOf = ({ status, body }: Answer) => [status, body.code];

/** A new business without webhooks, and a speaker for it. */
async function newcomer(name: string, balance = 1_000_000): Promise<{ business: Business; speaker: Speaker }> {
  const business = await world.business(name, balance);
  return { business, speaker: await world.as(business) };
}

async function create(speaker: Speaker, body: object): Promise<Json> {
  const answer = await speaker.post('/webhooks', { url: far, events: ['transaction.completed'], ...body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

/** Switches a webhook off as its owner does. */
async function disable(speaker: Speaker, id: number): Promise<void> {
  expect((await speaker.put(`/webhooks/${id}`, { is_active: false })).status).toBe(200);
}

async function hasWebhooks(walletId: number): Promise<boolean> {
  const { rows } = await world.database.pool.query<{ has_webhooks: boolean }>(
    'SELECT has_webhooks FROM wallet WHERE wallet_id = $1',
    [walletId],
  );
  return rows[0]?.has_webhooks === true;
}

async function webhookCount(walletId: number): Promise<number> {
  const { rows } = await world.database.pool.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM webhook WHERE wallet_id = $1 AND deleted_at IS NULL',
    [walletId],
  );
  return rows[0]?.count ?? 0;
}

const hmac = (secret: string, text: string) => `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;

describe('interface "Endpoints"', () => {
  test('POST /api/v1/webhooks: url, events, api_key_id, description → exactly id, url, events, secret, is_active, created_at', async () => {
    const { apiKeyId } = await world.key(shop);
    const asked = {
      url: receiver.at('/created'),
      events: ['send_money.failed', 'transaction.completed'],
      api_key_id: apiKeyId,
      description: 'Ledger of the shop, Ibibazo by’abaguzi 🙂',
    };
    const { status, body } = await seller.post('/webhooks', asked);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: expect.any(String),
      data: {
        id: anInteger,
        url: asked.url,
        events: asked.events,
        secret: aSecret,
        is_active: true,
        created_at: aMoment,
      },
    });
    const { data } = (await seller.get(`/webhooks/${body.data.id}`)).body;
    expect(data).toMatchObject({ api_key_id: apiKeyId, description: asked.description });
  });

  test('GET /api/v1/webhooks: a list of webhooks, newest first, without their secrets', async () => {
    const { speaker } = await newcomer('Lister');
    expect((await speaker.get('/webhooks')).body.data).toEqual([]);
    const [first, second] = [await create(speaker, {}), await create(speaker, { description: 'Second' })];
    const { status, text, body } = await speaker.get('/webhooks');
    expect(status).toBe(200);
    expect(body.data.map(({ id }: Json) => id)).toEqual([second.id, first.id]);
    expect(body.data[0]).toEqual({
      id: second.id,
      url: far,
      events: ['transaction.completed'],
      api_key_id: null,
      description: 'Second',
      honor_hints: false,
      ordered: false,
      is_active: true,
      disabled_at: null,
      disabled_reason: null,
      created_at: aMoment,
      updated_at: aMoment,
    });
    expect(text).not.toContain('whsec_');
  });

  test('GET /api/v1/webhooks/{id}: one webhook, with a trailing slash and a content type too', async () => {
    const { id } = await create(seller, { honor_hints: true, ordered: true });
    for (const answer of [
      await seller.get(`/webhooks/${id}`),
      await seller.get(`/webhooks/${id}/`),
      await seller.bare('GET', `/webhooks/${id}`),
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.body.data).toMatchObject({ id, url: far, honor_hints: true, ordered: true });
      expect(answer.text).not.toContain('whsec_');
    }
    await seller.bare('DELETE', `/webhooks/${id}`);
  });

  test('PUT /api/v1/webhooks/{id}: the updated webhook; what is left out stays', async () => {
    const { apiKeyId } = await world.key(shop);
    const { id } = await create(seller, { description: 'Before', api_key_id: apiKeyId });
    const before = (await seller.get(`/webhooks/${id}`)).body.data;
    const one = await seller.put(`/webhooks/${id}`, { description: 'After' });
    expect(one.status).toBe(200);
    expect(one.body.data).toEqual({ ...before, description: 'After', updated_at: aMoment });
    expect(Date.parse(one.body.data.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
    const all = {
      url: receiver.at('/moved'),
      events: ['wallet.credited'],
      honor_hints: true,
      ordered: true,
      is_active: false,
    };
    const { data } = (await seller.put(`/webhooks/${id}`, { ...all, description: '', api_key_id: 0 })).body;
    expect(data).toMatchObject({
      ...all,
      description: null,
      api_key_id: null,
      disabled_at: aMoment,
      disabled_reason: 'Disabled by its owner.',
    });
    expect((await seller.get(`/webhooks/${id}`)).body.data).toEqual(data);
    // As a client does that sends back what it read: nothing changes, not even updated_at.
    expect((await seller.put(`/webhooks/${id}`, data)).body.data).toEqual(data);
    expect((await seller.put(`/webhooks/${id}`, {})).body.data).toEqual(data);
    await seller.bare('DELETE', `/webhooks/${id}`);
  });

  test('PUT /api/v1/webhooks/{id}: null leaves a field as it is, and never widens a webhook to the events of all keys', async () => {
    const { apiKeyId } = await world.key(shop);
    const { id } = await create(seller, { description: 'Till 3', api_key_id: apiKeyId });
    const before = (await seller.get(`/webhooks/${id}`)).body.data;
    const nothing = {
      url: null,
      events: null,
      description: null,
      api_key_id: null,
      honor_hints: null,
      ordered: null,
      is_active: null,
    };
    expect((await seller.put(`/webhooks/${id}`, nothing)).body.data).toEqual(before);
    await seller.bare('DELETE', `/webhooks/${id}`);
  });

  test('an address and a key that are both not allowed are named in one answer', async () => {
    const wrong = { url: 'https://10.0.0.1/hooks', events: ['wallet.credited'], api_key_id: 999_999 };
    const created = await seller.post('/webhooks', wrong);
    expect(codeOf(created)).toEqual([422, 'invalid_request']);
    expect(Object.keys(created.body.errors)).toEqual(['url', 'api_key_id']);
    const { id } = await create(seller, {});
    const changed = await seller.put(`/webhooks/${id}`, wrong);
    expect(Object.keys(changed.body.errors)).toEqual(['url', 'api_key_id']);
    const wrongForm = { ...wrong, events: ['nothing.happened'], honor_hints: 'yes' };
    for (const answer of [await seller.post('/webhooks', wrongForm), await seller.put(`/webhooks/${id}`, wrongForm)]) {
      expect(codeOf(answer)).toEqual([422, 'invalid_request']);
      expect(Object.keys(answer.body.errors).sort()).toEqual(['api_key_id', 'events', 'honor_hints', 'url']);
      expect(answer.body.errors.url).toEqual(created.body.errors.url);
    }
    expect((await seller.put('/webhooks/0', wrongForm)).status).toBe(404);
    await seller.bare('DELETE', `/webhooks/${id}`);
  });

  test('DELETE /api/v1/webhooks/{id}: { id, deleted: true }, and then it is not there', async () => {
    const { speaker, business } = await newcomer('Deleter');
    const { id } = await create(speaker, {});
    const { status, body } = await speaker.bare('DELETE', `/webhooks/${id}`);
    expect(status).toBe(200);
    expect(body.data).toEqual({ id, deleted: true });
    expect((await speaker.get('/webhooks')).body.data).toEqual([]);
    for (const answer of await askEverything(speaker, id)) expect(codeOf(answer)).toEqual([404, 'not_found']);
    const { rows } = await world.database.pool.query('SELECT is_active FROM webhook WHERE wallet_id = $1', [
      business.wallets.test,
    ]);
    expect(rows, 'kept, so that its deliveries stay readable').toEqual([{ is_active: false }]);
  });

  test('POST /api/v1/webhooks/{id}/test: sends one event now and tells the answer', async () => {
    const { id, secret } = await create(seller, { url: receiver.at('/tested'), events: ['deposit.failed'] });
    const { status, body } = await seller.bare('POST', `/webhooks/${id}/test`);
    expect(status).toBe(200);
    expect(body.success).toBe(true);
    expect(body.data).toEqual({
      delivery_id: anInteger,
      event_id: expect.stringMatching(/^evt_/),
      delivered: true,
      response_status: 200,
      duration_ms: anInteger,
      error: null,
    });
    const [sent, ...others] = receiver.to('/tested');
    expect(others).toEqual([]);
    expect(sent?.body).toMatchObject({
      id: body.data.event_id,
      type: 'transaction.completed',
      data: {
        id: 0,
        reference: expect.stringMatching(/^TEST_\d{10}_0$/),
        amount: 0,
        fee_amount: 0,
        net_amount: 0,
        metadata: { test: true },
      },
    });
    expect(sent?.headers).toMatchObject({
      'x-service-delivery': String(body.data.delivery_id),
      'x-service-signature': hmac(secret, sent?.text ?? ''),
    });
  });

  test('"HTTP 200 and success: true whether or not the receiver liked it; never retried, never disables"', async () => {
    const { id } = await create(seller, { url: receiver.at('/disliked') });
    const nobody = await create(seller, { url: `http://127.0.0.1:${await freePort()}/` });
    receiver.status = 500;
    const disliked = await seller.bare('POST', `/webhooks/${id}/test`);
    receiver.status = 200;
    expect(disliked.status).toBe(200);
    expect(disliked.body).toMatchObject({ success: true, data: { delivered: false, response_status: 500 } });
    expect(disliked.body.data.error).toContain('500');
    const unheard = await seller.bare('POST', `/webhooks/${nobody.id}/test`);
    expect(unheard.status).toBe(200);
    expect(unheard.body).toMatchObject({ success: true, data: { delivered: false, response_status: null } });
    expect(unheard.body.data.error).toEqual(expect.any(String));
    const [recorded] = (await seller.get(`/webhooks/${id}/deliveries`)).body.data;
    expect(recorded).toMatchObject({
      id: disliked.body.data.delivery_id,
      event_id: disliked.body.data.event_id,
      status: 'failed',
      attempts: [{ response_status: 500 }],
      next_attempt_at: null,
    });
    expect((await seller.get(`/webhooks/${id}`)).body.data.is_active).toBe(true);
    expect(receiver.to('/disliked')).toHaveLength(1);
    const again = await seller.bare('POST', `/webhooks/${id}/deliveries/${recorded.id}/redeliver`);
    expect(codeOf(again)).toEqual([422, 'invalid_request']);
  });

  test('POST …/test waits for a slow receiver, longer than for a database, and a disabled webhook can be tested', async () => {
    const { id } = await create(seller, { url: receiver.at('/slow') });
    await disable(seller, id);
    receiver.delayMs = 6_000;
    const { status, body } = await seller.bare('POST', `/webhooks/${id}/test`);
    receiver.delayMs = 0;
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ delivered: true, response_status: 200 });
    expect(body.data.duration_ms).toBeGreaterThanOrEqual(5_900);
  });

  test('GET /api/v1/webhooks/{id}/deliveries: a list of deliveries, newest first, by pages', async () => {
    const { speaker, business } = await newcomer('Delivered To');
    const path = '/listed';
    const { id } = await create(speaker, { url: receiver.at(path), events: ['transaction.created', 'wallet.debited'] });
    const { body } = await speaker.send(friend.phone, 1_000);
    await receiver.waitFor(path, 2);
    const deliveries = await allDelivered(speaker, id, 2);
    expect(deliveries).toEqual(
      ['wallet.debited', 'transaction.created'].map((eventType) => ({
        id: anInteger,
        event_id: expect.stringMatching(/^evt_/),
        event_type: eventType,
        status: 'delivered',
        attempts: [
          { at: aMoment, response_status: 200, duration_ms: anInteger, error: null, response_excerpt: 'Heard.' },
        ],
        next_attempt_at: null,
        waiting_for: null,
        created_at: aMoment,
        delivered_at: aMoment,
      })),
    );
    const events = (await speaker.events()).filter(({ data }) => data.id === body.data.transaction_id);
    expect(deliveries.map(({ event_id: eventId }) => eventId)).toEqual([events[1].id, events[0].id]);
    const first = (await speaker.get(`/webhooks/${id}/deliveries?limit=1`)).body;
    expect(first).toMatchObject({ data: [deliveries[0]], pagination: { has_more: true } });
    const cursor = first.pagination.next_cursor;
    const second = (await speaker.get(`/webhooks/${id}/deliveries?limit=1&cursor=${cursor}`)).body;
    expect(second).toMatchObject({ data: [deliveries[1]], pagination: { next_cursor: null, has_more: false } });
    expect(await auditFindings(world.database.pool)).toEqual([]);
    expect(await hasWebhooks(business.wallets.test)).toBe(true);
  });
});

/** The deliveries of a webhook, once `count` of them were delivered. */
async function allDelivered(speaker: Speaker, id: number, count: number): Promise<Json[]> {
  return await waitUntil(`${count} deliveries of webhook ${id} are recorded`, async () => {
    const { data } = (await speaker.get(`/webhooks/${id}/deliveries`)).body;
    return data.filter(({ status }: Json) => status === 'delivered').length === count && data;
  });
}

/** Everything that can be asked of one webhook. */
async function askEverything(speaker: Speaker, id: number | string): Promise<Answer[]> {
  return [
    await speaker.get(`/webhooks/${id}`),
    await speaker.put(`/webhooks/${id}`, { is_active: true }),
    await speaker.bare('POST', `/webhooks/${id}/test`),
    await speaker.get(`/webhooks/${id}/deliveries`),
    await speaker.bare('POST', `/webhooks/${id}/deliveries/1/redeliver`),
    await speaker.post(`/webhooks/${id}/redeliver`, { from: '2026-01-01' }),
    await speaker.bare('POST', `/webhooks/${id}/roll-secret`),
    await speaker.bare('DELETE', `/webhooks/${id}`),
  ];
}

describe('interface-decisions 7, "Create"', () => {
  const wrong: readonly [what: string, field: string, body: object | string][] = [
    ['no url', 'url', { events: ['transaction.completed'] }],
    ['a url that is a number', 'url', { url: 5, events: ['transaction.completed'] }],
    ['no URL', 'url', { url: 'hooks', events: ['transaction.completed'] }],
    ['another scheme', 'url', { url: 'ftp://example.com/', events: ['transaction.completed'] }],
    ['2,049 characters', 'url', { url: `${far}/${'x'.repeat(2049 - far.length - 1)}`, events: ['wallet.credited'] }],
    ['credentials', 'url', { url: 'https://me:pass@example.com/', events: ['transaction.completed'] }],
    ['a fragment', 'url', { url: `${far}#part`, events: ['transaction.completed'] }],
    ['a private address', 'url', { url: 'https://10.0.0.7/', events: ['transaction.completed'] }],
    ['a link-local address', 'url', { url: 'http://169.254.169.254/', events: ['transaction.completed'] }],
    ['no events', 'events', { url: far }],
    ['an empty list', 'events', { url: far, events: [] }],
    ['an unknown event', 'events', { url: far, events: ['transaction.completed', 'payout.completed'] }],
    ['an event twice', 'events', { url: far, events: ['wallet.credited', 'wallet.credited'] }],
    ['events as text', 'events', { url: far, events: 'wallet.credited' }],
    ['a key that does not exist', 'api_key_id', { url: far, events: ['wallet.credited'], api_key_id: 999_999 }],
    ['a key as text', 'api_key_id', { url: far, events: ['wallet.credited'], api_key_id: '1' }],
    ['256 characters', 'description', { url: far, events: ['wallet.credited'], description: 'x'.repeat(256) }],
    ['a control character', 'description', { url: far, events: ['wallet.credited'], description: 'a\u0000b' }],
    ['a hint as text', 'honor_hints', { url: far, events: ['wallet.credited'], honor_hints: 'yes' }],
    ['an order as text', 'ordered', { url: far, events: ['wallet.credited'], ordered: 'yes' }],
    ['a list in place of an object', 'body', [far]],
  ];
  test.each(wrong)('%s: 422 names %s, in creation and in an update, and nothing is stored', async (_, field, body) => {
    const count = await webhookCount(shop.wallets.test);
    const answer = await seller.post('/webhooks', Object(body));
    expect(codeOf(answer)).toEqual([422, 'invalid_request']);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
    expect(answer.body.message).toContain(field);
    expect(await webhookCount(shop.wallets.test)).toBe(count);
    if (!(field in Object(body)) && field !== 'body') return;
    const { id } = await create(seller, {});
    const before = (await seller.get(`/webhooks/${id}`)).body.data;
    const update = await seller.put(`/webhooks/${id}`, Object(body));
    expect(codeOf(update)).toEqual([422, 'invalid_request']);
    expect(Object.keys(update.body.errors)).toEqual([field]);
    expect((await seller.get(`/webhooks/${id}`)).body.data).toEqual(before);
    await seller.bare('DELETE', `/webhooks/${id}`);
  });

  test('several wrong fields are named together', async () => {
    const answer = await seller.post('/webhooks', { url: 7, events: [] });
    expect(Object.keys(answer.body.errors).toSorted()).toEqual(['events', 'url']);
  });

  test('all twelve names are taken, in the order given', async () => {
    const { id, events } = await create(seller, { events: [...eventNames].reverse() });
    expect(events).toEqual([...eventNames].reverse());
    await seller.bare('DELETE', `/webhooks/${id}`);
  });

  test('"`http`, and loopback hosts at all, are allowed only in test mode"', async () => {
    const live = await world.as(shop, { mode: 'live' });
    for (const url of ['http://example.com/', 'https://127.0.0.1/', 'https://localhost/', 'https://[::1]/']) {
      const answer = await live.post('/webhooks', { url, events: ['wallet.credited'] });
      expect([url, ...codeOf(answer)]).toEqual([url, 422, 'invalid_request']);
    }
    for (const url of ['http://127.0.0.1:3000/', 'https://localhost/', 'http://[::1]/']) {
      const { id } = await create(seller, { url });
      await seller.bare('DELETE', `/webhooks/${id}`);
    }
    expect(await webhookCount(shop.wallets.live)).toBe(0);
  });

  test('ports of services that do not speak HTTP are refused in both modes, also in an update', async () => {
    const live = await world.as(shop, { mode: 'live' });
    for (const [speaker, url] of [
      [seller, 'http://127.0.0.1:5432/'],
      [live, 'https://example.com:25/'],
    ] as const) {
      const answer = await speaker.post('/webhooks', { url, events: ['wallet.credited'] });
      expect([url, ...codeOf(answer)]).toEqual([url, 422, 'invalid_request']);
      expect(answer.body.errors.url).toEqual([expect.stringContaining('use a port for HTTPS')]);
    }
    const { id } = await create(seller, { url: 'http://127.0.0.1:3000/' });
    const answer = await seller.put(`/webhooks/${id}`, { url: 'http://127.0.0.1:6379/' });
    expect(codeOf(answer)).toEqual([422, 'invalid_request']);
    await seller.bare('DELETE', `/webhooks/${id}`);
  });

  test('"`api_key_id` must be a key of the same client and mode"', async () => {
    const foreign = [await world.key(friend), await world.key(shop, { mode: 'live' })];
    for (const { apiKeyId } of foreign) {
      const answer = await seller.post('/webhooks', { url: far, events: ['wallet.credited'], api_key_id: apiKeyId });
      expect(codeOf(answer)).toEqual([422, 'invalid_request']);
      expect(Object.keys(answer.body.errors)).toEqual(['api_key_id']);
      expect(answer.body.message).not.toContain(String(apiKeyId));
    }
  });

  test('"At most 20 webhooks per client and mode", also when many come at once', async () => {
    const { business, speaker } = await newcomer('Collector');
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => speaker.post('/webhooks', { url: far, events: ['wallet.credited'] })),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(codeOf)).toEqual(Array.from({ length: 4 }, () => [422, 'limit_exceeded']));
    expect(Object.keys(refused[0]?.body.errors)).toEqual(['url']);
    expect(await webhookCount(business.wallets.test)).toBe(20);
    const live = await world.as(business, { mode: 'live' });
    await create(live, {});
    const [{ id }] = (await speaker.get('/webhooks')).body.data;
    await speaker.bare('DELETE', `/webhooks/${id}`);
    await create(speaker, {});
    expect(codeOf(await speaker.post('/webhooks', { url: far, events: ['wallet.credited'] }))).toEqual([
      422,
      'limit_exceeded',
    ]);
  });

  test('"The secret is … encrypted at rest"', async () => {
    const { id, secret } = await create(seller, {});
    const { rows } = await world.database.pool.query<{ row: string }>(
      'SELECT webhook::text AS row FROM webhook WHERE webhook_id = $1',
      [id],
    );
    for (const form of [
      secret,
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret.slice(6), 'base64').toString('hex'),
    ])
      expect(rows[0]?.row).not.toContain(form);
    await seller.bare('DELETE', `/webhooks/${id}`);
  });
});

describe('interface-decisions 7, "PUT is partial"', () => {
  test('"Setting `is_active: true` re-enables", and the answer says what was missed and sends it', async () => {
    const { speaker } = await newcomer('Out For Lunch');
    const path = '/lunch';
    const { id } = await create(speaker, { url: receiver.at(path), events: ['send_money.completed'] });
    await disable(speaker, id);
    const { disabled_at: disabledAt } = (await speaker.get(`/webhooks/${id}`)).body.data;
    await speaker.send(friend.phone, 1_000);
    await speaker.send(friend.phone, 2_000);
    const { missed, ...webhook } = (await speaker.put(`/webhooks/${id}`, { is_active: true })).body.data;
    expect(webhook).toMatchObject({ is_active: true, disabled_at: null, disabled_reason: null });
    expect(missed).toEqual({
      failed_deliveries: 0,
      cancelled_deliveries: 0,
      events: 2,
      is_more: false,
      redeliver: { from: aMoment, to: aMoment },
    });
    expect(Date.parse(missed.redeliver.from)).toBeGreaterThanOrEqual(Date.parse(disabledAt));
    expect(receiver.to(path)).toEqual([]);
    const { body } = await speaker.post(`/webhooks/${id}/redeliver`, missed.redeliver);
    expect(body.data).toEqual({ queued: 2, has_more: false, next_from: null });
    await receiver.waitFor(path, 2);
    await allDelivered(speaker, id, 2);
    const again = await speaker.post(`/webhooks/${id}/redeliver`, missed.redeliver);
    expect(again.body.data, 'what was delivered is not sent again').toEqual({
      queued: 0,
      has_more: false,
      next_from: null,
    });
    expect((await speaker.put(`/webhooks/${id}`, { is_active: true })).body.data).not.toHaveProperty('missed');
  });

  test('re-enabled with nothing missed, there is nothing to redeliver', async () => {
    const { speaker } = await newcomer('Quiet');
    const { id } = await create(speaker, {});
    await disable(speaker, id);
    const { missed } = (await speaker.put(`/webhooks/${id}`, { is_active: true })).body.data;
    expect(missed).toEqual({
      failed_deliveries: 0,
      cancelled_deliveries: 0,
      events: 0,
      is_more: false,
      redeliver: null,
    });
  });

  test('five failed retries disable it; repaired and enabled again, it hears all that failed, was cancelled or missed', async () => {
    const { business, speaker } = await newcomer('Broken Receiver');
    const path = '/broken';
    const { id } = await create(speaker, { url: receiver.at(path), events: ['wallet.debited'] });
    receiver.status = 500;
    await speaker.send(friend.phone, 1_000);
    await waitUntil(`webhook ${id} is disabled`, async () => {
      return (await speaker.get(`/webhooks/${id}`)).body.data.is_active === false;
    });
    expect(receiver.to(path)).toHaveLength(6);
    expect(await hasWebhooks(business.wallets.test)).toBe(false);
    receiver.status = 200;
    await speaker.send(friend.phone, 2_000);
    const { missed } = (await speaker.put(`/webhooks/${id}`, { is_active: true })).body.data;
    expect(missed).toMatchObject({ failed_deliveries: 1, cancelled_deliveries: 0, events: 1 });
    const { body } = await speaker.post(`/webhooks/${id}/redeliver`, missed.redeliver);
    expect(body.data.queued).toBe(2);
    await allDelivered(speaker, id, 2);
    expect(new Set(receiver.to(path).map(({ body: event }) => event.id)).size).toBe(2);
    expect(receiver.to(path)).toHaveLength(8);
  });

  test('disabled, it hears nothing and nothing can be redelivered', async () => {
    const { speaker, business } = await newcomer('Switched Off');
    const path = '/off';
    const { id } = await create(speaker, { url: receiver.at(path), events: ['wallet.debited'] });
    await speaker.send(friend.phone, 1_000);
    const [delivery] = await allDelivered(speaker, id, 1);
    await disable(speaker, id);
    expect(await hasWebhooks(business.wallets.test)).toBe(false);
    await speaker.send(friend.phone, 1_000);
    for (const answer of [
      await speaker.bare('POST', `/webhooks/${id}/deliveries/${delivery.id}/redeliver`),
      await speaker.post(`/webhooks/${id}/redeliver`, { from: '2026-01-01' }),
    ]) {
      expect(codeOf(answer)).toEqual([422, 'webhook_disabled']);
    }
    expect(receiver.to(path)).toHaveLength(1);
  });

  test('a new url and new events hold from the next event on', async () => {
    const { speaker } = await newcomer('Mover');
    const { id } = await create(speaker, { url: receiver.at('/old-home'), events: ['transaction.created'] });
    await speaker.put(`/webhooks/${id}`, { url: receiver.at('/new-home'), events: ['wallet.debited'] });
    await speaker.send(friend.phone, 1_000);
    const [sent] = await receiver.waitFor('/new-home', 1);
    expect(sent?.body.type).toBe('wallet.debited');
    expect(receiver.to('/old-home')).toEqual([]);
  });
});

describe('interface-decisions 7, "Beyond the contract"', () => {
  test('POST …/deliveries/{deliveryId}/redeliver: the same delivery and event, again', async () => {
    const { speaker } = await newcomer('Again');
    const path = '/again';
    const { id } = await create(speaker, { url: receiver.at(path), events: ['wallet.debited'] });
    await speaker.send(friend.phone, 1_000);
    const [delivery] = await allDelivered(speaker, id, 1);
    const { status, body } = await speaker.bare('POST', `/webhooks/${id}/deliveries/${delivery.id}/redeliver`);
    expect(status).toBe(200);
    expect(body.data).toEqual({ id: delivery.id, status: 'pending' });
    const [first, second] = await receiver.waitFor(path, 2);
    expect(second?.text).toBe(first?.text);
    expect(second?.headers['x-service-delivery']).toBe(first?.headers['x-service-delivery']);
    const [again] = await waitUntil('both attempts are recorded', async () => {
      const { data } = (await speaker.get(`/webhooks/${id}/deliveries`)).body;
      return data[0].attempts.length === 2 && data[0].status === 'delivered' && data;
    });
    expect(again).toMatchObject({ id: delivery.id, event_id: delivery.event_id });
  });

  test('a delivery of another webhook is not there', async () => {
    const { speaker } = await newcomer('Two Hooks');
    const one = await create(speaker, { url: receiver.at('/one'), events: ['wallet.debited'] });
    const other = await create(speaker, { url: receiver.at('/other'), events: ['wallet.credited'] });
    await speaker.send(friend.phone, 1_000);
    const [delivery] = await allDelivered(speaker, one.id, 1);
    const answer = await speaker.bare('POST', `/webhooks/${other.id}/deliveries/${delivery.id}/redeliver`);
    expect(codeOf(answer)).toEqual([404, 'not_found']);
  });

  test.each<[what: string, field: string, body: object]>([
    ['no from', 'from', {}],
    ['a day that no calendar has', 'from', { from: '2026-02-31' }],
    ['a moment without its zone', 'to', { from: '2026-01-01', to: '2026-02-01T10:00:00' }],
    ['an end before the beginning', 'to', { from: '2026-02-01', to: '2026-01-01' }],
    ['a number', 'from', { from: 1_781_000_000 }],
  ])('POST …/redeliver with %s: 422 names %s', async (_, field, body) => {
    const { id } = await create(seller, {});
    const answer = await seller.post(`/webhooks/${id}/redeliver`, body);
    expect(codeOf(answer)).toEqual([422, 'invalid_request']);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
    await seller.bare('DELETE', `/webhooks/${id}`);
  });

  test('POST …/roll-secret: "during a chosen overlap" both sign, "afterwards only the new"', async () => {
    const { speaker } = await newcomer('Roller');
    const path = '/rolled';
    const { id, secret: first } = await create(speaker, { url: receiver.at(path) });
    const askedAt = Date.now();
    const { status, body } = await speaker.bare('POST', `/webhooks/${id}/roll-secret`);
    expect(status).toBe(200);
    expect(body.data).toEqual({ id, secret: aSecret, previous_secret_ends_at: aMoment });
    const day = 86_400_000;
    expect(Date.parse(body.data.previous_secret_ends_at) - askedAt).toBeGreaterThan(day - 60_000);
    expect(Date.parse(body.data.previous_secret_ends_at) - askedAt).toBeLessThan(day + 60_000);
    const roll = async (seconds: number) =>
      (await speaker.post(`/webhooks/${id}/roll-secret`, { overlap_seconds: seconds })).body.data.secret;
    const second = body.data.secret;
    expect(await signersNow(speaker, id, path, [first, second])).toEqual({ usual: first, beside: second, standard: 2 });
    const third = await roll(1);
    const secrets = [first, second, third];
    expect(
      await signersNow(speaker, id, path, secrets),
      'rolled again, the newest takes the place of the one that was new',
    ).toEqual({ usual: first, beside: third, standard: 2 });
    await waitUntil('the overlap has ended', async () => {
      return (await signersNow(speaker, id, path, secrets)).usual === third;
    });
    expect(await signersNow(speaker, id, path, secrets)).toEqual({ usual: third, beside: null, standard: 1 });
    const fourth = await roll(60);
    expect(await signersNow(speaker, id, path, [...secrets, fourth])).toEqual({
      usual: third,
      beside: fourth,
      standard: 2,
    });
    const fifth = await roll(0);
    expect(await signersNow(speaker, id, path, [...secrets, fourth, fifth])).toEqual({
      usual: fifth,
      beside: null,
      standard: 1,
    });
    expect(new Set([...secrets, fourth, fifth]).size).toBe(5);
  });

  test.each([-1, 604_801, 1.5, '60'])('POST …/roll-secret with an overlap of %j: 422', async (overlap) => {
    const { id } = await create(seller, {});
    const answer = await seller.post(`/webhooks/${id}/roll-secret`, { overlap_seconds: overlap });
    expect(codeOf(answer)).toEqual([422, 'invalid_request']);
    expect(Object.keys(answer.body.errors)).toEqual(['overlap_seconds']);
    await seller.bare('DELETE', `/webhooks/${id}`);
  });
});

const nothing: Pick<Received, 'headers' | 'text'> = { headers: {}, text: '' };

/** Which of some secrets sign a delivery that is sent now. */
async function signersNow(speaker: Speaker, id: number, path: string, secrets: readonly string[]) {
  await speaker.bare('POST', `/webhooks/${id}/test`);
  const { headers, text } = receiver.to(path).at(-1) ?? nothing;
  const signerOf = (signature: unknown) => secrets.find((secret) => hmac(secret, text) === signature) ?? null;
  return {
    usual: signerOf(headers['x-service-signature']),
    beside: signerOf(headers['x-service-signature-new']),
    standard: String(headers['webhook-signature']).split(' ').length,
  };
}

describe('interface-decisions 2, permissions, clients and modes', () => {
  test('"somebody else’s resource": another client, and the other mode, find nothing', async () => {
    const { id } = await create(seller, {});
    const strangers = [await world.as(friend), await world.as(shop, { mode: 'live' })];
    for (const stranger of strangers) {
      expect((await stranger.get('/webhooks')).body.data.filter((webhook: Json) => webhook.id === id)).toEqual([]);
      for (const answer of await askEverything(stranger, id)) expect(codeOf(answer)).toEqual([404, 'not_found']);
    }
    for (const answer of await askEverything(seller, 999_999_999)) expect(codeOf(answer)).toEqual([404, 'not_found']);
    for (const answer of await askEverything(seller, 'seven')) expect(codeOf(answer)).toEqual([404, 'not_found']);
    expect((await seller.get(`/webhooks/${id}`)).body.data).toMatchObject({ id, is_active: true });
    await seller.bare('DELETE', `/webhooks/${id}`);
  });

  const routes: Record<string, { needs: readonly Permission[]; ask: (speaker: Speaker) => Promise<Answer> }> = {
    list: { needs: ['webhooks:read', 'webhooks:write'], ask: (speaker) => speaker.get('/webhooks') },
    get: { needs: ['webhooks:read', 'webhooks:write'], ask: (speaker) => speaker.get('/webhooks/1') },
    deliveries: { needs: ['webhooks:read', 'webhooks:write'], ask: (speaker) => speaker.get('/webhooks/1/deliveries') },
    create: { needs: ['webhooks:write'], ask: (speaker) => speaker.post('/webhooks', {}) },
    update: { needs: ['webhooks:write'], ask: (speaker) => speaker.put('/webhooks/999999', {}) },
    delete: { needs: ['webhooks:write'], ask: (speaker) => speaker.bare('DELETE', '/webhooks/999999') },
    test: { needs: ['webhooks:write'], ask: (speaker) => speaker.bare('POST', '/webhooks/999999/test') },
    'redeliver one': {
      needs: ['webhooks:write'],
      ask: (speaker) => speaker.bare('POST', '/webhooks/999999/deliveries/1/redeliver'),
    },
    'redeliver a range': {
      needs: ['webhooks:write'],
      ask: (speaker) => speaker.post('/webhooks/999999/redeliver', {}),
    },
    'roll the secret': {
      needs: ['webhooks:write'],
      ask: (speaker) => speaker.bare('POST', '/webhooks/999999/roll-secret'),
    },
  };
  test.each(Object.entries(routes))('"`webhooks:read` … `webhooks:write`": %s', async (_, { needs, ask }) => {
    for (const permission of permissions) {
      const answer = await ask(await world.as(friend, { permissions: [permission] }));
      if (needs.includes(permission)) expect([200, 404, 422]).toContain(answer.status);
      else expect([permission, ...codeOf(answer)]).toEqual([permission, 403, 'forbidden']);
    }
  });

  test('interface-decisions 9, "webhook operations 60": all of them in one window of the key', async () => {
    const speaker = await world.as(friend, { rateLimits: {} });
    const [first, second] = [await speaker.get('/webhooks'), await speaker.bare('POST', '/webhooks/999999/test')];
    expect(first.headers.get('x-ratelimit-limit')).toBe('60');
    const [left, then] = [first, second].map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
    // A new minute may begin in between.
    expect([(left ?? 0) - 1, 59]).toContain(then);
  });
});

describe('what is kept beside a webhook', () => {
  test('wallet.has_webhooks is true exactly while an active webhook is there', async () => {
    const { speaker, business } = await newcomer('Flagged');
    const wallet = business.wallets.test;
    expect(await hasWebhooks(wallet)).toBe(false);
    const [one, two] = [await create(speaker, {}), await create(speaker, {})];
    expect(await hasWebhooks(wallet)).toBe(true);
    await disable(speaker, one.id);
    expect(await hasWebhooks(wallet)).toBe(true);
    await speaker.bare('DELETE', `/webhooks/${two.id}`);
    expect(await hasWebhooks(wallet)).toBe(false);
    await speaker.put(`/webhooks/${one.id}`, { is_active: true });
    expect(await hasWebhooks(wallet)).toBe(true);
    expect(await hasWebhooks(business.wallets.live)).toBe(false);
  });

  test('wallet.has_webhooks stays right when webhooks are switched on and off at once, while payments run', async () => {
    const { speaker, business } = await newcomer('Undecided');
    const hooks = [await create(speaker, { url: receiver.at('/undecided') }), await create(speaker, {})];
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all([
        ...hooks.map(({ id }) => speaker.put(`/webhooks/${id}`, { is_active: round % 2 === 1 })),
        speaker.put(`/webhooks/${hooks[0].id}`, { description: `Round ${round}` }),
        ...[1, 2, 3, 4].map(() => speaker.send(friend.phone, 500)),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(await hasWebhooks(business.wallets.test)).toBe(round % 2 === 1);
    }
  });

  test('"Administrators’ acts go to an append-only audit log": who changed what, without a secret', async () => {
    const { speaker, business } = await newcomer('Audited');
    const { apiKeyId } = await world.key(business);
    const { id, secret } = await create(speaker, {});
    await speaker.put(`/webhooks/${id}`, { api_key_id: apiKeyId });
    await speaker.put(`/webhooks/${id}`, { api_key_id: apiKeyId });
    const rolled = (await speaker.bare('POST', `/webhooks/${id}/roll-secret`)).body.data;
    await speaker.bare('DELETE', `/webhooks/${id}`);
    const { rows } = await world.database.pool.query<{ actor: string; action: string; details: Json }>(
      'SELECT actor, action, details FROM audit_log WHERE subject = $1 ORDER BY audit_log_id',
      [`webhook ${id}`],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'webhook.created',
      'webhook.updated',
      'webhook.secret_rolled',
      'webhook.deleted',
    ]);
    for (const { actor, details } of rows) {
      expect(actor).toMatch(/^api_key:\d+$/);
      expect(details).toMatchObject({ client_id: business.clientId, mode: 'test' });
    }
    expect(rows[1]?.details).toMatchObject({ api_key_id: apiKeyId });
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify(rows)).not.toContain(rolled.secret);
  });
});

describe('as a new user', () => {
  test('register, pay, and see the signed request arrive', async () => {
    const { speaker } = await newcomer('New User');
    const path = '/first';
    const { secret } = await create(speaker, {
      url: receiver.at(path),
      events: ['transaction.completed', 'send_money.completed'],
    });
    const { body } = await speaker.send(friend.phone, 25_000, { description: 'Rent for March' });
    const came = await receiver.waitFor(path, 2);
    const events = (await speaker.events()).filter(({ type }) => type.endsWith('.completed'));
    for (const { headers, text, body: event } of came) {
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': 'Service-Webhooks/1.0',
        'x-service-event': event.type,
        'x-service-signature': hmac(secret, text),
      });
      expect(hmac(secret, JSON.stringify(JSON.parse(text)))).toBe(headers['x-service-signature']);
      const { sequence, ...told } = events.find(({ id }) => id === event.id);
      expect(event).toEqual(told);
      expect(headers['x-service-sequence']).toBe(String(sequence));
      expect(event.data).toMatchObject({ id: body.data.transaction_id, description: 'Rent for March' });
    }
  });

  test('a webhook with an api_key_id hears only of what was made with that key', async () => {
    const { business, speaker } = await newcomer('Two Tills');
    const till = await world.key(business);
    await create(speaker, { url: receiver.at('/till'), events: ['wallet.debited'], api_key_id: till.apiKeyId });
    await create(speaker, { url: receiver.at('/every-till'), events: ['wallet.debited'] });
    await speaker.send(friend.phone, 1_000);
    const { body } = await new Speaker(world.baseUrl, till.apiKey).send(friend.phone, 2_000);
    await receiver.waitFor('/every-till', 2);
    await receiver.waitFor('/till', 1);
    expect(receiver.to('/till').map(({ body: event }) => event.data.id)).toEqual([body.data.transaction_id]);
  });

  test('a webhook with an api_key_id goes on hearing when the key is rolled, and is offered what it missed of it', async () => {
    const { business, speaker } = await newcomer('New Till');
    const till = await world.key(business);
    const otherTill = await world.as(business);
    const path = '/rolled-till';
    const { id } = await create(speaker, {
      url: receiver.at(path),
      events: ['send_money.completed'],
      api_key_id: till.apiKeyId,
    });
    const roll = (apiKeyId: number) =>
      rollApiKey(world.database.pool, { apiKeyId, overlapMs: 60_000, actor: serviceActor('test') });
    const second = await roll(till.apiKeyId);
    const third = await roll(second.apiKeyId);
    const paid: number[] = [];
    for (const { apiKey } of [till, second, third]) {
      await otherTill.send(friend.phone, 1_000);
      const { body } = await new Speaker(world.baseUrl, apiKey).send(friend.phone, 1_000);
      paid.push(body.data.transaction_id);
    }
    await receiver.waitFor(path, 3);
    await disable(speaker, id);
    await otherTill.send(friend.phone, 1_000);
    const { body } = await new Speaker(world.baseUrl, third.apiKey).send(friend.phone, 1_000);
    paid.push(body.data.transaction_id);
    const { missed } = (await speaker.put(`/webhooks/${id}`, { is_active: true })).body.data;
    expect(missed.events).toBe(1);
    expect((await speaker.post(`/webhooks/${id}/redeliver`, missed.redeliver)).body.data.queued).toBe(1);
    await receiver.waitFor(path, 4);
    const heard = receiver.to(path).map(({ body: event }) => event.data.id);
    expect(heard.toSorted((a: number, b: number) => a - b)).toEqual(paid);
  });

  test('a service that stops does not wait for the receiver of a test', async () => {
    const stopping = await World.open();
    const speaker = await stopping.as(await stopping.business('Late Tester'));
    const { id } = await create(speaker, { url: receiver.at('/never') });
    receiver.delayMs = 25_000;
    const asked = speaker.bare('POST', `/webhooks/${id}/test`);
    await receiver.waitFor('/never', 1);
    const begunAt = Date.now();
    const [answer] = await Promise.all([asked, stopping.close()]);
    receiver.delayMs = 0;
    expect(answer.body).toMatchObject({ success: true, data: { delivered: false, response_status: null } });
    expect(Date.now() - begunAt).toBeLessThan(20_000);
  });

  test('after all this the books agree', async () => {
    expect(await auditFindings(world.database.pool)).toEqual([]);
  });
});
