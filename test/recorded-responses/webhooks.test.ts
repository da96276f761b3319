import { type Received, Receiver } from '../journeys/receiver.ts';
import { StreamReader } from '../journeys/stream-reader.ts';
import { type Json, Speaker } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { bodyLines, pairsOf, responseLines } from './recording.ts';
import { airtel, area, fixed, mtn, Shop } from './shop.ts';

const hook = { url: 'https://hooks.invalid/nsimbi', events: ['wallet.debited'] };

area('webhooks', async (shop) => {
  const create = (title: string, body: object) => shop.post(title, '/webhooks', body);
  const { data } = await create('with the least fields', hook);
  const { data: keyed } = await create('with every field', {
    url: 'https://hooks.invalid/books?shop=1',
    events: ['transaction.completed', 'transaction.failed'],
    description: 'Books',
    api_key_id: shop.apiKeyId,
    honor_hints: true,
    ordered: true,
  });
  await create('null in optional fields', { ...hook, description: null, api_key_id: null, honor_hints: null });
  await create('no fields', {});
  await create('three wrong fields', { url: 5, events: [], description: 5 });
  await create('an unknown event', { ...hook, events: ['wallet.emptied'] });
  await create('an event twice', { ...hook, events: ['wallet.debited', 'wallet.debited'] });
  await create('http', { ...hook, url: 'http://hooks.invalid/' });
  await create('a private address', { ...hook, url: 'https://10.0.0.7/' });
  await create('credentials in the address', { ...hook, url: 'https://user:pass@hooks.invalid/' });
  await create('a fragment in the address', { ...hook, url: 'https://hooks.invalid/#top' });
  await create('a port of another protocol', { ...hook, url: 'https://hooks.invalid:5432/' });
  await create('an address that is none', { ...hook, url: 'hooks' });
  await create('a key that is not there', { ...hook, api_key_id: 999_999 });
  const live = await shop.withKey('live key', { mode: 'live' });
  await live.post('loopback in live mode', '/webhooks', { ...hook, url: 'http://127.0.0.1:8080/' });

  await shop.get('all webhooks', '/webhooks');
  await live.get('all webhooks of the live mode', '/webhooks');
  const path = `/webhooks/${data.id}`;
  await shop.get('one webhook', path);
  await shop.get('one that is not there', '/webhooks/999999');
  await shop.get('one that is no number', '/webhooks/abc');
  const change = (title: string, body: object, of = path) => shop.ask(title, { method: 'PUT', path: of, body });
  await change('another address and description', { url: 'https://hooks.invalid/new', description: 'New' });
  await change('nothing', {});
  await change('null in optional fields', { description: null, api_key_id: null });
  await change('null in a field that cannot be empty', { url: null, is_active: null });
  await change('two wrong fields', { url: 5, is_active: 'no' });
  await change('disabled', { is_active: false });
  await change('one that is not there', { is_active: false }, '/webhooks/999999');
  await shop.post('a redelivery to a disabled webhook', `${path}/redeliver`, { from: '2026-01-01' });
  await shop.post('a payment that the disabled webhook misses', '/wallet/withdraw/mobile', {
    phone: fixed('0005'),
    amount: 1_000,
  });
  await shop.fannedOut();
  await change('enabled again', { is_active: true });
  await shop.post('a secret with an overlap', `${path}/roll-secret`, { overlap_seconds: 3_600 });
  await shop.post('a secret without a body', `${path}/roll-secret`, {});
  await shop.post('a secret with a wrong overlap', `${path}/roll-secret`, { overlap_seconds: -1 });
  await shop.post('a secret of a webhook that is not there', '/webhooks/999999/roll-secret', {});
  await shop.post('a redelivery without its fields', `${path}/redeliver`, {});
  await shop.post('a redelivery from a time that is none', `${path}/redeliver`, { from: 'yesterday' });
  await shop.post('a redelivery that ends before it begins', `${path}/redeliver`, {
    from: '2026-02-01',
    to: '2026-01-01',
  });
  await shop.post('a redelivery for a webhook that is not there', '/webhooks/999999/redeliver', { from: '2026-01-01' });
  const bare = (title: string, method: string, of: string) => shop.ask(title, { method, path: of });
  await bare('a test of a webhook that is not there', 'POST', '/webhooks/999999/test');
  await bare('a delivery that is not there', 'POST', `${path}/deliveries/999999/redeliver`);
  await shop.get('deliveries of a webhook that is not there', '/webhooks/999999/deliveries');
  await bare('deleted', 'DELETE', `/webhooks/${keyed.id}`);
  await bare('deleted twice', 'DELETE', `/webhooks/${keyed.id}`);
  for (let more = 3; more <= 20; more += 1) await create(`another webhook, ${more}`, hook);
  await create('more webhooks than a client may have', hook);
});

area('webhook-deliveries', async (shop, recording, world) => {
  const receiver = await Receiver.open();
  try {
    const speaker = new Speaker(world.baseUrl, shop.apiKey);
    const friend = await Shop.open(recording, world, 'Nakato Fabrics');
    const { data } = await shop.post('a webhook', '/webhooks', {
      url: receiver.at('/hook'),
      events: ['wallet.debited', 'transaction.failed', 'send_money.completed', 'transaction.completed'],
    });
    const path = `/webhooks/${data.id}`;
    const settled = (count: number) =>
      waitUntil(`${count} deliveries have ended`, async () => {
        const { data: all } = (await speaker.get(`${path}/deliveries?limit=100`)).body;
        return all.length === count && all.every(({ status }: Json) => status === 'delivered');
      });
    const received = async (title: string, count: number) => {
      const came = (await receiver.waitFor('/hook', count)).slice(-1);
      recording.note(title, came.map(receivedLines).join('\n'));
    };

    await shop.ask('a test event', { method: 'POST', path: `${path}/test` });
    await received('the test event, as it was received', 1);
    await shop.post('a payment', '/wallet/send-money', { recipient_phone: friend.business.phone, amount: 5_000 });
    await settled(4);
    const payment = (await receiver.waitFor('/hook', 4)).slice(1).toSorted(bySequence);
    recording.note('its events, as they were received', payment.map(receivedLines).join('\n\n'));
    const { data: deliveries } = await shop.get('the deliveries', `${path}/deliveries`);
    const page = await shop.get('the first page of deliveries', `${path}/deliveries?limit=1`);
    await shop.get('the second page', `${path}/deliveries?limit=1&cursor=${page.pagination.next_cursor}`);
    await shop.get('deliveries after a cursor that is none', `${path}/deliveries?cursor=abc`);
    await shop.get('deliveries with a limit of 0', `${path}/deliveries?limit=0`);

    await shop.post('a secret that is rolled', `${path}/roll-secret`, { overlap_seconds: 3_600 });
    const again = `${path}/deliveries/${deliveries[0].id}/redeliver`;
    const tested = `${path}/deliveries/${deliveries.at(-1).id}/redeliver`;
    await shop.ask('a test delivery is not sent again', { method: 'POST', path: tested });
    await shop.ask('a delivery that is sent again', { method: 'POST', path: again });
    await received('the delivery with both signatures, as it was received', 5);
    await settled(4);
    await shop.post('a range with an event from before the webhook', `${path}/redeliver`, { from: '2026-01-01' });
    await settled(5);
    await shop.post('a range in which nothing was missed', `${path}/redeliver`, { from: '2026-01-01' });

    await shop.ask('disabled', { method: 'PUT', path, body: { is_active: false } });
    await shop.post('a payment that it misses', '/wallet/send-money', {
      recipient_phone: friend.business.phone,
      amount: 6_000,
    });
    await shop.fannedOut();
    await shop.ask('a delivery of a disabled webhook', { method: 'POST', path: again });
    await shop.ask('enabled again', { method: 'PUT', path, body: { is_active: true } });
    await shop.post('a range in which a payment was missed', `${path}/redeliver`, { from: '2026-01-01' });
    await settled(8);

    receiver.status = 500;
    await shop.ask('a test event that the receiver refuses', { method: 'POST', path: `${path}/test` });
    await shop.ask('a test event when nobody listens', {
      method: 'POST',
      path: `/webhooks/${(await shop.post('nobody listens', '/webhooks', { ...hook, url: 'http://127.0.0.1:81/' })).data.id}/test`,
    });
    await shop.post('a payment', '/wallet/send-money', { recipient_phone: fixed('0002'), amount: 5_000 });
  } finally {
    await receiver.close();
  }
});

area('events', async (shop, recording, world) => {
  const friend = await Shop.open(recording, world, 'Nakato Fabrics');
  const stream = await StreamReader.open(world.baseUrl, shop.apiKey);
  await stream.ready();
  const begin = Number(stream.lastId);
  await shop.post('to a wallet here', '/wallet/send-money', { recipient_phone: friend.business.phone, amount: 5_000 });
  await shop.end(await shop.post('a withdrawal', '/wallet/withdraw/mobile', { phone: airtel, amount: 2_000 }));
  const collected = await shop.post('a collection', '/wallet/collect-payment', { customer_phone: mtn, amount: 2_000 });
  await shop.end(collected);
  await shop.post('no account', '/wallet/send-money', { recipient_phone: fixed('0002'), amount: 1_000 });
  await shop.end(await shop.post('a refund', `/wallet/collections/${collected.data.transaction_id}/refund`, {}));
  await shop.set('approval-threshold', '--amount', '1000');
  await shop.post('it waits for approval', '/wallet/withdraw/mobile', { phone: airtel, amount: 2_000 });
  await shop.set('approval-threshold', '--amount', 'none');
  await shop.post('test money', '/test/wallet/fund', { amount: 1_000 });

  const { data } = await shop.get('all events of the wallet', '/events?limit=100');
  const page = await shop.get('the first page of one', '/events?limit=1');
  await shop.get('the second page', `/events?limit=1&after=${page.pagination.next_cursor}`);
  await shop.get('after the last event', '/events?after=999999');
  await shop.get('after something that is no number', '/events?after=abc');
  await shop.get('a limit above the greatest', '/events?limit=101');
  await friend.get('the events of the recipient', '/events');

  await stream.received(data.filter(({ sequence }: Json) => sequence > begin).length);
  stream.leave();
  const headers = Object.entries(stream.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const blocks = stream.blocks
    .filter(({ comment }) => comment === undefined)
    .map((block) =>
      Object.entries(block)
        .map(([name, value]) => `${name}: ${name === 'data' ? bodyLines(value) : value}`)
        .join('\n'),
    );
  recording.note(
    'the event stream since before the first of them',
    `> GET /api/v1/events/stream\n${responseLines({ status: stream.status, headers, text: '' }, { body: blocks.join('\n\n') })}`,
  );
  await shop.get('a stream of an unknown event', '/events/stream?events=wallet.emptied');
  await shop.get('a stream after something that is no number', '/events/stream?after=abc');
  await shop.ask('a stream after a Last-Event-ID that is none', {
    method: 'GET',
    path: '/events/stream',
    headers: { 'last-event-id': 'abc' },
  });
});

area('test-mode', async (shop) => {
  const prompt = async (title: string) => {
    const made = await shop.post(`${title}: a collection`, '/wallet/collect-payment', {
      customer_phone: fixed('0009'),
      amount: 5_000,
      description: 'Tea',
    });
    const { data } = await shop.get(`${title}: the prompts`, '/test/prompts');
    return { made, id: data[0].id };
  };
  await shop.get('no prompts', '/test/prompts');
  const first = await prompt('approve');
  await shop.get('the prompts of a phone', `/test/prompts?phone=${fixed('0009')}`);
  await shop.get('the prompts of another phone', `/test/prompts?phone=${mtn}`);
  await shop.get('the prompts of a phone that is none', '/test/prompts?phone=abc');
  await shop.ask('approved', { method: 'POST', path: `/test/prompts/${first.id}/approve` });
  await shop.end(first.made);
  await shop.ask('approved twice', { method: 'POST', path: `/test/prompts/${first.id}/approve` });
  const second = await prompt('decline');
  await shop.ask('declined', { method: 'POST', path: `/test/prompts/${second.id}/decline` });
  await shop.end(second.made);
  await shop.get('the transactions', '/wallet/transactions');
  await shop.ask('a prompt that is not there', { method: 'POST', path: '/test/prompts/999999/approve' });
  await shop.ask('a prompt that is no number', { method: 'POST', path: '/test/prompts/abc/decline' });
  await shop.post('test money', '/test/wallet/fund', { amount: 100_000 });
  await shop.post('no test money', '/test/wallet/fund', {});
  await shop.post('too little test money', '/test/wallet/fund', { amount: 0 });
  await shop.post('too much test money', '/test/wallet/fund', { amount: 1_000_000_000_000 });
  const live = await shop.withKey('live key', { mode: 'live' });
  await live.get('the prompts with a live key', '/test/prompts');
  await live.ask('an answer with a live key', { method: 'POST', path: `/test/prompts/${first.id}/approve` });
  await live.post('test money with a live key', '/test/wallet/fund', { amount: 1_000 });
});

function bySequence(one: Received, other: Received): number {
  return Number(one.headers['x-service-sequence']) - Number(other.headers['x-service-sequence']);
}

/** A webhook request as the receiver got it. */
function receivedLines({ path, rawHeaders, text }: Received): string {
  const changing = new Set(['x-service-timestamp', 'webhook-timestamp', 'content-length']);
  const headers = pairsOf(rawHeaders).map(
    ([name, value]) => `< ${name}: ${changing.has(name.toLowerCase()) ? `<${name.toLowerCase()}>` : value}`,
  );
  return [`< POST ${path}`, ...headers, bodyLines(text)].join('\n');
}
