import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditFindings } from '../ledger/fixtures.ts';
import { aMoment, type Business, type Json, type Speaker, World } from './world.ts';

let world: World;
let office: Business;
let clerk: Speaker;
let partner: Business;
let other: Speaker;

beforeAll(async () => {
  world = await World.open();
  office = await world.business('Head Office', 2_000_000);
  clerk = await world.as(office);
  partner = await world.business('Partner');
  other = await world.as(partner);
  await world.terminal.ask(
    ...['client', 'approval-threshold', '--client', String(office.clientId), '--mode', 'test'],
    ...['--amount', '53000'],
  );
});
afterAll(() => world.close());

const namesOf = (events: Json[], id: number) => events.filter(({ data }) => data.id === id).map(({ type }) => type);

describe('interface-decisions 5, "An outgoing transaction at or above it starts pending"', () => {
  test('the threshold compares the gross amount: 49,999 go at once, 50,000 and the fee of 3,000 wait', async () => {
    const { body: below } = await clerk.send('256701234567', 49_999);
    expect(below.data).toMatchObject({ total_deducted: 52_999, status: 'processing', requires_approval: false });
    await clerk.end(below.data.transaction_id);

    const before = await clerk.money();
    const { status, body } = await clerk.send('256701234567', 50_000, { description: 'Rent' });
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      message: 'The payment waits for approval; the money is set aside.',
      data: {
        ...below.data,
        transaction_id: body.data.transaction_id,
        reference: body.data.reference,
        amount_sent: 50_000,
        fee_amount: 3_000,
        total_deducted: 53_000,
        status: 'pending',
        requires_approval: true,
        new_balance: before.balance - 53_000,
        external_reference: expect.any(String),
        created_at: aMoment,
      },
    });
    const id = body.data.transaction_id;
    expect(await clerk.money()).toEqual({ balance: before.balance - 53_000, held: 53_000 });
    expect(namesOf(await clerk.events(), id)).toEqual(['transaction.created', 'wallet.debited', 'transaction.pending']);

    await world.terminal.ask('transaction', 'approve', String(id));
    expect(await clerk.end(id)).toMatchObject({
      status: 'completed',
      external_reference: body.data.external_reference,
      completed_at: aMoment,
    });
    expect(await clerk.money()).toEqual({ balance: before.balance - 53_000, held: 0 });
    expect(namesOf(await clerk.events(), id)).toEqual([
      'transaction.created',
      'wallet.debited',
      'transaction.pending',
      'transaction.completed',
      'send_money.completed',
    ]);
  });

  test('a withdrawal waits too; approved it is processing until the operator’s final word', async () => {
    const { status, body } = await clerk.withdraw('256770000009', 60_000);
    expect([status, body.message]).toEqual([200, 'The withdrawal waits for approval; the money is set aside.']);
    expect(body.data).toMatchObject({ status: 'pending', requires_approval: true, total_deducted: 62_100 });
    const id = body.data.transaction_id;
    expect((await clerk.get('/wallet/transactions?status=pending')).body.data).toMatchObject([{ id }]);
    expect((await clerk.get('/test/prompts')).body.data).toEqual([]);
    await world.terminal.ask('transaction', 'approve', body.data.reference);
    expect((await clerk.transaction(id)).status).toBe('processing');
    await expect.poll(async () => (await clerk.get('/test/prompts')).body.data.length).toBe(1);
    const [prompt] = (await clerk.get('/test/prompts')).body.data;
    expect(prompt).toMatchObject({ transaction_id: id, amount: 60_000 });
    await clerk.post(`/test/prompts/${prompt.id}/approve`, {});
    expect((await clerk.end(id)).status).toBe('completed');
  });

  test('approved and then refused by the operator, it fails and the money is back', async () => {
    const before = await clerk.money();
    const { body } = await clerk.send('256770000002', 60_000);
    expect(body.data.status).toBe('pending');
    await world.terminal.ask('transaction', 'approve', String(body.data.transaction_id));
    expect(await clerk.end(body.data.transaction_id)).toMatchObject({
      status: 'failed',
      failure_code: 'recipient_not_found',
    });
    expect(await clerk.money()).toEqual(before);
    expect(namesOf(await clerk.events(), body.data.transaction_id)).toEqual([
      'transaction.created',
      'wallet.debited',
      'transaction.pending',
      'transaction.failed',
      'send_money.failed',
      'wallet.credited',
    ]);
  });
  test('a repeat gets the answer that it waits, byte for byte, also when it was approved meanwhile', async () => {
    for (const phone of [partner.phone, '256701234567']) {
      const headers = { 'idempotency-key': `approval-${phone}` };
      const first = await clerk.send(phone, 60_000, {}, headers);
      expect(first.body.data.status).toBe('pending');
      const id = first.body.data.transaction_id;
      expect((await clerk.send(phone, 60_000, {}, headers)).text).toBe(first.text);
      await world.terminal.ask('transaction', 'approve', String(id));
      await clerk.end(id);
      const again = await clerk.send(phone, 60_000, {}, headers);
      expect([again.status, again.text]).toEqual([200, first.text]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    }
  });

  test('of a frozen wallet nothing is approved, and what waits can be rejected', async () => {
    const wallet = ['--client', String(office.clientId), '--mode', 'test'];
    const { body } = await clerk.send(partner.phone, 60_000);
    const id = String(body.data.transaction_id);
    await world.terminal.ask('client', 'freeze', ...wallet);
    expect((await world.terminal.run('transaction', 'approve', id)).exitCode).toBe(1);
    expect((await clerk.transaction(body.data.transaction_id)).status).toBe('pending');
    await world.terminal.ask('transaction', 'reject', id);
    expect((await clerk.transaction(body.data.transaction_id)).status).toBe('failed');
    await world.terminal.ask('client', 'unfreeze', ...wallet);
  });
});

describe('interface-decisions 6, "approved internal transfer"', () => {
  test('pending until approved, then completed at once, with the recipient’s own transaction and events', async () => {
    const before = await clerk.money();
    const theirs = await other.money();
    const heard = (await other.events()).length;
    const { body } = await clerk.send(partner.phone, 53_000);
    expect(body.data).toMatchObject({
      transfer_type: 'internal',
      status: 'pending',
      requires_approval: true,
      fee_amount: 0,
      completed_at: null,
      recipient_name: 'Partner',
      new_balance: before.balance - 53_000,
    });
    const id = body.data.transaction_id;
    expect(await clerk.money()).toEqual({ balance: before.balance - 53_000, held: 53_000 });
    expect(await other.money()).toEqual(theirs);

    const [approved] = await world.terminal.ask('transaction', 'approve', String(id));
    expect(approved.status).toBe('completed');
    expect(await clerk.money()).toEqual({ balance: before.balance - 53_000, held: 0 });
    expect(await other.money()).toEqual({ balance: theirs.balance + 53_000, held: 0 });
    expect(namesOf(await clerk.events(), id)).toEqual([
      'transaction.created',
      'wallet.debited',
      'transaction.pending',
      'transaction.completed',
      'send_money.completed',
    ]);
    const received = (await other.events()).slice(heard);
    expect(received.map(({ type }) => type)).toEqual([
      'transaction.created',
      'wallet.credited',
      'transaction.completed',
    ]);
    expect(received[0].data).toMatchObject({ type: 'payment_received', amount: 53_000, status: 'completed' });
  });
});

describe('interface-decisions 5, "rejects (→ failed, money back)"', () => {
  test('the money is back at once, and failure_reason says which', async () => {
    const before = await clerk.money();
    const { body } = await clerk.send('256701234567', 100_000);
    const id = body.data.transaction_id;
    await world.terminal.ask('transaction', 'reject', String(id), '--reason', 'The invoice is a copy.');
    expect(await clerk.transaction(id)).toMatchObject({
      status: 'failed',
      failure_code: 'approval_rejected',
      failure_reason: 'The invoice is a copy.',
      failed_at: aMoment,
      completed_at: null,
      balance_after: before.balance,
    });
    expect(await clerk.money()).toEqual(before);
    expect(namesOf(await clerk.events(), id)).toEqual([
      'transaction.created',
      'wallet.debited',
      'transaction.pending',
      'transaction.failed',
      'send_money.failed',
      'wallet.credited',
    ]);
    for (const verb of ['approve', 'reject']) {
      const { exitCode, errors } = await world.terminal.run('transaction', verb, String(id));
      expect(exitCode).toBe(1);
      expect(errors.join()).toContain('failed');
    }
    expect(await clerk.money()).toEqual(before);
  });

  test('what was never pending cannot be approved or rejected', async () => {
    const { body } = await clerk.send(partner.phone, 1_000);
    for (const verb of ['approve', 'reject']) {
      expect((await world.terminal.run('transaction', verb, String(body.data.transaction_id))).exitCode).toBe(1);
    }
    expect((await clerk.transaction(body.data.transaction_id)).status).toBe('completed');
  });

  test('approve and reject at once: one of them wins, and the money is where it says', async () => {
    const before = await clerk.money();
    const { body } = await clerk.send(partner.phone, 60_000);
    const id = String(body.data.transaction_id);
    const decided = await Promise.all([
      world.terminal.run('transaction', 'approve', id),
      world.terminal.run('transaction', 'reject', id),
    ]);
    expect(decided.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1]);
    const { status } = await clerk.transaction(body.data.transaction_id);
    expect(status).toBe(decided[0]?.exitCode === 0 ? 'completed' : 'failed');
    expect(await clerk.money()).toEqual({
      balance: before.balance - (status === 'completed' ? 60_000 : 0),
      held: 0,
    });
  });
});

describe('interface-decisions 5, "it expires to failed after 7 days"', () => {
  test('nobody approves: failed with its reason, the money back, the room of the day too', async () => {
    const before = await clerk.money();
    const { body } = await clerk.withdraw('256701234567', 100_000);
    const id = body.data.transaction_id;
    const { rows } = await world.database.pool.query<{ days: string }>(
      `SELECT extract(epoch FROM due_at - transaction.created_at) / 86400 AS days
         FROM approval JOIN transaction USING (wallet_id, transaction_id) WHERE transaction_id = $1`,
      [id],
    );
    expect(Number(rows[0]?.days)).toBeCloseTo(7, 3);
    // As if seven days had gone by.
    await world.database.pool.query('UPDATE approval SET due_at = clock_timestamp() WHERE transaction_id = $1', [id]);
    expect(await clerk.end(id)).toMatchObject({
      status: 'failed',
      failure_code: 'approval_expired',
      failure_reason: expect.stringContaining('in time'),
    });
    expect(await clerk.money()).toEqual(before);
    expect(namesOf(await clerk.events(), id).slice(-3)).toEqual([
      'transaction.failed',
      'withdrawal.failed',
      'wallet.credited',
    ]);
  });
});

test('after all this the books agree', async () => {
  expect(await auditFindings(world.database.pool)).toEqual([]);
});
