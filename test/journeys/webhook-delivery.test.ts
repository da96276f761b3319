import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { waitUntil } from '../service/wait-until.ts';
import { Receiver } from './receiver.ts';
import { aMoment, anInteger, type Json, type Speaker, World } from './world.ts';

let world: World;
let receiver: Receiver;
let kato: Speaker;
const stock = '256772300100';

beforeAll(async () => {
  world = await World.open({
    NSIMBI_WEBHOOK_RETRY_DELAYS: '150ms,150ms,150ms,150ms,150ms',
  });
  receiver = await Receiver.open();
  kato = await world.as(await world.business('Kato Hardware', 5_000_000));
  await world.business('Stock and Sons', 0, stock);
});

afterAll(async () => {
  await receiver.close();
  await world.close();
});

afterEach(() => {
  receiver.status = 200;
  receiver.delayMs = 0;
});

async function register(speaker: Speaker, path: string, events: readonly string[], more: object = {}): Promise<Json> {
  const { status, body } = await speaker.post('/webhooks', { url: receiver.at(path), events, ...more });
  expect(status).toBe(200);
  return body.data;
}

async function webhook(speaker: Speaker, id: number): Promise<Json> {
  return (await speaker.get(`/webhooks/${id}`)).body.data;
}

async function deliveries(speaker: Speaker, id: number): Promise<Json[]> {
  const { status, body } = await speaker.get(`/webhooks/${id}/deliveries?limit=100`);
  expect(status).toBe(200);
  return body.data;
}

async function put(speaker: Speaker, id: number, change: object): Promise<Json> {
  const response = await fetch(`${speaker.baseUrl}/api/v1/webhooks/${id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${speaker.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(change),
  });
  expect(response.status).toBe(200);
  const { data }: Json = await response.json();
  return data;
}

/** Deliveries that were cancelled, as the metrics tell it. */
async function cancelledCount(): Promise<number> {
  const text = await (await fetch(`${world.baseUrl}/metrics`)).text();
  return Number(/^nsimbi_webhook_deliveries_total\{result="cancelled"\} (\d+)$/m.exec(text)?.[1] ?? 0);
}

async function send(speaker: Speaker, amount: number): Promise<number> {
  const { status, body } = await speaker.send(stock, amount);
  expect(status).toBe(200);
  return body.data.transaction_id;
}

describe('interface "Events": deliveries', () => {
  test('"HTTP POST requests to the webhook url, sent for subscribed events", with the transaction as the feed has it', async () => {
    const hook = await register(kato, '/subscribed', ['send_money.completed', 'wallet.debited']);
    const transactionId = await send(kato, 50_000);
    const came = await receiver.waitFor('/subscribed', 2);
    expect(came.map(({ body }) => body.type).sort()).toEqual(['send_money.completed', 'wallet.debited']);
    const feed = (await kato.events()).filter(({ data }) => data.id === transactionId);
    for (const { body, headers } of came) {
      const { sequence, ...event } = feed.find(({ id }) => id === body.id);
      expect(body).toEqual(event);
      expect(headers['x-service-sequence']).toBe(String(sequence));
      expect(headers['x-service-event']).toBe(body.type);
    }
    await waitUntil('both are recorded', async () =>
      (await deliveries(kato, hook.id)).every(({ status }) => status === 'delivered'),
    );
    expect((await deliveries(kato, hook.id)).map(({ id }) => String(id)).sort()).toEqual(
      came.map(({ headers }) => headers['x-service-delivery']).sort(),
    );
  });

  test('"then the webhook hears only of transactions made with that key", and never of another client or mode', async () => {
    const business = await world.business('Two Keys', 1_000_000);
    await world.fund(business, 'live', 1_000_000);
    const [key, otherKey] = [await world.key(business), await world.key(business)];
    const speaker = await world.as(business);
    const live = await world.as(business, { mode: 'live' });
    await register(speaker, '/one-key', ['transaction.created'], { api_key_id: key.apiKeyId });
    await register(speaker, '/all-keys', ['transaction.created']);
    const made = [];
    for (const { apiKey } of [otherKey, key]) {
      const { body } = await fetchSend(speaker.baseUrl, apiKey);
      made.push(body.data.transaction_id);
    }
    await live.send(stock, 1_000);
    await send(kato, 1_000);
    await receiver.waitFor('/all-keys', 2);
    const heard = await receiver.waitFor('/one-key', 1);
    expect(heard.map(({ body }) => body.data.id)).toEqual([made[1]]);
    expect(receiver.to('/all-keys').map(({ body }) => body.data.id)).toEqual(expect.arrayContaining(made));
    expect(receiver.to('/all-keys')).toHaveLength(2);
  });

  test('"the same for every endpoint and every retry": id and bytes', async () => {
    receiver.status = 500;
    await register(kato, '/twin-1', ['send_money.completed']);
    await register(kato, '/twin-2', ['send_money.completed']);
    // A webhook may also hear of what was committed just before it was registered.
    const transactionId = await send(kato, 2_000);
    const textsTo = (path: string) =>
      receiver.to(path).flatMap(({ body, text }) => (body.data.id === transactionId ? [text] : []));
    await waitUntil('each heard of the payment twice', () =>
      ['/twin-1', '/twin-2'].every((path) => textsTo(path).length >= 2),
    );
    receiver.status = 200;
    expect(new Set([...textsTo('/twin-1'), ...textsTo('/twin-2')]).size).toBe(1);
  });
});

describe('interface "Retry policy": a user breaks a receiver and mends it', () => {
  test('"After 5 failed retries the webhook is disabled automatically"; enabled again it is offered and sent what it missed', async () => {
    const business = await world.business('Okello Motors', 1_000_000);
    const okello = await world.as(business);
    const hook = await register(okello, '/broken', ['send_money.completed']);
    receiver.status = 503;
    const first = await send(okello, 10_000);
    const disabled = await waitUntil('the webhook is disabled', async () => {
      const now = await webhook(okello, hook.id);
      return now.is_active === false && now;
    });
    expect(disabled).toMatchObject({
      disabled_at: aMoment,
      disabled_reason: expect.stringMatching(/^The last retry of/),
    });
    expect(receiver.to('/broken')).toHaveLength(6);
    const [failed] = await deliveries(okello, hook.id);
    expect(failed).toMatchObject({ status: 'failed', next_attempt_at: null });
    expect(failed.attempts).toHaveLength(6);
    expect(failed.attempts[0]).toMatchObject({ at: aMoment, response_status: 503, duration_ms: anInteger });

    // Nothing is delivered while it is disabled.
    const second = await send(okello, 20_000);
    receiver.status = 200;
    const { missed } = await put(okello, hook.id, { is_active: true });
    expect(missed).toMatchObject({ failed_deliveries: 1, events: 1 });
    const { body } = await okello.post(`/webhooks/${hook.id}/redeliver`, missed.redeliver);
    expect(body.data).toMatchObject({ queued: 2, has_more: false });
    const came = await receiver.waitFor('/broken', 8);
    expect(new Set(came.slice(6).map(({ body }) => body.data.id))).toEqual(new Set([first, second]));
    await waitUntil('all is delivered', async () =>
      (await deliveries(okello, hook.id)).every(({ status }) => status === 'delivered'),
    );
    const again = (await deliveries(okello, hook.id)).find(({ id }) => id === failed.id);
    expect(again).toMatchObject({ event_id: failed.event_id, status: 'delivered', delivered_at: aMoment });
    expect(again.attempts).toHaveLength(7);
  });

  test('one delivery is sent again on request, with the same X-Service-Delivery and event id', async () => {
    const hook = await register(kato, '/again', ['send_money.completed']);
    await send(kato, 3_000);
    const [delivery] = await waitUntil('it is delivered', async () => {
      const all = await deliveries(kato, hook.id);
      return all[0]?.status === 'delivered' && all;
    });
    const { status } = await kato.post(`/webhooks/${hook.id}/deliveries/${delivery.id}/redeliver`, {});
    expect(status).toBe(200);
    const [one, two] = await receiver.waitFor('/again', 2);
    expect(two?.headers['x-service-delivery']).toBe(one?.headers['x-service-delivery']);
    expect(two?.text).toBe(one?.text);
  });

  test('a webhook that is switched off hears nothing more, and what waited for its retry is cancelled', async () => {
    receiver.status = 500;
    const hook = await register(kato, '/off', ['send_money.completed']);
    const before = await cancelledCount();
    await send(kato, 4_000);
    await receiver.waitFor('/off', 1);
    await put(kato, hook.id, { is_active: false });
    await waitUntil('it is cancelled', async () => {
      const [delivery] = await deliveries(kato, hook.id);
      return delivery.status === 'cancelled';
    });
    await waitUntil('it is counted', async () => (await cancelledCount()) === before + 1);
    receiver.status = 200;
    const heard = receiver.to('/off').length;
    await send(kato, 4_000);
    await register(kato, '/marker', ['send_money.completed']);
    await send(kato, 4_000);
    await receiver.waitFor('/marker', 1);
    expect(receiver.to('/off')).toHaveLength(heard);
  });
});

describe('an ordered webhook', () => {
  const all = ['transaction.created', 'wallet.debited', 'transaction.completed', 'send_money.completed'];

  test('receives the events of a payment one after another, and the second only after the first was accepted', async () => {
    receiver.status = 500;
    const hook = await register(kato, '/ordered', all, { ordered: true });
    expect((await webhook(kato, hook.id)).ordered).toBe(true);
    await send(kato, 2_000);
    await receiver.waitFor('/ordered', 2);
    const [last, , , first] = await deliveries(kato, hook.id);
    expect(first).toMatchObject({ event_type: 'transaction.created', status: 'pending', waiting_for: null });
    expect(last).toMatchObject({ status: 'pending', attempts: [], next_attempt_at: null, waiting_for: first?.id });
    receiver.status = 200;
    await waitUntil('all are delivered', async () =>
      (await deliveries(kato, hook.id)).every(({ status }) => status === 'delivered'),
    );
    const types = receiver.to('/ordered').map(({ body }) => body.type);
    expect(types.filter((type, index) => type !== types[index - 1])).toEqual(all);
    expect(types.slice(0, 2)).toEqual(['transaction.created', 'transaction.created']);
  });

  test('sends what waits at once when it is ordered no longer', async () => {
    receiver.status = 500;
    const hook = await register(kato, '/unordered', all, { ordered: true });
    await send(kato, 2_000);
    await receiver.waitFor('/unordered', 1);
    expect(await put(kato, hook.id, { ordered: false })).toMatchObject({ ordered: false });
    await waitUntil('each was sent', () => {
      return new Set(receiver.to('/unordered').map(({ body }) => body.type)).size === all.length;
    });
    receiver.status = 200;
  });
});

describe('several processes', () => {
  test('a payment at a process is heard once, also when others run beside it', async () => {
    const others = [await world.startAnother(), await world.startAnother()];
    await register(kato, '/processes', ['send_money.completed']);
    const sent = [];
    await register(kato, '/in-order', ['transaction.created', 'transaction.completed'], { ordered: true });
    for (let round = 0; round < 5; round += 1) {
      for (const baseUrl of [kato.baseUrl, ...others]) sent.push(await send(kato.at(baseUrl), 1_000 + round));
    }
    await receiver.waitFor('/processes', sent.length);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(
      receiver
        .to('/processes')
        .map(({ body }) => body.data.id)
        .sort(),
    ).toEqual(sent.sort());
    for (const id of sent) {
      const types = receiver.to('/in-order').filter(({ body }) => body.data.id === id);
      expect(types.map(({ body }) => body.type)).toEqual(['transaction.created', 'transaction.completed']);
    }
  });
});

async function fetchSend(baseUrl: string, apiKey: string): Promise<{ body: Json }> {
  const response = await fetch(`${baseUrl}/api/v1/wallet/send-money`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ recipient_phone: stock, amount: 1_000 }),
  });
  return { body: await response.json() };
}
