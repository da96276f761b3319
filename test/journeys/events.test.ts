import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditFindings } from '../ledger/fixtures.ts';
import { type Business, type Json, type Speaker, World } from './world.ts';

let world: World;
let firm: Business;
let agent: Speaker;
let friend: Business;
let receiver: Speaker;

const handset = '256770000009';

beforeAll(async () => {
  world = await World.open();
  firm = await world.business('Kampala Courier', 10_000_000);
  agent = await world.as(firm);
  friend = await world.business('Jinja Depot');
  receiver = await world.as(friend);
});
afterAll(() => world.close());

/** The events of a transaction, as the feed tells them: name, and the status that the snapshot has at that moment. */
async function told(speaker: Speaker, id: number): Promise<string[]> {
  const events = await speaker.events();
  return events.filter(({ data }) => data.id === id).map(({ type, data }) => `${type} (${data.status})`);
}

async function decide(id: number, answer: 'approve' | 'decline'): Promise<void> {
  const prompts: Json[] = (await agent.get('/test/prompts')).body.data;
  const prompt = prompts.find(({ transaction_id: prompted }) => prompted === id);
  expect((await agent.post(`/test/prompts/${prompt.id}/${answer}`, {})).status).toBe(200);
  await agent.end(id);
}

describe('interface-decisions 6, "Which operation emits which event", in this order', () => {
  test('collection accepted; collection completed', async () => {
    const { body } = await agent.collect(handset, 10_000);
    const id = body.data.transaction_id;
    expect(await told(agent, id)).toEqual(['transaction.created (processing)']);
    await decide(id, 'approve');
    expect(await told(agent, id)).toEqual([
      'transaction.created (processing)',
      'transaction.completed (completed)',
      'deposit.completed (completed)',
      'wallet.credited (completed)',
    ]);
  });

  test('collection failed', async () => {
    const { body } = await agent.collect(handset, 10_000);
    await decide(body.data.transaction_id, 'decline');
    expect(await told(agent, body.data.transaction_id)).toEqual([
      'transaction.created (processing)',
      'transaction.failed (failed)',
      'deposit.failed (failed)',
    ]);
  });

  test('send-money internal: the sender’s four, and the recipient’s three of its own payment_received', async () => {
    const { body } = await agent.send(friend.phone, 10_000);
    expect(await told(agent, body.data.transaction_id)).toEqual([
      'transaction.created (completed)',
      'wallet.debited (completed)',
      'transaction.completed (completed)',
      'send_money.completed (completed)',
    ]);
    const [received] = (await receiver.get('/wallet/transactions?limit=1')).body.data;
    expect(received.type).toBe('payment_received');
    expect(await told(receiver, received.id)).toEqual([
      'transaction.created (completed)',
      'wallet.credited (completed)',
      'transaction.completed (completed)',
    ]);
  });

  test.each([
    { operation: 'send-money external', stem: 'send_money' },
    { operation: 'withdrawal', stem: 'withdrawal' },
  ])('$operation accepted; completed; failed', async ({ stem }) => {
    const ask = async () =>
      (stem === 'send_money' ? await agent.send(handset, 10_000) : await agent.withdraw(handset, 10_000)).body.data
        .transaction_id;
    const paid = await ask();
    const accepted = ['transaction.created (processing)', 'wallet.debited (processing)'];
    expect(await told(agent, paid)).toEqual(accepted);
    await decide(paid, 'approve');
    expect(await told(agent, paid)).toEqual([
      ...accepted,
      'transaction.completed (completed)',
      `${stem}.completed (completed)`,
    ]);
    const declined = await ask();
    await decide(declined, 'decline');
    expect(await told(agent, declined)).toEqual([
      ...accepted,
      'transaction.failed (failed)',
      `${stem}.failed (failed)`,
      'wallet.credited (failed)',
    ]);
  });

  test('refused at the operator’s first word: accepted, then failed, like any other', async () => {
    const { body } = await agent.send('256770000002', 10_000);
    expect(await told(agent, body.data.transaction_id)).toEqual([
      'transaction.created (processing)',
      'wallet.debited (processing)',
      'transaction.failed (failed)',
      'send_money.failed (failed)',
      'wallet.credited (failed)',
    ]);
  });

  test('top-up by an administrator', async () => {
    await world.fund(firm, 'test', 77_000);
    const [topUp] = (await agent.get('/wallet/transactions?limit=1')).body.data;
    expect(topUp).toMatchObject({ type: 'deposit', amount: 77_000, metadata: { api_triggered: false } });
    expect(await told(agent, topUp.id)).toEqual([
      'transaction.created (completed)',
      'transaction.completed (completed)',
      'wallet.credited (completed)',
      'deposit.completed (completed)',
    ]);
  });

  test.each([
    { direction: 'in', moved: 'wallet.credited' },
    { direction: 'out', moved: 'wallet.debited' },
  ])('correction $direction by an administrator', async ({ direction, moved }) => {
    const [made] = await world.terminal.ask(
      ...['wallet', 'adjust', '--client', String(firm.clientId), '--mode', 'test'],
      ...['--direction', direction, '--amount', '1234', '--reason', 'Counted again'],
    );
    expect(made.reference).toMatch(new RegExp(`^ADJ_\\d{10}_${made.transaction_id}$`));
    expect(await agent.transaction(made.transaction_id)).toMatchObject({
      type: 'adjustment',
      direction,
      amount: 1_234,
    });
    expect(await told(agent, made.transaction_id)).toEqual([
      'transaction.created (completed)',
      'transaction.completed (completed)',
      `${moved} (completed)`,
    ]);
  });

  test('what is refused emits nothing', async () => {
    const before = await agent.events();
    expect((await agent.send(firm.phone, 1_000)).status).toBe(422);
    expect((await agent.send(friend.phone, 1)).status).toBe(422);
    expect(await agent.events()).toEqual(before);
  });
});

describe('interface.md, "Delivery body": GET /api/v1/events', () => {
  test('every field of an event; data is the transaction as it was at that moment', async () => {
    const { body } = await agent.collect(handset, 20_000, { customer_name: 'Apio' });
    const id = body.data.transaction_id;
    const accepted = await agent.transaction(id);
    await decide(id, 'approve');
    const completed = await agent.transaction(id);
    const events = (await agent.events()).filter(({ data }) => data.id === id);
    const first = events[0]?.sequence;
    expect(events).toStrictEqual(
      [
        ['transaction.created', accepted],
        ['transaction.completed', completed],
        ['deposit.completed', completed],
        ['wallet.credited', completed],
      ].map(([type, data], index) => ({
        id: `evt_${id}_${index + 1}`,
        type,
        created: Math.floor(Date.parse(index === 0 ? completed.created_at : completed.completed_at) / 1_000),
        data,
        api_version: '2026-11',
        sequence: index === 0 ? first : expect.any(Number),
      })),
    );
  });

  test('under payments of all kinds at once: sequences without gaps, ids that come once', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        [
          () => agent.send(friend.phone, 1_000),
          () => agent.send('256701234567', 1_000),
          () => agent.collect('256701234567', 1_000),
          () => receiver.send(firm.phone, 500),
          () => agent.withdraw('256770000002', 1_000),
        ][index % 5]?.(),
      ),
    );
    for (const speaker of [agent, receiver]) {
      await expect
        .poll(async () => (await speaker.get('/wallet/transactions?status=processing')).body.data.length)
        .toBe(0);
      const events = await speaker.events();
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
      for (const { id, data } of events) expect(id).toMatch(new RegExp(`^evt_${data.id}_\\d+$`));
    }
    const both = [...(await agent.events()), ...(await receiver.events())];
    expect(new Set(both.map(({ id }) => id)).size).toBe(both.length);
  });

  test('after= goes on anywhere, also in the middle of a moment', async () => {
    const all = await agent.events();
    for (const after of [0, 1, 2, 3, 7, all.length - 1, all.length]) {
      const { body } = await agent.get(`/events?limit=3&after=${after}`);
      expect(body.data).toEqual(all.slice(after, after + 3));
      expect(body.pagination).toEqual({
        next_cursor: String(Math.min(after + 3, all.length)),
        has_more: after + 3 < all.length,
      });
    }
  });
});

test('after all this the books agree', async () => {
  expect(await auditFindings(world.database.pool)).toEqual([]);
});
