import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Speaker, World } from './world.ts';

let world: World;
let here: Speaker;
let elsewhere: Speaker;

beforeAll(async () => {
  world = await World.open();
  const business = await world.business('Prefix Shop', 1_000_000);
  here = await world.as(business);
  elsewhere = await world.as(business, { baseUrl: await world.startAnother() });
});
afterAll(() => world.close());

const operators = (...words: string[]) => world.terminal.ask('operators', 'prefixes', ...words);
const collect = { customer_phone: '256772345678', amount: 1_000 };

async function operatorOfNext(speaker: Speaker): Promise<unknown> {
  const { status, body } = await speaker.get(`/wallet/lookup?phone=${collect.customer_phone}`);
  return status === 200 ? body.data.operator : body;
}

test('a prefix that is given away while the service runs is so for the next payment, in every process', async () => {
  const first = await here.post('/wallet/collect-payment', collect);
  expect(await operators('set', '2567723', 'AIRTEL')).toEqual([{ prefix: '2567723', operator: 'Airtel' }]);
  expect(await operators()).toContainEqual({ prefix: '2567723', operator: 'Airtel' });
  for (const speaker of [here, elsewhere]) await expect.poll(() => operatorOfNext(speaker)).toBe('Airtel');
  const second = await elsewhere.post('/wallet/collect-payment', collect);
  const providers = await world.database.pool.query(
    'SELECT provider FROM transaction WHERE transaction_id IN ($1, $2)',
    [first.body.data.transaction_id, second.body.data.transaction_id],
  );
  expect(providers.rows.map(({ provider }) => provider).toSorted()).toEqual(['Airtel', 'MTN']);
  expect(await operators('remove', '2567723')).toEqual([{ removed: '2567723' }]);
  for (const speaker of [here, elsewhere]) await expect.poll(() => operatorOfNext(speaker)).toBe('MTN');
});

test.each([
  [['set', '077', 'MTN'], /begin with 2567/],
  [['set', '2567', 'MTN'], /begin with 2567/],
  [['set', '25477', 'MTN'], /begin with 2567/],
  [['set', '25677', 'Vodacom'], /one of MTN, Airtel/],
  [['set', '25677'], /missing required argument 'operator'/],
  [['remove', '2567799'], /there is no prefix 2567799/],
])('%j is refused, and nothing changes', async (words, reason) => {
  const before = await operators();
  const { exitCode, errors } = await world.terminal.run('operators', 'prefixes', ...words);
  expect(exitCode).toBe(1);
  expect(errors.at(-1)).toMatch(reason);
  expect(await operators()).toEqual(before);
});

test('people read a table', async () => {
  const { lines } = await world.terminal.run('operators', 'prefixes');
  expect(lines[0]).toMatch(/^prefix +operator$/);
  expect(lines).toContainEqual(expect.stringMatching(/^25677 +MTN$/));
});
