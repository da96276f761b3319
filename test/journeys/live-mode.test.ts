import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTerminal } from '../cli/terminal.ts';
import { auditFindings } from '../ledger/fixtures.ts';
import { type Answer, type Business, type Speaker, World } from './world.ts';

let world: World;
let mill: Business;
let baker: Business;
let live: Speaker;

beforeAll(async () => {
  world = await World.open();
  mill = await world.business('Grain Mill', 500_000);
  baker = await world.business('Baker');
  live = await world.as(mill, { mode: 'live' });
  await world.fund(mill, 'live', 300_000);
});
afterAll(() => world.close());

const codeOf = ({ status, body }: Answer) => [status, body.code];

describe('interface-decisions 3, "An operator without settings refuses everything before anything is written (503)"', () => {
  test.each<{ operation: string; ask: (phone: string, headers: Record<string, string>) => Promise<Answer> }>([
    { operation: 'send-money', ask: (phone, headers) => live.send(phone, 1_000, {}, headers) },
    { operation: 'withdraw/mobile', ask: (phone, headers) => live.withdraw(phone, 1_000, {}, headers) },
    { operation: 'collect-payment', ask: (phone, headers) => live.collect(phone, 1_000, {}, headers) },
  ])('$operation: operator_unavailable with Retry-After and without data', async ({ ask }) => {
    const money = await live.money();
    const events = await live.events();
    for (const phone of ['256771234567', '256701234567']) {
      const answer = await ask(phone, { 'idempotency-key': `live-${phone}` });
      expect(codeOf(answer)).toEqual([503, 'operator_unavailable']);
      expect(answer.body.data).toBeUndefined();
      const operator = phone.startsWith('25677') ? 'MTN' : 'Airtel';
      expect(answer.body.message).toContain(
        `${operator} is not connected: this service has no live credentials for it.`,
      );
      expect(answer.body.message).toContain('ask the administrator of the service to connect it');
      expect(answer.body.message).not.toContain('later');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    expect(await live.money()).toEqual(money);
    expect(await live.events()).toEqual(events);
    expect(await world.transactionCount(mill.wallets.live)).toBe(1);
    const { rows } = await world.database.pool.query('SELECT FROM idempotency_key');
    expect(rows).toHaveLength(0);
  });

  test('interface-decisions 1, "In live mode an operator that we do not serve is 422 operator_not_supported"', async () => {
    for (const answer of [
      await live.send('256711234567', 1_000),
      await live.withdraw('256711234567', 1_000),
      await live.collect('256711234567', 1_000),
    ]) {
      expect(codeOf(answer)).toEqual([422, 'operator_not_supported']);
      expect(answer.body.message).toContain('UTL');
    }
    expect(await world.transactionCount(mill.wallets.live)).toBe(1);
  });

  test('the numbers of the simulator mean nothing in live mode', async () => {
    expect(codeOf(await live.send('256770000001', 1_000))).toEqual([503, 'operator_unavailable']);
  });
});

describe('live money', () => {
  test('a top-up needs the slip, and a slip is booked once', async () => {
    const words = ['wallet', 'fund', '--client', String(baker.clientId), '--mode', 'live', '--amount', '1000'];
    expect((await world.terminal.run(...words)).exitCode).toBe(1);
    expect(await world.transactionCount(baker.wallets.live)).toBe(0);
    const whole = [...words, '--external-reference', 'SLIP-A'];
    await world.terminal.ask(...whole);
    expect((await world.terminal.run(...whole)).exitCode).toBe(1);
    expect((await (await world.as(baker, { mode: 'live' })).money()).balance).toBe(1_000);
  });

  test('after a top-up, money goes to another live wallet at once, and the test wallets do not move', async () => {
    const test = await world.as(mill);
    const receiver = await world.as(baker, { mode: 'live' });
    const { balance } = await receiver.money();
    const { status, body } = await live.send(baker.phone, 120_000, { description: 'Bread' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      transfer_type: 'internal',
      status: 'completed',
      fee_amount: 0,
      new_balance: 180_000,
      external_reference: null,
      recipient_name: 'Baker',
    });
    expect(await live.transaction(body.data.transaction_id)).toMatchObject({ mode: 'live', status: 'completed' });
    expect(await receiver.money()).toEqual({ balance: balance + 120_000, held: 0 });
    expect(await test.money()).toEqual({ balance: 500_000, held: 0 });
    expect((await (await world.as(baker)).money()).balance).toBe(0);
    expect(codeOf(await test.get(`/wallet/transactions/${body.data.transaction_id}`))).toEqual([404, 'not_found']);
  });

  test('the same Idempotency-Key in the two modes is two keys', async () => {
    const test = await world.as(mill);
    const headers = { 'idempotency-key': 'order-7' };
    const first = await live.send(baker.phone, 2_000, {}, headers);
    const second = await test.send(baker.phone, 2_000, {}, headers);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.headers.has('idempotent-replayed')).toBe(false);
    expect(second.body.data.transaction_id).not.toBe(first.body.data.transaction_id);
  });
});

describe('interface-decisions 10, "installation id": "live operations are refused only when the two are present and differ"', () => {
  test('a copy of the database elsewhere moves no live money, shows everything, and goes on in test mode', async () => {
    const copy = await world.startAnother({ NSIMBI_INSTALLATION_ID: '7f0c3f8e-5f0e-4d3b-9a53-0a4b8f6f4d11' });
    const before = await world.transactionCount(mill.wallets.live);
    for (const answer of [
      await live.at(copy).send(baker.phone, 1_000),
      await live.at(copy).withdraw('256771234567', 1_000),
      await live.at(copy).collect('256771234567', 1_000),
    ]) {
      expect(codeOf(answer)).toEqual([503, 'operator_unavailable']);
      expect(answer.body.message).toContain('belongs to another installation');
      expect(answer.headers.has('retry-after')).toBe(true);
    }
    expect(await world.transactionCount(mill.wallets.live)).toBe(before);
    expect(await live.at(copy).money()).toEqual(await live.money());
    expect((await (await world.as(mill)).at(copy).send(baker.phone, 1_000)).status).toBe(200);
    expect((await live.send(baker.phone, 1_000)).status).toBe(200);
  });
});

describe('SECURITY.md, "Live operations are refused while the login of DATABASE_URL can do more than serve"', () => {
  const ownerOnly = () => ({
    DATABASE_URL: world.database.target.connectionString,
    NSIMBI_OWNER_DATABASE_URL: '',
  });

  test('a service that logs in as the owner moves no live money, shows everything, and serves test mode', async () => {
    const unsafe = await world.startAnother(ownerOnly());
    const before = await world.transactionCount(mill.wallets.live);
    for (const answer of [
      await live.at(unsafe).send(baker.phone, 1_000),
      await live.at(unsafe).withdraw('256771234567', 1_000),
      await live.at(unsafe).collect('256771234567', 1_000),
    ]) {
      expect(codeOf(answer)).toEqual([503, 'operator_unavailable']);
      expect(answer.body.message).toContain("the service's database login has more rights than it needs");
      expect(answer.headers.has('retry-after')).toBe(true);
    }
    expect(await world.transactionCount(mill.wallets.live)).toBe(before);
    expect(await live.at(unsafe).money()).toEqual(await live.money());
    expect((await (await world.as(mill)).at(unsafe).send(baker.phone, 1_000)).status).toBe(200);
    expect((await live.send(baker.phone, 1_000)).status).toBe(200);
  });

  test('doctor warns of it, and says how to mend it', async () => {
    const terminal = openTerminal(world.database, ownerOnly());
    try {
      const { lines } = await terminal.run('doctor', '--json');
      const found = lines.map((line): unknown => JSON.parse(line));
      expect(found).toContainEqual({
        check: 'login',
        result: 'warning',
        found: expect.stringMatching(/^the login .* of DATABASE_URL is a superuser, .*; live operations are refused$/),
        mend: expect.stringContaining('NSIMBI_OWNER_DATABASE_URL'),
      });
    } finally {
      terminal.close();
    }
  });
});

test('after all this the books agree', async () => {
  expect(await auditFindings(world.database.pool)).toEqual([]);
});
