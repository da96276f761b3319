import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settingsForAirtel } from '../../packages/operator-stand-ins/src/airtel/stand-in.ts';
import { settingsForMtn } from '../../packages/operator-stand-ins/src/mtn/stand-in.ts';
import { openTerminal, type Terminal } from '../cli/terminal.ts';
import { auditFindings } from '../ledger/fixtures.ts';
import { waitUntil } from '../service/wait-until.ts';
import { type LiveWorld, openLiveWorld } from './live-world.ts';
import type { Answer, Json } from './world.ts';

/** Customers for whom everything goes well, one for each operator. */
const good = { MTN: '256772000101', Airtel: '256702000101' } as const;
type Operator = keyof typeof good;
const operators: { operator: Operator }[] = [{ operator: 'MTN' }, { operator: 'Airtel' }];

let open: LiveWorld;
/** A terminal that has the service's settings, as one beside it has. */
let terminal: Terminal;

beforeAll(async () => {
  open = await openLiveWorld({ callbacks: false, settings: { NSIMBI_POLL_DELAYS: '100ms,200ms' } });
  const settings = { ...settingsForMtn(open.mtn), ...settingsForAirtel(open.airtel) };
  terminal = openTerminal(open.world.database, settings);
});
afterAll(async () => {
  terminal.close();
  await open.close();
});

const stand = (operator: Operator) => (operator === 'MTN' ? open.mtn : open.airtel);

/** A collection of UGX 50,000 that its customer has paid. */
async function collected(operator: Operator): Promise<number> {
  const { body } = await open.live.collect(good[operator], 50_000);
  expect((await open.live.end(body.data.transaction_id)).status).toBe('completed');
  return body.data.transaction_id;
}

function refund(collectionId: number, headers = {}, body = {}): Promise<Answer> {
  return open.live.post(`/wallet/collections/${collectionId}/refund`, body, headers);
}

/** What an operator has in its books of refunds. */
function refundsAt(operator: Operator) {
  return [...stand(operator).world.books.payments].filter(({ kind }) => kind === 'refund');
}

/** What our floats at an operator have gained on our books; a debit is written below zero. */
async function floatsAt(operator: Operator): Promise<Record<string, number>> {
  const { rows } = await open.world.database.pool.query<{ kind: string; gained: string }>(
    `SELECT held.kind, -(held.balance + coalesce(sum(delta.amount), 0)) AS gained
       FROM system_account AS held JOIN operator_account USING (operator_account_id)
       LEFT JOIN system_account_delta AS delta USING (account_id)
      WHERE held.mode = 'live' AND operator = $1 AND held.kind <> 'suspense' GROUP BY held.account_id`,
    [operator],
  );
  return Object.fromEntries(rows.map(({ kind, gained }) => [kind, Number(gained)]));
}

/** Makes the next money call of an operator meet a fault, or none. */
async function meet(operator: Operator, fault: string | null): Promise<void> {
  const response = await fetch(`${stand(operator).baseUrl}/_faults`, {
    method: 'PUT',
    body: JSON.stringify(fault === null ? {} : { always: [{ fault, times: 1 }] }),
  });
  expect(response.status).toBe(200);
}

describe('issue 4, "Refund of a completed collection … MTN by disbursement refund, Airtel by its refund call"', () => {
  test.each<{ operator: Operator; float: string }>([
    { operator: 'MTN', float: 'disbursement_float' },
    { operator: 'Airtel', float: 'collection_float' },
  ])('$operator pays it once, whole, from its $float', async ({ operator, float }) => {
    const { live } = open;
    const collectionId = await collected(operator);
    const before = { money: await live.money(), floats: await floatsAt(operator), refunds: refundsAt(operator).length };
    const headers = { 'idempotency-key': randomUUID() };
    const first = await refund(collectionId, headers);
    expect([first.status, first.body.data.status, first.body.data.amount]).toEqual([200, 'processing', 50_000]);
    const ended = await live.end(first.body.data.transaction_id);
    expect(ended).toMatchObject({
      status: 'completed',
      mode: 'live',
      metadata: { refunds: collectionId, customer_phone: good[operator], provider: operator },
    });
    expect((await refund(collectionId, headers)).text).toBe(first.text);
    expect(await live.money()).toEqual({ balance: before.money.balance - 50_000, held: 0 });
    const made = refundsAt(operator).slice(before.refunds);
    expect(made).toMatchObject([{ direction: 'out', paid: true, calls: 1, amount: 5_000_000n }]);
    const floats = await floatsAt(operator);
    expect((floats[float] ?? 0) - (before.floats[float] ?? 0)).toBe(-50_000);
  });

  test('MTN pays it in parts, together at most what the customer paid', async () => {
    const collectionId = await collected('MTN');
    const before = { money: await open.live.money(), refunds: refundsAt('MTN').length };
    for (const amount of [20_000, 30_000]) {
      const part = await refund(collectionId, {}, { amount });
      expect([part.status, part.body.data.amount]).toEqual([200, amount]);
      expect((await open.live.end(part.body.data.transaction_id)).status).toBe('completed');
    }
    const more = await refund(collectionId, {}, { amount: 1 });
    expect([more.status, more.body.code]).toEqual([422, 'already_refunded']);
    expect(refundsAt('MTN').slice(before.refunds)).toMatchObject([{ amount: 2_000_000n }, { amount: 3_000_000n }]);
    expect(await open.live.money()).toEqual({ balance: before.money.balance - 50_000, held: 0 });
  });

  // providers.md 2.7: the call names the payment and no amount.
  test('Airtel pays it whole or not at all', async () => {
    const collectionId = await collected('Airtel');
    const before = { money: await open.live.money(), refunds: refundsAt('Airtel').length };
    const part = await refund(collectionId, {}, { amount: 20_000 });
    expect([part.status, part.body.code]).toEqual([422, 'not_refundable']);
    expect(part.body.message).toContain('whole payments only');
    expect(await open.live.money()).toEqual(before.money);
    const whole = await refund(collectionId, {}, { amount: 50_000 });
    expect((await open.live.end(whole.body.data.transaction_id)).status).toBe('completed');
    expect(refundsAt('Airtel')).toHaveLength(before.refunds + 1);
  });

  test.each(operators)('$operator: nsimbi transaction refund, made by the running service', async ({ operator }) => {
    const collectionId = await collected(operator);
    const before = { money: await open.live.money(), refunds: refundsAt(operator).length };
    const [made] = await terminal.ask('transaction', 'refund', String(collectionId));
    expect((await open.live.end(made.id)).status).toBe('completed');
    expect(await open.live.money()).toEqual({ balance: before.money.balance - 50_000, held: 0 });
    expect(refundsAt(operator)).toHaveLength(before.refunds + 1);
  });

  test('a terminal without the settings of the account refuses, and so does one of another installation', async () => {
    const collectionId = await collected('MTN');
    const count = await open.world.transactionCount(open.business.wallets.live);
    expect(await open.world.terminal.run('transaction', 'refund', String(collectionId))).toMatchObject({
      exitCode: 1,
      errors: [expect.stringContaining('only that account can refund it')],
    });
    const elsewhere = openTerminal(open.world.database, {
      ...settingsForMtn(open.mtn),
      NSIMBI_INSTALLATION_ID: randomUUID(),
    });
    expect(await elsewhere.run('transaction', 'refund', String(collectionId))).toMatchObject({
      exitCode: 1,
      errors: [expect.stringContaining('another installation')],
    });
    elsewhere.close();
    expect(await open.world.transactionCount(open.business.wallets.live)).toBe(count);
  });

  test.each(operators)('$operator refuses it at once: a failure with its ids, and the money is back', async (row) => {
    const collectionId = await collected(row.operator);
    const before = await open.live.money();
    await meet(row.operator, 'refused');
    const { status, body } = await refund(collectionId);
    await meet(row.operator, null);
    expect([422, 502]).toContain(status);
    expect(body.data).toMatchObject({ reference: expect.stringMatching(/^REF_/), status: 'failed' });
    expect((await open.live.end(body.data.transaction_id)).status).toBe('failed');
    expect(await open.live.money()).toEqual(before);
  });

  test.each([
    { fault: 'reset_after', paid: 1, as: 'completed', moved: -50_000 },
    { fault: 'error_500_not_done', paid: 0, as: 'failed', moved: 0 },
  ])(
    'rule 16, Airtel: after $fault its refund is never sent again; a person finds out and it is $as',
    async ({ fault, paid, as, moved }) => {
      const collectionId = await collected('Airtel');
      const before = { money: await open.live.money(), refunds: refundsAt('Airtel').length };
      await meet('Airtel', fault);
      const { status, body } = await refund(collectionId);
      await meet('Airtel', null);
      expect([status, body.data.status]).toEqual([200, 'processing']);
      const found = await waitUntil('a case about the refund', async () =>
        (await terminal.ask('review', 'list')).find((one: Json) => one.transaction_id === body.data.transaction_id),
      );
      expect(found).toMatchObject({ kind: 'cannot_be_asked', mode: 'live', status: 'processing', amount: 50_000 });
      expect(refundsAt('Airtel').slice(before.refunds)).toMatchObject(Array(paid).fill({ calls: 1, paid: true }));
      expect(await open.live.money()).toEqual({ balance: before.money.balance - 50_000, held: 50_000 });
      const words = ['--as', as, '--reason', "Airtel's portal"];
      await terminal.ask('review', 'resolve', String(found.review_case_id), ...words);
      expect((await open.live.transaction(body.data.transaction_id)).status).toBe(as);
      expect(await open.live.money()).toEqual({ balance: before.money.balance + moved, held: 0 });
      expect(refundsAt('Airtel')).toHaveLength(before.refunds + paid);
    },
  );

  test('MTN’s refund after reset_after is asked about, and paid once', async () => {
    const collectionId = await collected('MTN');
    const before = { money: await open.live.money(), refunds: refundsAt('MTN').length };
    await meet('MTN', 'reset_after');
    const { body } = await refund(collectionId);
    await meet('MTN', null);
    expect((await open.live.end(body.data.transaction_id)).status).toBe('completed');
    expect(refundsAt('MTN').slice(before.refunds)).toMatchObject([{ calls: 1, paid: true }]);
    expect(await open.live.money()).toEqual({ balance: before.money.balance - 50_000, held: 0 });
  });
});

test('after all this the books agree, and our floats are what the operators say', async () => {
  expect(await auditFindings(open.world.database.pool)).toEqual([]);
  for (const { operator } of operators) {
    let moved = 0n;
    for (const { paid, direction, amount } of stand(operator).world.books.payments) {
      if (paid) moved += (direction === 'in' ? amount : -amount) / 100n;
    }
    const { collection_float: collection = 0, disbursement_float: disbursement = 0 } = await floatsAt(operator);
    expect(collection + disbursement).toBe(Number(moved));
  }
});
