import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { thisPerson } from '../../src/cli/actor.ts';
import { Receiver } from '../journeys/receiver.ts';
import { type Business, type Json, type Speaker, World } from '../journeys/world.ts';
import { openTerminal, type Terminal } from './terminal.ts';

let world: World;
let terminal: Terminal;
let receiver: Receiver;
let shop: Business;
let seller: Speaker;
let friend: Business;
let path: string;
let paths = 0;

const ask: Terminal['ask'] = (...words) => terminal.ask('webhook', ...words);
const run: Terminal['run'] = (...words) => terminal.run('webhook', ...words);

beforeAll(async () => {
  world = await World.open({ NSIMBI_WEBHOOK_RETRY_DELAYS: '50ms,50ms,50ms,50ms,50ms' });
  // The service's own data folder, where the keys are that seal secrets.
  terminal = openTerminal(world.database, { NSIMBI_DATA_DIR: world.dataDir });
  receiver = await Receiver.open();
  friend = await world.business('Friend');
});
afterAll(async () => {
  await receiver.close();
  terminal.close();
  await world.close();
});
beforeEach(async () => {
  shop = await world.business('Hooked Shop', 1_000_000);
  seller = await world.as(shop);
  receiver.status = 200;
  paths += 1;
  path = `/hooks/${paths}`;
});

const ofShop = () => ['--client', String(shop.clientId), '--mode', 'test'];

async function create(...words: string[]): Promise<Json> {
  const [created] = await ask('create', ...ofShop(), '--url', receiver.at(path), '--events', 'all', ...words);
  return created;
}

async function acts(webhookId: number): Promise<string[]> {
  const { rows } = await world.database.pool.query<{ act: string }>(
    `SELECT actor || ' ' || action AS act FROM audit_log WHERE subject = $1 AND actor = $2 ORDER BY audit_log_id`,
    [`webhook ${webhookId}`, thisPerson()],
  );
  return rows.map(({ act }) => act.slice(thisPerson().length + 1));
}

/** Waits until the running service has disabled a webhook. */
async function disabledBy(webhookId: number): Promise<void> {
  await expect.poll(async () => (await ask('show', String(webhookId)))[0]).toMatchObject({ is_active: false });
}

describe('issue 3, "nsimbi webhook create/list/show/enable/disable/test/deliveries/redeliver"', () => {
  test('create answers the six fields of interface-decisions 7, and the service delivers at once, signed', async () => {
    const created = await create();
    expect(created).toEqual({
      id: expect.any(Number),
      url: receiver.at(path),
      events: expect.arrayContaining(['wallet.debited']),
      secret: expect.stringMatching(/^whsec_/),
      is_active: true,
      created_at: expect.stringMatching(/Z$/),
    });
    await seller.send(friend.phone, 1_000);
    for (const { text, headers } of await receiver.waitFor(path, 4)) {
      const hmac = createHmac('sha256', created.secret).update(text).digest('hex');
      expect(headers['x-service-signature']).toBe(`sha256=${hmac}`);
    }
    expect(await acts(created.id)).toEqual(['webhook.created']);
  });

  test('list and show give what the API gives, newest first, without the secret', async () => {
    const first = await create(
      '--events',
      'wallet.credited',
      '--description',
      'Stock room',
      '--honor-hints',
      '--ordered',
    );
    const { apiKeyId } = await world.key(shop);
    const second = await create('--api-key', String(apiKeyId));
    const ofApi: Json[] = (await seller.get('/webhooks')).body.data;
    const shown = ofApi.map((webhook) => ({ ...webhook, client_id: shop.clientId, mode: 'test' }));
    expect(await ask('list', ...ofShop())).toEqual(shown);
    expect(shown.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(await ask('show', String(first.id))).toEqual([shown[1]]);
    expect(shown[1]).toMatchObject({
      events: ['wallet.credited'],
      description: 'Stock room',
      honor_hints: true,
      ordered: true,
    });
    expect(shown[0]).toMatchObject({ api_key_id: apiKeyId });
    expect(await ask('list', '--client', String(shop.clientId), '--mode', 'live')).toEqual([]);
  });

  test.each<[string, () => string[], RegExp]>([
    [
      'a private address',
      () => ['--url', 'https://10.0.0.7/x'],
      /url must lead to the public internet; 10\.0\.0\.7 is/,
    ],
    ['plain http in live mode', () => ['--url', receiver.at('/x'), '--mode', 'live'], /url must begin with https:/],
    ['a key of somebody else', () => ['--url', receiver.at('/x'), '--api-key', '1'], /api_key_id must be the id/],
    ['a client that is not there', () => ['--url', receiver.at('/x'), '--client', '99999'], /there is no client 99999/],
  ])('create refuses %s as the API does, and stores nothing', async (_, words, line) => {
    const { exitCode, errors } = await run('create', ...ofShop(), '--events', 'all', ...words());
    expect([exitCode, errors.length]).toEqual([1, 1]);
    expect(errors[0]).toMatch(line);
    expect(await ask('list', ...ofShop())).toEqual([]);
  });

  test('disable stops deliveries; enable says what was missed and how to send it; redeliver sends it', async () => {
    const { id } = await create('--events', 'wallet.debited');
    expect((await ask('disable', String(id)))[0]).toMatchObject({
      id,
      is_active: false,
      disabled_at: expect.any(String),
    });
    await seller.send(friend.phone, 1_000);
    await seller.send(friend.phone, 1_000);
    const enabled = await run('enable', String(id));
    expect(enabled.exitCode).toBe(0);
    const [said] = enabled.errors;
    expect(said).toMatch(
      new RegExp(`^To send the missed events: nsimbi webhook redeliver ${id} --from \\S+Z --to \\S+Z$`),
    );
    expect(receiver.to(path)).toEqual([]);
    const words = said?.split(' ').slice(8) ?? [];
    expect(await ask('redeliver', ...words)).toEqual([{ webhook_id: id, from: words[2], to: words[4], queued: 2 }]);
    const received = await receiver.waitFor(path, 2);
    expect(new Set(received.map(({ body }) => body.type))).toEqual(new Set(['wallet.debited']));
    expect(await acts(id)).toEqual(['webhook.created', 'webhook.updated', 'webhook.updated', 'webhook.redelivered']);
  });

  test('test sends one event and ends with 1 when it was not taken', async () => {
    const { id, secret } = await create();
    expect(await ask('test', String(id))).toEqual([
      {
        delivery_id: expect.any(Number),
        event_id: expect.stringMatching(/^evt_0_\d+$/),
        delivered: true,
        response_status: 200,
        duration_ms: expect.any(Number),
        error: null,
      },
    ]);
    const [request] = await receiver.waitFor(path, 1);
    expect(request?.body).toMatchObject({ type: 'transaction.completed', data: { id: 0, metadata: { test: true } } });
    const hmac = createHmac('sha256', secret)
      .update(request?.text ?? '')
      .digest('hex');
    expect(request?.headers['x-service-signature']).toBe(`sha256=${hmac}`);
    receiver.status = 500;
    const refused = await run('test', String(id), '--json');
    expect([refused.exitCode, refused.errors]).toEqual([1, []]);
    expect(JSON.parse(refused.lines[0] ?? '')).toMatchObject({ delivered: false, response_status: 500 });
    expect(await acts(id)).toEqual(['webhook.created', 'webhook.tested', 'webhook.tested']);
  });

  test('deliveries lists them as the API does, with a cursor; redeliver sends one again', async () => {
    const { id } = await create();
    receiver.status = 503;
    await seller.send(friend.phone, 1_000);
    await disabledBy(id);
    await expect
      .poll(async () => (await ask('deliveries', String(id))).map(({ status }) => status))
      .not.toContain('pending');
    const ofApi: Json[] = (await seller.get(`/webhooks/${id}/deliveries`)).body.data;
    expect(await ask('deliveries', String(id))).toEqual(ofApi);
    const page = await run('deliveries', String(id), '--limit', '1', '--json');
    expect(page.lines).toEqual([JSON.stringify(ofApi[0])]);
    const cursor = /^There are more: --cursor (\S+)$/.exec(page.errors[0] ?? '')?.[1] ?? '';
    expect(await ask('deliveries', String(id), '--cursor', cursor)).toEqual(ofApi.slice(1));
    const table = await run('deliveries', String(id));
    expect(table.lines[0]).toMatch(/^id +event type +event id +status +attempts +response status/);
    const failed = ofApi.find(({ status }) => status === 'failed');
    const words = ['redeliver', String(id), '--delivery', String(failed.id)];
    expect(await run(...words)).toMatchObject({ exitCode: 1, errors: [expect.stringContaining('disabled')] });
    receiver.status = 200;
    await ask('enable', String(id));
    expect(await ask(...words)).toEqual([{ webhook_id: id, delivery_id: failed.id, status: 'pending' }]);
    await expect
      .poll(async () => (await ask('deliveries', String(id))).find((delivery) => delivery.id === failed.id))
      .toMatchObject({ status: 'delivered' });
  });

  test.each(['show', 'enable', 'disable', 'test', 'deliveries'])(
    '%s refuses a number that no webhook has',
    async (name) => {
      expect(await run(name, '987654')).toEqual({
        exitCode: 1,
        lines: [],
        errors: ['nsimbi: there is no webhook 987654; nsimbi webhook list shows those of a client'],
      });
    },
  );

  test('redeliver refuses a delivery that is not of this webhook, and a range that is none', async () => {
    const { id } = await create();
    expect(await run('redeliver', String(id), '--delivery', '987654')).toMatchObject({
      exitCode: 1,
      errors: [expect.stringContaining('no delivery with that id')],
    });
    const range = ['--from', '2026-02-01T00:00:00Z', '--to', '2026-01-01T00:00:00Z'];
    expect(await run('redeliver', String(id), ...range)).toMatchObject({
      exitCode: 1,
      errors: ['nsimbi: --from must be before --to, or before now'],
    });
  });

  test('create makes no key of its own where the keys of the service are not, as the service could not read the secret', async () => {
    const words = ['webhook', 'create', ...ofShop(), '--url', receiver.at('/x'), '--events', 'all'];
    const { exitCode, errors } = await world.terminal.run(...words);
    expect([exitCode, errors]).toEqual([1, [expect.stringContaining(`not in ${world.terminal.dataDir}`)]]);
    expect(await ask('list', ...ofShop())).toEqual([]);
  });
});
