import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Receiver } from '../journeys/receiver.ts';
import { type Business, type Json, type Speaker, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { type SignedIn, signedIn } from './person.ts';

let world: World;
let shop: Business;
let speaker: Speaker;
let viewer: SignedIn;
let receiver: Receiver;
let events: string;
beforeAll(async () => {
  world = await World.open();
  receiver = await Receiver.open();
  shop = await world.business('Corner Shop', 5_000_000);
  await world.business('Stock and Sons', 0, '256772300100');
  speaker = await world.as(shop);
  viewer = await signedIn(world, { clients: { [shop.clientId]: 'client_viewer' } });
  events = `/clients/${shop.clientId}/test/events`;
});
afterAll(async () => {
  await receiver.close();
  await world.close();
});

async function all(query = ''): Promise<Json[]> {
  const found: Json[] = [];
  for (let cursor = ''; ; ) {
    const { status, body } = await viewer.get(`${events}?limit=2${query}${cursor}`);
    expect(status).toBe(200);
    found.push(...body.data);
    if (!body.pagination.has_more) return found;
    cursor = `&cursor=${body.pagination.next_cursor}`;
  }
}

describe('the event log', () => {
  it('lists every event once, newest first, and those of one type', async () => {
    for (let payment = 0; payment < 3; payment += 1) await speaker.send('256772300100', 1_000 + payment);
    const feed = await speaker.events();
    const listed = await all();
    expect(listed.map(({ id }) => id)).toEqual(feed.map(({ id }) => id).reverse());
    expect(listed[0]).toMatchObject({ reference: feed.at(-1).data.reference, amount: feed.at(-1).data.amount });
    const debits = await all('&type=wallet.debited');
    expect(debits.map(({ id }) => id)).toEqual(
      feed
        .filter(({ type }) => type === 'wallet.debited')
        .map(({ id }) => id)
        .reverse(),
    );
    expect(debits).toHaveLength(3);
    expect((await viewer.get(`${events}?type=nothing.happened`)).status).toBe(422);
  });

  it('shows what reached the wallet once a collection is completed, and what was asked for before', async () => {
    const { body } = await speaker.collect('256770000031', 100_000);
    await speaker.end(body.data.transaction_id);
    const amountOf = async (type: string) => (await all(`&type=${type}`))[0]?.amount;
    expect(await amountOf('transaction.created')).toBe(100_000);
    // Less our fee of 5 %.
    expect(await amountOf('wallet.credited')).toBe(95_000);
    expect(await amountOf('transaction.completed')).toBe(95_000);
  });

  it('shows an event as its receivers got it, and which deliveries it had', async () => {
    const { body } = await speaker.post('/webhooks', {
      url: receiver.at('/heard'),
      events: ['transaction.completed'],
    });
    await speaker.send('256772300100', 2_500);
    const [received] = await receiver.waitFor('/heard', 1);
    const [newest] = await all('&type=transaction.completed');
    const shown = await waitUntil('the delivery is recorded', async () => {
      const { data } = (await viewer.get(`${events}/${newest.sequence}`)).body;
      return data.deliveries[0]?.status === 'delivered' && data;
    });
    expect(JSON.stringify(shown.event)).toBe(received?.text);
    expect(shown.deliveries).toMatchObject([
      { webhook_id: body.data.id, url: receiver.at('/heard'), attempts: 1, webhook_deleted: false },
    ]);
    expect((await viewer.get(`${events}/999999`)).status).toBe(404);
    const other = await world.business('Other Shop');
    const stranger = await signedIn(world, { clients: { [other.clientId]: 'client_owner' } });
    expect((await stranger.get(`/clients/${other.clientId}/test/events/${newest.sequence}`)).status).toBe(404);
    expect((await stranger.get(`${events}/${newest.sequence}`)).status).toBe(404);
  });

  it('streams what happens from an event on, without a gap', async () => {
    const [newest] = await all();
    const leaving = new AbortController();
    const response = await fetch(`${world.baseUrl}/dashboard/api${events}/stream?after=${newest.sequence}`, {
      headers: { cookie: viewer.cookie, accept: 'text/event-stream' },
      signal: leaving.signal,
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    await speaker.send('256772300100', 3_500);
    const feed = (await speaker.events()).filter(({ sequence }) => sequence > newest.sequence);
    let text = '';
    const decoder = new TextDecoder();
    for await (const piece of response.body ?? []) {
      text += decoder.decode(piece as Uint8Array, { stream: true });
      if (feed.every(({ id }) => text.includes(`"id":"${id}"`))) break;
    }
    expect([...text.matchAll(/"id":"(evt_\d+_\d+)"/g)].map(([, id]) => id)).toEqual(feed.map(({ id }) => id));
    leaving.abort();
    const stranger = await signedIn(world);
    expect((await stranger.get(`${events}/stream`)).status).toBe(404);
  });

  it('has no more streams for a person than they may, and says so to them', async () => {
    const leaving = new AbortController();
    const listen = () =>
      fetch(`${world.baseUrl}/dashboard/api${events}/stream`, {
        headers: { cookie: viewer.cookie, accept: 'text/event-stream' },
        signal: leaving.signal,
      });
    for (let opened = 0; opened < 20; opened += 1) {
      const response = await listen();
      if (response.status === 200) continue;
      const { code, message } = (await response.json()) as Json;
      expect([response.status, code]).toEqual([429, 'rate_limited']);
      expect(message).toBe(`You have ${opened} event streams open, which is the limit; close one and try again.`);
      break;
    }
    expect((await listen()).status).toBe(429);
    leaving.abort();
  });
});
