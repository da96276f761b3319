import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditFindings } from '../ledger/fixtures.ts';
import { type Business, type Speaker, World } from './world.ts';

let world: World;
let press: Business;
let printer: Speaker;
let friend: Business;
let reader: Speaker;

beforeAll(async () => {
  world = await World.open();
  press = await world.business('Press', 10_000_000);
  printer = await world.as(press);
  friend = await world.business('Ŋŋoma "Drums" \\N & Sons, {Ltd}');
  reader = await world.as(friend);
});
afterAll(() => world.close());

const texts = [
  'Ssente z’ekitabo 書籍 📚 مرحبا',
  '',
  ' ',
  '\\N',
  '\\.',
  '\\t\\n\\\\',
  'NULL',
  '{}',
  '{"a":[1,"2"]}',
  '"quoted", \'single\' and, commas',
  "'); DROP TABLE transfer; --",
  '\u2028\u200f\ufeff',
  'x'.repeat(255),
  '📚'.repeat(127),
];

describe('interface-decisions 1, "Texts": any script allowed and returned as it came', () => {
  test.each(texts)('the description %j of a payment, on both sides, in history, events and a repeat', async (text) => {
    const headers = { 'idempotency-key': `text-${texts.indexOf(text)}-\\N,"'{}` };
    const first = await printer.send(friend.phone, 1_000, { description: text }, headers);
    expect(first.status).toBe(200);
    expect((await printer.send(friend.phone, 1_000, { description: text }, headers)).text).toBe(first.text);
    expect((await printer.transaction(first.body.data.transaction_id)).description).toBe(text);
    expect(first.body.data.recipient_name).toBe(friend.name);
    const [received] = (await reader.get('/wallet/transactions?limit=1')).body.data;
    expect(received.description).toBe(text);
    const told = (await printer.events()).filter(({ data }) => data.id === first.body.data.transaction_id);
    expect(told.map(({ data }) => data.description)).toEqual([text, text, text, text]);
  });

  test.each(texts.filter(({ length }) => length <= 120))('the customer_name %j of a collection', async (text) => {
    const { status, body } = await printer.collect('256770000009', 1_000, { customer_name: text, description: text });
    expect([status, body.data.customer_name]).toEqual([200, text]);
    const { body: shown } = await printer.get(`/wallet/collections/${body.data.transaction_id}/status`);
    expect(shown.customer_name).toBe(text);
    const prompts = (await printer.get('/test/prompts')).body.data;
    const prompt = prompts.find((one: { transaction_id: number }) => one.transaction_id === body.data.transaction_id);
    expect(prompt.description).toBe(text);
  });

  test('a text that is no Unicode is refused, because it could not be returned as it came', async () => {
    const { status, body } = await printer.send(friend.phone, 1_000, { description: 'half \ud800 a sign' });
    expect([status, body.code, Object.keys(body.errors ?? {})]).toEqual([422, 'invalid_request', ['description']]);
  });
});

test('after all this the books agree', async () => {
  expect(await auditFindings(world.database.pool)).toEqual([]);
});
