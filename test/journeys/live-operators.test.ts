import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settingsForAirtel } from '../../packages/operator-stand-ins/src/airtel/stand-in.ts';
import { waitUntil } from '../service/wait-until.ts';
import { entered, expectBooksToAgree, type LiveWorld, openLiveWorld } from './live-world.ts';
import type { Answer } from './world.ts';

/** A customer and a recipient for whom everything goes well. */
const good = { MTN: '256772000101', Airtel: '256702000101' } as const;

type Operator = keyof typeof good;

const operators: { operator: Operator }[] = [{ operator: 'MTN' }, { operator: 'Airtel' }];

let open: LiveWorld;

const stand = (operator: Operator) => (operator === 'MTN' ? open.mtn : open.airtel);
const codeOf = ({ status, body }: Answer) => [status, body.code];

async function accepted(answer: Promise<Answer>): Promise<{ id: number; reference: string }> {
  const { status, body } = await answer;
  expect([status, body.data?.status]).toEqual([200, 'processing']);
  const id = body.data.transaction_id;
  return { id, reference: (await open.live.transaction(id)).external_reference };
}

/** What one metric counts, over all of its labels that match. */
async function counted(name: string, labels: string): Promise<number> {
  const text = await (await fetch(`${open.world.baseUrl}/metrics`)).text();
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) && line.includes(labels))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

describe('with callbacks, and nothing asked before an hour has passed', () => {
  beforeAll(async () => {
    open = await openLiveWorld({ callbacks: true, settings: { NSIMBI_POLL_DELAYS: '1h' } });
  });
  afterAll(() => open.close());

  test.each(operators)(
    '$operator: a collection is settled by the callback that was sent to us',
    async ({ operator }) => {
      const { live } = open;
      const before = await live.money();
      const { id, reference } = await accepted(live.collect(good[operator], 50_000, { description: 'Invoice 7' }));
      const transaction = await live.end(id);
      expect(transaction).toMatchObject({
        status: 'completed',
        mode: 'live',
        amount: 50_000,
        net_amount: 47_500,
        metadata: { provider: operator, operator_receipt: expect.any(String) },
      });
      expect(await live.money()).toEqual({ balance: before.balance + 47_500, held: 0 });
      const payment = await entered(open, reference);
      expect(payment.callbacks).toMatchObject([{ genuine: true, answer: 200 }]);
      expect(payment.asked).toBe(1);
      expect((await live.events()).map(({ type }) => type).slice(-4)).toEqual([
        'transaction.created',
        'transaction.completed',
        'deposit.completed',
        'wallet.credited',
      ]);
    },
  );

  test.each(operators)('$operator: money is sent to a number of theirs', async ({ operator }) => {
    const { live } = open;
    const before = await live.money();
    const { id, reference } = await accepted(live.send(good[operator], 40_000));
    const { amount, metadata } = await live.end(id);
    expect(metadata).toMatchObject({ provider: operator, operator_receipt: expect.any(String) });
    expect(await live.money()).toEqual({ balance: before.balance - amount, held: 0 });
    expect(await entered(open, reference)).toMatchObject({ direction: 'out', paid: true, calls: 1 });
  });

  test.each(operators)('$operator: a withdrawal is paid', async ({ operator }) => {
    const { live } = open;
    const before = await live.money();
    const { id, reference } = await accepted(live.withdraw(good[operator], 100_000));
    expect(await live.end(id)).toMatchObject({ status: 'completed', type: 'withdrawal', net_amount: 100_000 });
    expect(await live.money()).toEqual({ balance: before.balance - 103_500, held: 0 });
    expect(await entered(open, reference)).toMatchObject({ direction: 'out', paid: true, calls: 1 });
  });

  test('a customer who refuses makes a collection fail, with words for the client and no credit', async () => {
    const before = await open.live.money();
    const { id } = await accepted(open.live.collect('256773123451', 20_000));
    expect(await open.live.end(id)).toMatchObject({ status: 'failed', failure_code: 'customer_refused' });
    const { id: other } = await accepted(open.live.collect('256700801007', 20_000));
    expect(await open.live.end(other)).toMatchObject({
      status: 'failed',
      failure_code: 'customer_insufficient_funds',
      failure_reason: expect.stringContaining('enough money'),
    });
    expect(await open.live.money()).toEqual(before);
  });

  test('a payout that MTN fails is told by its callback, and the money is back', async () => {
    const before = await open.live.money();
    const { id } = await accepted(open.live.withdraw('256773123457', 30_000));
    expect(await open.live.end(id)).toMatchObject({ status: 'failed', failure_code: 'recipient_not_found' });
    expect(await open.live.money()).toEqual(before);
  });

  test.each<{ operator: Operator; phone: string; status: number; code: string }>([
    { operator: 'MTN', phone: '256773223457', status: 422, code: 'recipient_not_found' },
    { operator: 'MTN', phone: '256773223458', status: 502, code: 'operator_refused' },
    { operator: 'Airtel', phone: '256700901012', status: 422, code: 'recipient_not_found' },
    { operator: 'Airtel', phone: '256700901007', status: 502, code: 'operator_refused' },
  ])(
    '$operator refuses a payout to $phone at once: $status, failed, and the money is back',
    async ({ phone, status, code }) => {
      const before = await open.live.money();
      const answer = await open.live.withdraw(phone, 10_000);
      expect(codeOf(answer)).toEqual([status, code]);
      expect(answer.body.data.status).toBe('failed');
      expect(await open.live.money()).toEqual(before);
    },
  );

  test('rules 7 and 21: a forged callback is answered 200, counted, and moves nothing', async () => {
    open.mtn.world.faults.follow({
      ...open.mtn.world.faults.plan,
      numbers: new Map([
        [good.MTN, [{ fault: 'never_ends', group: 'outcome', timesLeft: 1, delayMs: null, code: null }]],
      ]),
    });
    const { id, reference } = await accepted(open.live.collect(good.MTN, 15_000));
    const { details } = await entered(open, reference);
    const lie = { externalId: reference, status: 'SUCCESSFUL', amount: '15000', currency: 'UGX' };
    const asked = async () => (await entered(open, reference)).asked;
    const unknown = await counted('nsimbi_operator_callbacks_total', 'known="false"');
    for (const url of [
      `${open.publicUrl}/callbacks/mtn/${reference}/${'A'.repeat(43)}`,
      `${open.publicUrl}/callbacks/mtn/anything`,
      `${open.publicUrl}/callbacks/airtel`,
    ]) {
      const response = await fetch(url, { method: 'PUT', body: JSON.stringify(lie) });
      expect(response.status).toBe(200);
    }
    await waitUntil('they were counted', async () => {
      return (await counted('nsimbi_operator_callbacks_total', 'known="false"')) === unknown + 3;
    });
    expect(await asked()).toBe(0);
    // Even on the right path a callback is only a reason to ask.
    await fetch(String(details.callbackUrl), { method: 'POST', body: JSON.stringify(lie) });
    await waitUntil('MTN was asked', async () => (await asked()) === 1);
    expect((await open.live.transaction(id)).status).toBe('processing');
  });

  test('names of numbers come from the operator', async () => {
    for (const phone of Object.values(good)) {
      const { status, body } = await open.live.get(`/wallet/lookup?phone=${phone}`);
      expect([status, body.data.registered_name]).toEqual([200, expect.stringMatching(/^\w+ \w+$/)]);
    }
  });

  test('the connectors are measured: calls, and how callbacks were checked', async () => {
    for (const operator of ['MTN', 'Airtel']) {
      expect(await counted('nsimbi_operator_http_seconds_count', `operator="${operator}"`)).toBeGreaterThan(0);
    }
    expect(await counted('nsimbi_operator_callback_hashes_total', 'matched="true"')).toBeGreaterThan(0);
  });

  test('the books of both operators are ours, to the shilling', () => expectBooksToAgree(open));
});

describe('without callbacks', () => {
  beforeAll(async () => {
    open = await openLiveWorld({
      callbacks: false,
      settings: { NSIMBI_POLL_DELAYS: '100ms,200ms', NSIMBI_RESEND_AFTER: '500ms', NSIMBI_NOT_FOUND_ALARM: '100%' },
    });
  });
  afterAll(() => open.close());

  test.each(operators)('rule 5, $operator: what is accepted is found out by asking', async ({ operator }) => {
    const { live } = open;
    const collection = await accepted(live.collect(good[operator], 50_000));
    const payout = await accepted(live.withdraw(good[operator], 100_000));
    expect((await live.end(collection.id)).status).toBe('completed');
    expect((await live.end(payout.id)).status).toBe('completed');
    for (const { reference } of [collection, payout]) {
      expect(await entered(open, reference)).toMatchObject({ callbacks: [], calls: 1, paid: true });
    }
  });

  test.each<{ operator: Operator; fault: string }>([
    { operator: 'MTN', fault: 'error_500_done' },
    { operator: 'MTN', fault: 'error_503_done' },
    { operator: 'MTN', fault: 'reset_after' },
    { operator: 'MTN', fault: 'html_503_done' },
    { operator: 'MTN', fault: 'conflict_done' },
    { operator: 'Airtel', fault: 'error_500_done' },
    { operator: 'Airtel', fault: 'timeout_408_done' },
    { operator: 'Airtel', fault: 'gateway_timeout_done' },
    { operator: 'Airtel', fault: 'went_wrong_done' },
    { operator: 'Airtel', fault: 'reset_after' },
  ])('rules 2 and 17, $operator: a payout whose call met $fault is paid once', async ({ operator, fault }) => {
    const { live } = open;
    await follow(operator, fault);
    const before = await live.money();
    const { id, reference } = await accepted(live.withdraw(good[operator], 20_000));
    await follow(operator, null);
    const { status, amount } = await live.end(id);
    expect(status).toBe('completed');
    expect(await live.money()).toEqual({ balance: before.balance - amount, held: 0 });
    expect(await entered(open, reference)).toMatchObject({ calls: 1, paid: true });
  });

  test.each(operators)(
    'rule 2, $operator: a payout whose call came to nothing is sent again with its reference',
    async ({ operator }) => {
      await follow(operator, 'error_500_not_done');
      const { id, reference } = await accepted(open.live.withdraw(good[operator], 20_000));
      await follow(operator, null);
      expect((await open.live.end(id)).status).toBe('completed');
      expect(await entered(open, reference)).toMatchObject({ calls: 1, paid: true });
    },
  );

  test.each(operators)(
    'rule 12, $operator: a token that ends in the middle is renewed, and the payment is made once',
    async ({ operator }) => {
      await follow(operator, 'unauthorized');
      const { id, reference } = await accepted(open.live.collect(good[operator], 20_000));
      await follow(operator, null);
      expect((await open.live.end(id)).status).toBe('completed');
      expect(await entered(open, reference)).toMatchObject({ calls: 1, paid: true });
    },
  );

  test('interface-decisions 3: an operator without settings is off, alone, and nothing is written', async () => {
    const off = Object.fromEntries(Object.keys(settingsForAirtel(open.airtel)).map((name) => [name, '']));
    const elsewhere = open.live.at(await open.world.startAnother({ ...off, PORT: '0' }));
    const before = await open.world.transactionCount(open.business.wallets.live);
    for (const answer of [
      await elsewhere.collect(good.Airtel, 10_000),
      await elsewhere.withdraw(good.Airtel, 10_000),
      await elsewhere.send(good.Airtel, 10_000),
    ]) {
      expect(codeOf(answer)).toEqual([503, 'operator_unavailable']);
      expect(answer.body.data).toBeUndefined();
    }
    expect(await open.world.transactionCount(open.business.wallets.live)).toBe(before);
    const { id } = await accepted(elsewhere.collect(good.MTN, 10_000));
    expect((await open.live.end(id)).status).toBe('completed');
  });

  test('an operator that is gone: 503 with the failed transaction, and the money is back', async () => {
    const before = await open.live.money();
    const { airtel } = open;
    await airtel.close();
    const answer = await open.live.withdraw(good.Airtel, 10_000);
    expect(codeOf(answer)).toEqual([503, 'operator_unavailable']);
    expect(answer.body.data.status).toBe('failed');
    expect(await open.live.money()).toEqual(before);
    // The other one is not touched by it.
    const { id } = await accepted(open.live.collect(good.MTN, 10_000));
    expect((await open.live.end(id)).status).toBe('completed');
  });

  test('the books of both operators are ours, to the shilling', () => expectBooksToAgree(open));
});

/** Makes every money call of an operator meet a fault, or none. */
async function follow(operator: Operator, fault: string | null): Promise<void> {
  const url = `${stand(operator).baseUrl}/_faults`;
  const response = await fetch(url, {
    method: 'PUT',
    body: JSON.stringify(fault === null ? {} : { always: [{ fault, times: 1 }] }),
  });
  expect(response.status).toBe(200);
}
