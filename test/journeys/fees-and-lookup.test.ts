import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFeeSchedules } from '../../src/fees/schedules.ts';
import { exampleBasisPoints } from '../../src/http/openapi-example-transactions.ts';
import { auditFindings } from '../ledger/fixtures.ts';
import { type Business, type Json, type Speaker, World } from './world.ts';

let world: World;
let garage: Business;
let mechanic: Speaker;
let friend: Business;

const external = '256701234567';

beforeAll(async () => {
  world = await World.open();
  garage = await world.business('Katwe Garage', 50_000_000);
  mechanic = await world.as(garage);
  friend = await world.business('Spare Parts');
});
afterAll(() => world.close());

test('the examples of the OpenAPI document have the fees of a new installation', async () => {
  const schedules = await readFeeSchedules(world.database.pool);
  expect(Object.fromEntries(schedules.map(({ operation, bands }) => [operation, bands]))).toEqual(
    Object.fromEntries(
      Object.entries(exampleBasisPoints).map(([operation, basisPoints]) => [
        operation,
        [{ upTo: null, fixed: 0n, basisPoints, minimum: 0n, maximum: null }],
      ]),
    ),
  );
});

/** What an operation then took: fee, net and gross of its transaction. */
async function take(operation: string, amount: number, phone: string, senderPaysFee: boolean): Promise<Json> {
  const made =
    operation === 'send_money'
      ? await mechanic.send(phone, amount, { sender_pays_fee: senderPaysFee })
      : operation === 'withdrawal'
        ? await mechanic.withdraw(phone, amount)
        : await mechanic.collect(phone, amount);
  expect(made.status).toBe(200);
  return mechanic.end(made.body.data.transaction_id);
}

describe('interface-decisions 3, "GET /api/v1/wallet/fees": exactly what the operation would use', () => {
  test.each([
    { operation: 'send_money', amount: 50_000, phone: external, sender: true, fee: 3_000, net: 50_000, gross: 53_000 },
    { operation: 'send_money', amount: 50_000, phone: external, sender: false, fee: 3_000, net: 47_000, gross: 50_000 },
    { operation: 'send_money', amount: 507, phone: external, sender: true, fee: 30, net: 507, gross: 537 },
    { operation: 'send_money', amount: 508, phone: external, sender: true, fee: 30, net: 508, gross: 538 },
    { operation: 'send_money', amount: 509, phone: external, sender: false, fee: 31, net: 478, gross: 509 },
    { operation: 'send_money', amount: 50_000, phone: '', sender: true, fee: 0, net: 50_000, gross: 50_000 },
    { operation: 'send_money', amount: 50_000, phone: '', sender: false, fee: 0, net: 50_000, gross: 50_000 },
    {
      operation: 'withdrawal',
      amount: 100_000,
      phone: external,
      sender: true,
      fee: 3_500,
      net: 100_000,
      gross: 103_500,
    },
    { operation: 'withdrawal', amount: 500, phone: external, sender: true, fee: 18, net: 500, gross: 518 },
    { operation: 'collection', amount: 50_000, phone: external, sender: true, fee: 2_500, net: 47_500, gross: 50_000 },
    { operation: 'collection', amount: 1_030, phone: external, sender: true, fee: 52, net: 978, gross: 1_030 },
  ])('$operation of $amount to "$phone", sender pays: $sender, costs $fee', async (row) => {
    const phone = row.phone === '' ? friend.phone : row.phone;
    const query = `operation=${row.operation}&amount=${row.amount}&recipient_phone=${phone}&sender_pays_fee=${row.sender}`;
    const { status, body } = await mechanic.get(`/wallet/fees?${query}`);
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      message: 'Fee calculated.',
      data: {
        operation: row.operation,
        amount: row.amount,
        fee_amount: row.fee,
        net_amount: row.net,
        total_deducted: row.gross,
        transfer_type: row.phone === '' ? 'internal' : 'external',
        currency: 'UGX',
      },
    });
    expect(await take(row.operation, row.amount, phone, row.sender)).toMatchObject({
      fee_amount: row.fee,
      net_amount: row.net,
      amount: row.gross,
    });
  });

  test.each([
    ['operation=send_money&amount=499', 'amount_too_small'],
    ['operation=withdrawal&amount=5000001', 'amount_too_large'],
    ['operation=collection&amount=999', 'amount_too_small'],
    ['operation=gift&amount=5000', 'invalid_request'],
    ['operation=send_money', 'invalid_request'],
    ['operation=send_money&amount=5000&recipient_phone=0701234567', 'invalid_request'],
  ])('%s is refused as %s', async (query, code) => {
    const { status, body } = await mechanic.get(`/wallet/fees?${query}`);
    expect([status, body.code]).toEqual([422, code]);
  });

  test('a phone that gets a wallet after it was asked about is internal from then on', async () => {
    const phone = '256772190002';
    const ask = async () => {
      const fees = await mechanic.get(`/wallet/fees?operation=send_money&amount=10000&recipient_phone=${phone}`);
      const lookup = await mechanic.get(`/wallet/lookup?phone=${phone}`);
      return [fees.body.data.fee_amount, fees.body.data.transfer_type, lookup.body.data.is_wallet];
    };
    expect(await ask()).toEqual([600, 'external', false]);
    await world.business('New Neighbour', 0, phone);
    expect(await ask()).toEqual([0, 'internal', true]);
  });
});

describe('interface-decisions 4, "Fees"', () => {
  const quote = async (operation: string, amount: number, speaker = mechanic) =>
    (await speaker.get(`/wallet/fees?operation=${operation}&amount=${amount}`)).body.data?.fee_amount;

  test('bands, fixed part, minimum and maximum, for one client; what was accepted keeps its fee', async () => {
    const other = await world.as(await world.business('Another Garage'));
    const { body: accepted } = await mechanic.withdraw('256770000009', 10_000);
    await world.terminal.ask(
      ...['fees', 'set', 'withdrawal', '--client', String(garage.clientId)],
      ...['--band', 'up_to=10000,fixed=100,basis_points=50,minimum=140'],
      ...['--band', 'up_to=100000,fixed=200,basis_points=100,maximum=900'],
      ...['--band', 'fixed=5000'],
    );
    await expect.poll(() => quote('withdrawal', 10_000)).toBe(150);
    expect(await quote('withdrawal', 500)).toBe(140);
    expect(await quote('withdrawal', 10_001)).toBe(300);
    expect(await quote('withdrawal', 100_000)).toBe(900);
    expect(await quote('withdrawal', 100_001)).toBe(5_000);
    expect(await quote('withdrawal', 100_000, other)).toBe(3_500);
    expect(await take('withdrawal', 10_001, external, true)).toMatchObject({ fee_amount: 300, amount: 10_301 });

    expect((await mechanic.transaction(accepted.data.transaction_id)).fee_amount).toBe(350);
    const [prompt] = (await mechanic.get('/test/prompts')).body.data;
    await mechanic.post(`/test/prompts/${prompt.id}/approve`, {});
    expect(await mechanic.end(accepted.data.transaction_id)).toMatchObject({ status: 'completed', fee_amount: 350 });
  });

  test('a schedule that begins later costs nothing today', async () => {
    await world.terminal.ask(
      ...['fees', 'set', 'collection', '--client', String(garage.clientId), '--from', '2099-01-01T00:00:00Z'],
      ...['--band', 'fixed=999'],
    );
    expect(await quote('collection', 50_000)).toBe(2_500);
  });

  test('"A fee that would leave a net of 0 or less is refused", and nothing is written', async () => {
    await world.terminal.ask(
      ...['fees', 'set', 'send_money_external', '--client', String(garage.clientId), '--band', 'fixed=500'],
    );
    await expect.poll(() => quote('send_money', 600)).toBe(500);
    const before = await world.transactionCount(garage.wallets.test);
    const refused = await mechanic.send(external, 500, { sender_pays_fee: false });
    expect([refused.status, refused.body.code, Object.keys(refused.body.errors)]).toEqual([
      422,
      'amount_too_small',
      ['amount'],
    ]);
    expect(await world.transactionCount(garage.wallets.test)).toBe(before);
    expect(await take('send_money', 501, external, false)).toMatchObject({ net_amount: 1, fee_amount: 500 });
  });

  test('an internal payment with a fee: the recipient gets the net, the fee is ours', async () => {
    await world.terminal.ask(
      ...['fees', 'set', 'send_money_internal', '--client', String(garage.clientId), '--band', 'basis_points=100'],
    );
    const fees = `/wallet/fees?operation=send_money&amount=10000&recipient_phone=${friend.phone}`;
    await expect.poll(async () => (await mechanic.get(fees)).body.data.fee_amount).toBe(100);
    const receiver = await world.as(friend);
    const before = await receiver.money();
    expect(await take('send_money', 10_000, friend.phone, false)).toMatchObject({ amount: 10_000, net_amount: 9_900 });
    expect(await take('send_money', 10_000, friend.phone, true)).toMatchObject({ amount: 10_100, net_amount: 10_000 });
    expect(await receiver.money()).toEqual({ balance: before.balance + 19_900, held: 0 });
  });
});

describe('interface-decisions 3, "GET /api/v1/wallet/lookup?phone=…"', () => {
  test.each([
    { phone: '256771234567', operator: 'MTN' },
    { phone: '256701234567', operator: 'Airtel' },
  ])('$phone is of $operator, with a registered name, and no wallet', async ({ phone, operator }) => {
    const { status, body } = await mechanic.get(`/wallet/lookup?phone=${phone}`);
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      message: 'Phone number looked up.',
      data: { phone, operator, registered_name: expect.stringMatching(/^\p{Lu}\S+ \p{Lu}\S+$/u), is_wallet: false },
    });
    const { body: sent } = await mechanic.send(phone, 1_000);
    expect(sent.data.recipient_name).toBe(body.data.registered_name);
    await mechanic.end(sent.data.transaction_id);
  });

  test('a phone of another wallet of this mode is named after its business, as the payment to it records', async () => {
    const { body } = await mechanic.get(`/wallet/lookup?phone=${friend.phone}`);
    expect(body.data).toMatchObject({ registered_name: 'Spare Parts', is_wallet: true });
    const { body: sent } = await mechanic.send(friend.phone, 1_000);
    expect(sent.data).toMatchObject({ transfer_type: 'internal', recipient_name: body.data.registered_name });
  });

  test.each(['0771234567', '%2B256771234567', '256000000000', '25677'])('%s is refused', async (phone) => {
    const { status, body } = await mechanic.get(`/wallet/lookup?phone=${phone}`);
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'invalid_request', ['phone']]);
  });
});

test('after all this the books agree', async () => {
  expect(await auditFindings(world.database.pool)).toEqual([]);
});
