import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditFindings } from '../ledger/fixtures.ts';
import { waitUntil } from '../service/wait-until.ts';
import { type Answer, type Business, type Json, Speaker, World } from './world.ts';

let world: World;
let shop: Business;
let seller: Speaker;
let friend: Business;
let document: Json;

const external = '256701234567';
const handset = '256770000009';

beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Described Shop', 5_000_000);
  seller = await world.as(shop);
  friend = await world.business('Friend');
  document = await (await fetch(`${world.baseUrl}/openapi.json`)).json();
});
afterAll(() => world.close());

async function prompted(): Promise<number> {
  await seller.collect(handset, 1_000, { customer_name: 'Apio', description: 'Tea' });
  return (await seller.get('/test/prompts')).body.data[0].id;
}

async function statusOf(made: Promise<Answer>, wait: boolean): Promise<Answer> {
  const { body } = await made;
  if (wait) await seller.end(body.data.transaction_id);
  return seller.get(`/wallet/collections/${body.data.transaction_id}/status`);
}

async function completed(made: Promise<Answer>): Promise<number> {
  const { transaction_id: id } = (await made).body.data;
  expect((await seller.end(id)).status).toBe('completed');
  return id;
}

function refundOf(collectionId: number): Promise<Answer> {
  return seller.post(`/wallet/collections/${collectionId}/refund`, { description: 'Out of stock' });
}

async function needsApproval(ask: () => Promise<Answer>): Promise<Answer> {
  const words = ['client', 'approval-threshold', '--client', String(shop.clientId), '--mode', 'test', '--amount'];
  await world.terminal.ask(...words, '1000');
  const answer = await ask();
  await world.terminal.ask(...words, 'none');
  return answer;
}

/** In Kampala. */
function today(): string {
  return new Date(Date.now() + 3 * 60 * 60 * 1_000).toISOString().slice(0, 10);
}

/** A payment that waits for a second person. */
async function waiting(): Promise<Json> {
  const { body } = await needsApproval(() => seller.send(external, 1_000, { description: 'Tea' }));
  return (await seller.get(`/approvals/${body.data.transaction_id}`)).body.data;
}

/** Approved with another key than the one that made it. */
async function approved({ transaction_id: id, amount }: Json): Promise<Answer> {
  return (await world.as(shop)).post(`/approvals/${id}/approve`, { amount });
}

const hook = { url: 'https://hooks.invalid/', events: ['wallet.debited'] };
const everyField = { ...hook, description: 'Books', api_key_id: null, honor_hints: true, ordered: true };

async function hooked(): Promise<number> {
  return (await seller.post('/webhooks', hook)).body.data.id;
}

const wage = (phone: string) => ({ recipient_phone: phone, amount: 1_000, client_reference: 'wage-1' });
const wages = { name: 'Wages', rows: [wage('256772000009'), wage('256772000009')] };

/** A bulk payout that is not confirmed. */
async function drafted(rows: object[] = wages.rows): Promise<Json> {
  return (await seller.post('/bulk-payouts', { ...wages, rows })).body.data;
}

const confirmed = ({ id, total_deducted }: Json) => seller.post(`/bulk-payouts/${id}/confirm`, { total_deducted });

const quotable = { operation: 'send_money', recipient_phone: external, amount: 1_000 };

async function quoted(): Promise<number> {
  return (await seller.post('/wallet/quotes', quotable)).body.data.quote_id;
}

/** A disabled webhook that missed an event. */
async function missing(): Promise<number> {
  const id = await hooked();
  await seller.put(`/webhooks/${id}`, { is_active: false });
  await seller.send(friend.phone, 1_000);
  return id;
}

/** A webhook with a delivery that was attempted. */
async function delivered(): Promise<{ id: number; deliveryId: number }> {
  const id = await hooked();
  await seller.send(friend.phone, 1_000);
  const [delivery] = await waitUntil(`a delivery to webhook ${id} was attempted`, async () => {
    const { data } = (await seller.get(`/webhooks/${id}/deliveries`)).body;
    return data[0]?.attempts.length > 0 && data;
  });
  return { id, deliveryId: delivery.id };
}

/** Real answers of every operation, in every shape that it has. */
const answers: readonly [operation: string, what: string, status: number, ask: () => Promise<Answer>][] = [
  ['get /key', 'the key of the request', 200, () => seller.get('/key')],
  ['get /wallet/balance', 'a balance', 200, () => seller.get('/wallet/balance')],
  [
    'get /wallet/balance',
    'a balance of before',
    200,
    () => seller.get(`/wallet/balance?at=${new Date(Date.now() - 86_400_000).toISOString()}`),
  ],
  ['get /wallet/limits', 'no limits', 200, () => seller.get('/wallet/limits')],
  ['get /wallet/balance', 'a moment that is none', 422, () => seller.get('/wallet/balance?at=yesterday')],
  ['get /wallet/balance', 'a stranger', 401, () => new Speaker(world.baseUrl, 'nobody').get('/wallet/balance')],
  ['post /wallet/send-money', 'internal', 200, () => seller.send(friend.phone, 1_000)],
  ['post /wallet/send-money', 'external', 200, () => seller.send(external, 1_000, { sender_pays_fee: false })],
  ['post /wallet/send-money', 'pending', 200, () => needsApproval(() => seller.send(external, 1_000))],
  ['post /wallet/send-money', 'a wrong field', 422, () => seller.send('x', 1_000)],
  ['post /wallet/send-money', 'refused at once', 422, () => seller.send('256770000002', 1_000)],
  ['post /wallet/send-money', 'refused us', 502, () => seller.send('256770000003', 1_000)],
  ['post /wallet/send-money', 'not reached', 503, () => seller.send('256770000006', 1_000)],
  [
    'post /wallet/batches',
    'with every field of a payment',
    200,
    () =>
      seller.post('/wallet/batches', {
        payments: [
          {
            recipient_phone: friend.phone,
            amount: 1_000,
            description: 'Share',
            client_reference: 'a',
            metadata: { b: 'c' },
          },
          { recipient_phone: friend.phone, amount: 1_000, sender_pays_fee: false },
        ],
      }),
  ],
  [
    'post /wallet/batches',
    'a wrong payment',
    422,
    () => seller.post('/wallet/batches', { payments: [{ recipient_phone: external, amount: 1_000 }] }),
  ],
  ['post /wallet/withdraw/mobile', 'accepted', 200, () => seller.withdraw(external, 1_000)],
  ['post /wallet/withdraw/mobile', 'pending', 200, () => needsApproval(() => seller.withdraw(external, 1_000))],
  ['post /wallet/withdraw/mobile', 'no funds', 422, () => seller.withdraw(external, 5_000_000)],
  [
    'post /wallet/collect-payment',
    'with every field',
    200,
    () => seller.collect(external, 1_000, { customer_name: 'Apio', description: 'Tea' }),
  ],
  ['post /wallet/collect-payment', 'with the least', 200, () => seller.collect(external, 1_000)],
  [
    'get /wallet/collections/{transactionId}/status',
    'processing',
    200,
    () => statusOf(seller.collect('256770000005', 1_000), false),
  ],
  [
    'get /wallet/collections/{transactionId}/status',
    'completed',
    200,
    () => statusOf(seller.collect(external, 1_000), true),
  ],
  [
    'get /wallet/collections/{transactionId}/status',
    'failed',
    200,
    () => statusOf(seller.collect('256770000002', 1_000), true),
  ],
  [
    'get /wallet/collections/{transactionId}/status',
    'nobody’s',
    404,
    () => seller.get('/wallet/collections/999999/status'),
  ],
  [
    'post /wallet/collections/{transactionId}/refund',
    'accepted',
    200,
    async () => refundOf(await completed(seller.collect(external, 1_000))),
  ],
  [
    'post /wallet/collections/{transactionId}/refund',
    'not completed',
    422,
    async () => refundOf((await seller.collect('256770000005', 1_000)).body.data.transaction_id),
  ],
  ['post /wallet/collections/{transactionId}/refund', 'nobody’s', 404, () => refundOf(999_999)],
  [
    'get /wallet/statements',
    'a page with more',
    200,
    () => seller.get(`/wallet/statements?from=${today()}&to=${today()}&limit=2`),
  ],
  [
    'get /wallet/statements',
    'a period of nothing',
    200,
    () => seller.get('/wallet/statements?from=2020-01-01&to=2020-01-31'),
  ],
  ['get /wallet/statements', 'days that are none', 422, () => seller.get('/wallet/statements?from=2026-02-31')],
  ['get /wallet/fees', 'a fee', 200, () => seller.get('/wallet/fees?operation=withdrawal&amount=1000')],
  ['post /wallet/quotes', 'a payment', 200, () => seller.post('/wallet/quotes', quotable)],
  [
    'post /wallet/quotes',
    'a compared name',
    200,
    () => seller.post('/wallet/quotes', { ...quotable, expected_name: 'Moses Ssekandi' }),
  ],
  ['post /wallet/quotes', 'nothing', 422, () => seller.post('/wallet/quotes', {})],
  ['get /wallet/quotes/{quote_id}', 'one', 200, async () => seller.get(`/wallet/quotes/${await quoted()}`)],
  ['get /wallet/quotes/{quote_id}', 'nothing', 404, () => seller.get('/wallet/quotes/999999999')],
  [
    'post /wallet/send-money',
    'with a quote',
    200,
    async () => seller.send(external, 1_000, { quote_id: await quoted() }),
  ],
  ['get /wallet/lookup', 'a phone', 200, () => seller.get(`/wallet/lookup?phone=${external}`)],
  ['get /wallet/transactions', 'a page with more', 200, () => seller.get('/wallet/transactions?limit=2')],
  ['get /wallet/transactions', 'all kinds', 200, () => seller.get('/wallet/transactions?limit=100')],
  [
    'get /wallet/transactions/{id}',
    'one',
    200,
    async () => {
      const { body } = await seller.get('/wallet/transactions?limit=1');
      return seller.get(`/wallet/transactions/${body.data[0].id}`);
    },
  ],
  [
    'get /wallet/transactions/{id}/receipt',
    'proven',
    200,
    async () => {
      const { body } = await seller.get('/wallet/transactions?limit=1&status=completed');
      const receipt = () => seller.get(`/wallet/transactions/${body.data[0].id}/receipt`);
      await waitUntil('it is proven', async () => (await receipt()).body.data.round !== null);
      return receipt();
    },
  ],
  [
    'get /wallet/transactions/{id}/receipt',
    'not proven, because it has not ended',
    200,
    async () => {
      const { body } = await seller.get('/wallet/transactions?limit=1&status=processing');
      return seller.get(`/wallet/transactions/${body.data[0].id}/receipt`);
    },
  ],
  ['get /approvals', 'none', 200, () => seller.get('/approvals?cursor=999999')],
  [
    'get /approvals',
    'one',
    200,
    async () => {
      await waiting();
      return seller.get('/approvals');
    },
  ],
  [
    'get /approvals/{transactionId}',
    'one',
    200,
    async () => seller.get(`/approvals/${(await waiting()).transaction_id}`),
  ],
  ['post /approvals/{transactionId}/approve', 'approved', 200, async () => approved(await waiting())],
  [
    'post /approvals/{transactionId}/approve',
    'with another amount',
    422,
    async () => {
      const { transaction_id: id, amount } = await waiting();
      return seller.post(`/approvals/${id}/approve`, { amount: amount + 1 });
    },
  ],
  [
    'post /approvals/{transactionId}/reject',
    'rejected',
    200,
    async () => seller.post(`/approvals/${(await waiting()).transaction_id}/reject`, { reason: 'Paid before' }),
  ],
  ['post /bulk-payouts', 'a draft', 200, () => seller.post('/bulk-payouts', wages)],
  ['post /bulk-payouts', 'a wrong row', 422, () => seller.post('/bulk-payouts', { ...wages, rows: [wage('x')] })],
  ['get /bulk-payouts', 'some', 200, () => seller.get('/bulk-payouts')],
  ['get /bulk-payouts/{id}', 'one', 200, async () => seller.get(`/bulk-payouts/${(await drafted()).id}`)],
  ['post /bulk-payouts/{id}/confirm', 'confirmed', 200, async () => confirmed(await drafted())],
  [
    'post /bulk-payouts/{id}/cancel',
    'cancelled',
    200,
    async () => seller.post(`/bulk-payouts/${(await drafted()).id}/cancel`, {}),
  ],
  [
    'post /bulk-payouts/{id}/retry',
    'retried',
    200,
    async () => {
      const { id } = (await confirmed(await drafted([wage('256770000002')]))).body.data;
      return await waitUntil('its row has failed', async () => {
        const retried = await seller.post(`/bulk-payouts/${id}/retry`, {});
        return retried.status === 200 && retried;
      });
    },
  ],
  ['get /bulk-payouts/{id}/rows', 'one', 200, async () => seller.get(`/bulk-payouts/${(await drafted()).id}/rows`)],
  ['get /events', 'all kinds', 200, () => seller.get('/events?limit=100')],
  ['get /events', 'none', 200, () => seller.get('/events?after=999999')],
  ['post /webhooks', 'with every field', 200, () => seller.post('/webhooks', everyField)],
  ['post /webhooks', 'with the least', 200, () => seller.post('/webhooks', hook)],
  ['post /webhooks', 'a wrong field', 422, () => seller.post('/webhooks', { ...hook, url: 'http://10.0.0.7/' })],
  ['get /webhooks', 'some', 200, () => seller.get('/webhooks')],
  ['get /webhooks/{id}', 'one', 200, async () => seller.get(`/webhooks/${await hooked()}`)],
  [
    'put /webhooks/{id}',
    'disabled',
    200,
    async () => seller.put(`/webhooks/${await hooked()}`, { ...everyField, is_active: false }),
  ],
  [
    'put /webhooks/{id}',
    'enabled again',
    200,
    async () => seller.put(`/webhooks/${await missing()}`, { is_active: true }),
  ],
  ['delete /webhooks/{id}', 'deleted', 200, async () => seller.bare('DELETE', `/webhooks/${await hooked()}`)],
  ['delete /webhooks/{id}', 'nobody’s', 404, () => seller.bare('DELETE', '/webhooks/999999')],
  ['post /webhooks/{id}/test', 'not heard', 200, async () => seller.bare('POST', `/webhooks/${await hooked()}/test`)],
  [
    'get /webhooks/{id}/deliveries',
    'some',
    200,
    async () => seller.get(`/webhooks/${(await delivered()).id}/deliveries`),
  ],
  [
    'post /webhooks/{id}/deliveries/{deliveryId}/redeliver',
    'sent again',
    200,
    async () => {
      const { id, deliveryId } = await delivered();
      return seller.bare('POST', `/webhooks/${id}/deliveries/${deliveryId}/redeliver`);
    },
  ],
  [
    'post /webhooks/{id}/redeliver',
    'queued',
    200,
    async () => seller.post(`/webhooks/${await hooked()}/redeliver`, { from: '2026-01-01' }),
  ],
  [
    'post /webhooks/{id}/redeliver',
    'a disabled one',
    422,
    async () => seller.post(`/webhooks/${await missing()}/redeliver`, { from: '2026-01-01' }),
  ],
  [
    'post /webhooks/{id}/roll-secret',
    'rolled',
    200,
    async () => seller.bare('POST', `/webhooks/${await hooked()}/roll-secret`),
  ],
  [
    'get /test/prompts',
    'one that waits',
    200,
    async () => {
      await prompted();
      return seller.get('/test/prompts');
    },
  ],
  [
    'post /test/prompts/{id}/approve',
    'approved',
    200,
    async () => seller.post(`/test/prompts/${await prompted()}/approve`, {}),
  ],
  [
    'post /test/prompts/{id}/decline',
    'declined',
    200,
    async () => seller.post(`/test/prompts/${await prompted()}/decline`, {}),
  ],
  ['post /test/wallet/fund', 'funded', 200, () => seller.post('/test/wallet/fund', { amount: 1_000 })],
];

test.each(answers)(
  'issue 2, "/openapi.json … describes every route": %s, %s, answers %i as described',
  async (operation, _, status, ask) => {
    const [method = '', path = ''] = operation.split(' ');
    const answer = await ask();
    expect(answer.status).toBe(status);
    const described = document.paths[`/api/v1${path}`][method].responses[status];
    const { schema } = described.content['application/json'];
    const problems = Compile(closed(schema)).Errors(answer.body);
    expect([...problems]).toEqual([]);
    for (const name of Object.keys(described.headers)) {
      if (!['Retry-After', 'Idempotent-Replayed', 'X-As-Of'].includes(name))
        expect(answer.headers.has(name)).toBe(true);
    }
  },
);

/** event-stream.test.ts and bulk-payouts.test.ts ask these. */
const withoutJson = new Set(['/api/v1/events/stream', '/api/v1/bulk-payouts/{id}/result']);

test('every operation of the document was asked', () => {
  const asked = new Set(answers.map(([operation]) => operation));
  const described = Object.entries<object>(document.paths)
    .filter(([path]) => path.startsWith('/api/v1/') && !withoutJson.has(path))
    .flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path.slice('/api/v1'.length)}`),
    );
  expect(described.toSorted()).toEqual([...asked].toSorted());
});

test('after all this the books agree', async () => {
  expect(await auditFindings(world.database.pool)).toEqual([]);
});

/** The schema with its references in place, and closed: an answer must not have a field that is not described. */
function closed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  if (typeof schema.$ref === 'string') {
    return closed(
      schema.$ref
        .slice(2)
        .split('/')
        .reduce((part: Json, name: string) => part[name], document),
    );
  }
  const parts = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]));
  return schema.properties === undefined || schema.additionalProperties !== undefined
    ? parts
    : { ...parts, additionalProperties: false };
}
