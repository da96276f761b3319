import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { dieAtNextCommit } from '../ledger/dying-commit.ts';
import { auditFindings } from '../ledger/fixtures.ts';
import { waitUntil } from '../service/wait-until.ts';
import { type Answer, aMoment, type Business, type Json, type Speaker, World } from './world.ts';

let world: World;
let employer: Business;
let speaker: Speaker;
let first: Business;
let second: Business;

/** A number without a wallet here. */
const outside = '256701234567';

beforeAll(async () => {
  world = await World.open();
  employer = await world.business('Employer', 1_000_000);
  speaker = await world.as(employer);
  first = await world.business('First Worker');
  second = await world.business('Second Worker');
});
afterEach(async () => expect(await auditFindings(world.database.pool)).toEqual([]));
afterAll(() => world.close());

const codeOf = ({ status, body }: Answer) => [status, body.code];
const to = ({ phone }: Pick<Business, 'phone'>, amount: number, more: object = {}) => ({
  recipient_phone: phone,
  amount,
  ...more,
});
const send = (from: Speaker, payments: unknown, headers?: Record<string, string>) =>
  from.post('/wallet/batches', { payments }, headers);

/** What a batch that is refused must not change. */
async function untouched(refuse: () => Promise<void>, business = employer): Promise<void> {
  const before = await world.transactionCount(business.wallets.test);
  await refuse();
  expect(await world.transactionCount(business.wallets.test)).toBe(before);
}

describe('a batch of payments', () => {
  test('makes all of them, each answered as a payment by itself, and a repeat with its key gets the same bytes', async () => {
    const { balance } = await speaker.money();
    const payments = [
      to(first, 10_000, { client_reference: 'share-1', metadata: { team: 'a' }, description: 'Share' }),
      to(second, 20_000, { sender_pays_fee: false }),
      to(first, 500, { client_reference: null, description: null }),
    ];
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await send(speaker, payments, headers);
    expect(answer.status).toBe(200);
    const { data } = answer.body;
    expect(data).toMatchObject({
      payment_count: 3,
      total_deducted: data.amount_sent + data.fee_amount,
      new_balance: balance - data.total_deducted,
      created_at: aMoment,
    });
    expect(data.payments).toMatchObject([
      {
        transaction_id: data.batch_id,
        recipient_name: 'First Worker',
        recipient_phone: first.phone,
        amount_sent: 10_000,
        transfer_type: 'internal',
        status: 'completed',
        requires_approval: false,
        client_reference: 'share-1',
        metadata: { team: 'a' },
      },
      { recipient_phone: second.phone, total_deducted: 20_000 },
      { recipient_phone: first.phone, amount_sent: 500, new_balance: data.new_balance },
    ]);
    const again = await send(speaker, payments, headers);
    expect(again.text).toBe(answer.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await speaker.money()).toMatchObject({ balance: data.new_balance });
    expect(codeOf(await send(speaker, payments.slice(1), headers))).toEqual([422, 'idempotency_key_reused']);
  });

  test('is in the history and in the events of both sides as its payments are', async () => {
    const { data } = (await send(speaker, [to(first, 1_000), to(second, 2_000)])).body;
    const ids = data.payments.map((payment: Json) => payment.transaction_id);
    const transactions = await Promise.all(ids.map((id: number) => speaker.transaction(id)));
    expect(transactions).toMatchObject(
      [1, 2].map((item) => ({
        type: 'payment_sent',
        status: 'completed',
        metadata: { batch_id: data.batch_id, batch_item: item, batch_items: 2 },
      })),
    );
    const events = (await speaker.events()).filter((event) => ids.includes(event.data.id));
    expect(events.map((event) => [event.type, event.data.id])).toEqual(
      ids.flatMap((id: number) => [
        ['transaction.created', id],
        ['wallet.debited', id],
        ['transaction.completed', id],
        ['send_money.completed', id],
      ]),
    );
    expect(events.at(-1)?.data).toEqual(transactions[1]);
    const [received] = (await (await world.as(second)).get('/wallet/transactions?limit=1')).body.data;
    expect(received).toMatchObject({ type: 'payment_received', amount: 2_000 });
    expect(received.metadata).not.toHaveProperty('batch_id');
  });

  test('of 256 payments is one batch, and of 257 it is none', async () => {
    const payments = Array.from({ length: 257 }, (_, index) => to(index % 2 === 0 ? first : second, 500));
    await untouched(async () => {
      const tooMany = await send(speaker, payments);
      expect(codeOf(tooMany)).toEqual([422, 'invalid_request']);
      expect(tooMany.body.errors.payments[0]).toContain('1 to 256');
    });
    const { data } = (await send(speaker, payments.slice(0, 256))).body;
    expect([data.payment_count, new Set(data.payments.map((payment: Json) => payment.transaction_id)).size]).toEqual([
      256, 256,
    ]);
  });
});

describe('a batch with something wrong', () => {
  test.each<[string, unknown, string, string]>([
    ['no list', undefined, 'invalid_request', 'payments'],
    ['an empty list', [], 'invalid_request', 'payments'],
    ['something else than a list', { recipient_phone: outside }, 'invalid_request', 'payments'],
    ['an item that is no object', [7], 'invalid_request', 'payments[0]'],
    ['an item that is a list', [[]], 'invalid_request', 'payments[0]'],
    [
      'an amount below the smallest',
      [{ recipient_phone: outside, amount: 499 }],
      'amount_too_small',
      'payments[0].amount',
    ],
    ['an amount as text', [{ recipient_phone: outside, amount: '500' }], 'invalid_request', 'payments[0].amount'],
    ['no phone', [{ amount: 500 }], 'invalid_request', 'payments[0].recipient_phone'],
    [
      'a number without a wallet',
      [{ recipient_phone: outside, amount: 500 }],
      'invalid_request',
      'payments[0].recipient_phone',
    ],
    [
      'half of a surrogate pair',
      [{ recipient_phone: outside, amount: 500, description: '\ud800' }],
      'invalid_request',
      'payments[0].description',
    ],
  ])('%s moves nothing, and the answer names it', async (_what, payments, code, field) => {
    await untouched(async () => {
      const answer = await send(speaker, payments);
      expect(codeOf(answer)).toEqual([422, code]);
      expect(Object.keys(answer.body.errors)).toEqual([field]);
    });
  });

  test('every wrong payment is named at once', async () => {
    const answer = await send(speaker, [to(first, 500), { ...to(first, 1), recipient_phone: 'x' }, to(second, 1)]);
    expect(Object.keys(answer.body.errors)).toEqual([
      'payments[1].recipient_phone',
      'payments[1].amount',
      'payments[2].amount',
    ]);
  });

  test('a payment to the wallet itself, and metadata with a name of ours, are refused with their place', async () => {
    await untouched(async () => {
      const own = await send(speaker, [to(first, 500), to(employer, 500)]);
      expect(codeOf(own)).toEqual([422, 'own_wallet']);
      expect(own.body.errors).toHaveProperty('payments[1]');
      const ours = await send(speaker, [to(first, 500, { metadata: { batch_id: '1' } })]);
      expect(Object.keys(ours.body.errors)).toEqual(['payments[0].metadata']);
    });
  });

  test('a sum that the wallet does not have moves nothing, though every payment alone would fit', async () => {
    const poor = await world.business('Poor', 10_000);
    await untouched(async () => {
      const answer = await send(await world.as(poor), [to(first, 6_000), to(second, 4_001)]);
      expect(codeOf(answer)).toEqual([422, 'insufficient_funds']);
    }, poor);
  });

  test('a sum that needs approval is refused, and leads to bulk payouts', async () => {
    const careful = await world.business('Careful', 100_000);
    await world.terminal.ask(
      ...['client', 'approval-threshold', '--client', String(careful.clientId), '--mode', 'test', '--amount', '50000'],
    );
    const program = await world.as(careful);
    await untouched(async () => {
      const answer = await send(program, [to(first, 25_000), to(second, 25_000)]);
      expect(codeOf(answer)).toEqual([403, 'second_person_required']);
      expect(answer.body.message).toContain('bulk payout');
    }, careful);
    expect((await send(program, [to(first, 25_000), to(second, 24_999)])).status).toBe(200);
  });

  test('a key without the permission to send is refused', async () => {
    const reader = await world.as(employer, { permissions: ['wallet:read'] });
    expect(codeOf(await send(reader, [to(first, 500)]))).toEqual([403, 'forbidden']);
  });
});

describe('the rate limit of payments', () => {
  const payments = (count: number) => Array.from({ length: count }, () => to(first, 500));

  test('counts every payment of a batch', async () => {
    const limited = await world.as(employer, { rateLimits: { send_money: 10 } });
    const answer = await send(limited, payments(6));
    expect([answer.status, answer.headers.get('x-ratelimit-remaining')]).toEqual([200, '4']);
    await untouched(async () => expect(codeOf(await send(limited, payments(5)))).toEqual([429, 'rate_limited']));
  });

  test('refuses a batch that never fits, and says how many do', async () => {
    const limited = await world.as(employer, { rateLimits: { send_money: 10 } });
    const answer = await send(limited, payments(11));
    expect(codeOf(answer)).toEqual([422, 'invalid_request']);
    expect(answer.body.errors.payments[0]).toContain('at most 10');
  });
});

describe('a batch that was made', () => {
  test('is answered again to its key, also where the key may make fewer payments by then', async () => {
    const payments = Array.from({ length: 12 }, () => to(first, 500));
    const headers = { 'idempotency-key': randomUUID() };
    const made = await send(speaker, payments, headers);
    const limited = await world.as(employer, { rateLimits: { send_money: 10 } });
    const again = await send(limited, payments, headers);
    expect([again.status, again.text]).toEqual([200, made.text]);
    expect(codeOf(await send(limited, payments))).toEqual([422, 'invalid_request']);
  });
});

describe('batches at the same time', () => {
  test('of a wallet that has enough for some are made whole or not at all', async () => {
    const shop = await world.business('Busy', 50_000);
    const program = await world.as(shop);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => send(program, [to(first, 3_000), to(second, 4_000), to(first, 3_000)])),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ body }) => body.code === 'insufficient_funds')).toHaveLength(7);
    expect(await program.money()).toEqual({ balance: 0, held: 0 });
    expect(await world.transactionCount(shop.wallets.test)).toBe(1 + 15);
  });

  test('between the same wallets in both directions do not block each other', async () => {
    const [left, right] = [await world.business('Left', 100_000), await world.business('Right', 100_000)];
    const [fromLeft, fromRight] = [await world.as(left), await world.as(right)];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? send(fromLeft, [to(right, 1_000), to(first, 1_000)])
          : send(fromRight, [to(left, 1_000), to(second, 1_000)]),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });
});

describe('a batch whose commit dies', () => {
  test('is made whole by the next attempt, once', async () => {
    const shop = await world.business('Unlucky', 10_000);
    const program = await world.as(shop);
    const dying = await dieAtNextCommit(world.database, 'transaction', `NEW.wallet_id = ${shop.wallets.test}`);
    const sending = send(program, [to(first, 1_000), to(second, 2_000)], { 'idempotency-key': 'unlucky' });
    await waitUntil('the commit is held up', () => dying.reached());
    await dying.goOn();
    const answer = await sending;
    await dying.remove();
    expect([200, 503]).toContain(answer.status);
    const settled = await waitUntil('the batch is known', async () => {
      const repeat = await send(program, [to(first, 1_000), to(second, 2_000)], { 'idempotency-key': 'unlucky' });
      return repeat.status === 200 && repeat;
    });
    expect(settled.body.data.payment_count).toBe(2);
    expect(await program.money()).toEqual({ balance: 7_000, held: 0 });
    expect(await world.transactionCount(shop.wallets.test)).toBe(1 + 2);
  });
});
