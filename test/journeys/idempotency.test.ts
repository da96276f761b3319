import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testFolderMark } from '../../src/postgres/open-database.ts';
import { auditFindings } from '../ledger/fixtures.ts';
import { freePort } from '../service/free-port.ts';
import { startService } from '../service/service-process.ts';
import { type Answer, type Business, type Speaker, sharedEncryptionKeys, World } from './world.ts';

let world: World;
let secondUrl: string;
let store: Business;
let friend: Business;
let keeper: Speaker;

const external = '256701234567';

beforeAll(async () => {
  world = await World.open();
  secondUrl = await world.startAnother();
  store = await world.business('Corner Store', 50_000_000);
  friend = await world.business('Friend');
  keeper = await world.as(store);
});
afterAll(() => world.close());

const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key });
const codeOf = ({ status, body }: Answer) => [status, body.code];

type Operation = (headers: Record<string, string>, speaker?: Speaker) => Promise<Answer>;
const operations: Record<string, Operation> = {
  'send-money internal': (headers, speaker = keeper) => speaker.send(friend.phone, 5_000, {}, headers),
  'send-money external': (headers, speaker = keeper) => speaker.send(external, 5_000, {}, headers),
  'withdraw/mobile': (headers, speaker = keeper) => speaker.withdraw(external, 5_000, {}, headers),
  'collect-payment': (headers, speaker = keeper) => speaker.collect(external, 5_000, {}, headers),
  'test/wallet/fund': (headers, speaker = keeper) => speaker.post('/test/wallet/fund', { amount: 5_000 }, headers),
  'send-money that is refused at once, 422': (headers, speaker = keeper) =>
    speaker.send('256770000002', 5_000, {}, headers),
  'withdraw/mobile that the operator refuses us, 502': (headers, speaker = keeper) =>
    speaker.withdraw('256770000003', 5_000, {}, headers),
  'collect-payment that reaches nobody, 503': (headers, speaker = keeper) =>
    speaker.collect('256770000006', 5_000, {}, headers),
};

describe('interface-decisions 1, "Idempotency-Key": "Same key and same body: the first answer again, byte for byte"', () => {
  test.each(Object.entries(operations))('%s: here and on another process, also when it has ended', async (_, ask) => {
    const headers = keyed();
    const first = await ask(headers);
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    const id = first.body.data.transaction_id;
    const count = await world.transactionCount(store.wallets.test);
    const again = [await ask(headers), await ask(headers, keeper.at(secondUrl))];
    await keeper.end(id);
    again.push(await ask(headers), await ask(headers, keeper.at(secondUrl)));
    for (const answer of again) {
      expect(answer.status).toBe(first.status);
      expect(answer.text).toBe(first.text);
      expect(answer.headers.get('idempotent-replayed')).toBe('true');
      expect(answer.headers.get('content-type')).toBe(first.headers.get('content-type'));
    }
    expect(await world.transactionCount(store.wallets.test)).toBe(count);
  });

  test('also of an internal payment with a fee, when the balance and the fee are others by then', async () => {
    const business = await world.business('With a Fee', 50_000);
    const payer = await world.as(business);
    const chargeFee = async (fee: number) => {
      const client = ['--client', String(business.clientId)];
      await world.terminal.ask('fees', 'set', 'send_money_internal', ...client, '--band', `fixed=${fee}`);
      for (const url of [world.baseUrl, secondUrl]) {
        const charged = async () => (await payer.at(url).send(friend.phone, 2_000)).body.data.fee_amount;
        await expect.poll(charged, { interval: 200 }).toBe(fee);
      }
    };
    await chargeFee(300);
    const { balance } = await payer.money();
    const headers = keyed();
    const ask = (url: string) => payer.at(url).send(friend.phone, 1_000, { sender_pays_fee: false }, headers);
    const first = await ask(world.baseUrl);
    expect(first.body.data).toMatchObject({ amount_sent: 700, fee_amount: 300, new_balance: balance - 1_000 });
    await chargeFee(1_000);
    for (const url of [world.baseUrl, secondUrl]) {
      const again = await ask(url);
      expect([again.status, again.text]).toEqual([200, first.text]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    }
  });

  test('the bytes of a payment between two wallets and of test money, whatever the name of the recipient is', async () => {
    const named = await world.business('Matooke "fresh" \u2028 € 🍌 \\');
    const headers = keyed();
    const sent = await keeper.send(named.phone, 5_000, {}, headers);
    const funded = await keeper.post('/test/wallet/fund', { amount: 5_000 });
    // What differs from payment to payment is taken from the answer itself.
    const [payment, deposit] = [sent.body.data, funded.body.data];
    expect(sent.text).toBe(
      `{"success":true,"message":"The money was sent.","data":{"transaction_id":${payment.transaction_id},` +
        `"reference":"${payment.reference}","recipient_name":"Matooke \\"fresh\\" \u2028 € 🍌 \\\\",` +
        `"recipient_phone":"${named.phone}",` +
        '"amount_sent":5000,"fee_amount":0,"total_deducted":5000,"transfer_type":"internal","status":"completed",' +
        `"requires_approval":false,"new_balance":${payment.new_balance},"external_reference":null,` +
        `"created_at":"${payment.created_at}","completed_at":"${payment.created_at}"}}`,
    );
    expect(funded.text).toBe(
      `{"success":true,"message":"The test money is in the wallet.","data":{"transaction_id":${deposit.transaction_id},` +
        `"reference":"${deposit.reference}","amount":5000,"new_balance":${deposit.new_balance},` +
        `"created_at":"${deposit.created_at}"}}`,
    );
    expect((await keeper.send(named.phone, 5_000, {}, headers)).text).toBe(sent.text);
  });

  test('twenty at once on two processes pay once: all get the one response, or 409 until it is stored', async () => {
    const before = await keeper.money();
    const headers = keyed();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        keeper.at(index % 2 === 0 ? world.baseUrl : secondUrl).send(friend.phone, 7_000, {}, headers),
      ),
    );
    const paid = answers.filter(({ status }) => status === 200);
    expect(paid.length).toBeGreaterThan(0);
    expect(new Set(paid.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ status }) => status !== 200).map(codeOf)).toEqual(
      Array(20 - paid.length).fill([409, 'request_in_progress']),
    );
    expect((await keeper.money()).balance).toBe(before.balance - 7_000);
  });

  test('without a key the same request pays twice', async () => {
    const before = await keeper.money();
    await keeper.send(friend.phone, 1_000);
    await keeper.send(friend.phone, 1_000);
    expect((await keeper.money()).balance).toBe(before.balance - 2_000);
  });

  test('"per client and mode": another client’s same key is another key', async () => {
    const headers = keyed('order-1');
    expect((await keeper.send(friend.phone, 1_000, {}, headers)).status).toBe(200);
    const stranger = await world.as(await world.business('Stranger', 10_000));
    const answer = await stranger.send(friend.phone, 2_000, {}, headers);
    expect([answer.status, answer.body.data.amount_sent]).toEqual([200, 2_000]);
    expect(answer.headers.has('idempotent-replayed')).toBe(false);
  });

  test('another API key of the same client gets the same answer', async () => {
    const headers = keyed();
    const first = await keeper.send(friend.phone, 1_500, {}, headers);
    const second = await (await world.as(store)).send(friend.phone, 1_500, {}, headers);
    expect(second.text).toBe(first.text);
  });

  test('a trailing slash is the same request', async () => {
    const headers = keyed();
    const body = { recipient_phone: friend.phone, amount: 1_000 };
    const first = await keeper.post('/wallet/send-money', body, headers);
    expect((await keeper.post('/wallet/send-money/', body, headers)).text).toBe(first.text);
  });
});

describe('interface-decisions 1, "Same key, other body: 422 idempotency_key_reused"', () => {
  test.each<[string, Operation]>([
    ['another amount', (headers) => keeper.send(friend.phone, 2_001, {}, headers)],
    ['another recipient', (headers) => keeper.send(external, 2_000, {}, headers)],
    ['one more field', (headers) => keeper.send(friend.phone, 2_000, { description: 'x' }, headers)],
    ['another operation', (headers) => keeper.withdraw(friend.phone, 2_000, {}, headers)],
    [
      'another process',
      (headers) => keeper.at(secondUrl).send(friend.phone, 2_000, { sender_pays_fee: false }, headers),
    ],
  ])('%s', async (_, ask) => {
    const headers = keyed();
    expect((await keeper.send(friend.phone, 2_000, {}, headers)).status).toBe(200);
    const before = await keeper.money();
    const count = await world.transactionCount(store.wallets.test);
    const answer = await ask(headers);
    expect(codeOf(answer)).toEqual([422, 'idempotency_key_reused']);
    expect(answer.body.data).toBeUndefined();
    expect(await keeper.money()).toEqual(before);
    expect(await world.transactionCount(store.wallets.test)).toBe(count);
  });
});

describe('interface-decisions 1, "Still running: 409 with Retry-After"', () => {
  test('while the operator keeps the first request waiting, here and elsewhere; afterwards the same bytes', async () => {
    const headers = keyed();
    const first = keeper.send('256770000004', 3_000, {}, headers);
    await expect
      .poll(async () => {
        const { rows } = await world.database.pool.query('SELECT FROM idempotency_key WHERE key = $1', [
          headers['idempotency-key'],
        ]);
        return rows.length;
      })
      .toBe(1);
    for (const url of [world.baseUrl, secondUrl]) {
      const answer = await keeper.at(url).send('256770000004', 3_000, {}, headers);
      expect(codeOf(answer)).toEqual([409, 'request_in_progress']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(answer.headers.has('idempotent-replayed')).toBe(false);
    }
    const { status, text } = await first;
    expect(status).toBe(200);
    for (const url of [world.baseUrl, secondUrl]) {
      expect((await keeper.at(url).send('256770000004', 3_000, {}, headers)).text).toBe(text);
    }
  });
});

describe('interface-decisions 1, "a refusal that moved nothing may be repeated with the same key"', () => {
  test.each<{
    why: string;
    refused: (headers: Record<string, string>, poor: Speaker) => Promise<Answer>;
    code: string;
  }>([
    {
      why: 'validation',
      refused: (headers, poor) => poor.send(friend.phone, 1, {}, headers),
      code: 'amount_too_small',
    },
    {
      why: 'funds',
      refused: (headers, poor) => poor.send(friend.phone, 5_000, {}, headers),
      code: 'insufficient_funds',
    },
    {
      why: 'own wallet',
      refused: (headers, poor) => poor.send('256772190003', 5_000, {}, headers),
      code: 'own_wallet',
    },
  ])('$why', async ({ refused, code, why }) => {
    const business = await world.business(`Poor by ${why}`, 0, why === 'own wallet' ? '256772190003' : undefined);
    const poor = await world.as(business);
    const headers = keyed();
    expect(codeOf(await refused(headers, poor))).toEqual([422, code]);
    await world.fund(business, 'test', 50_000);
    const answer = await poor.send(friend.phone, 5_000, {}, headers);
    expect([answer.status, answer.body.data.status]).toEqual([200, 'completed']);
    expect(answer.headers.has('idempotent-replayed')).toBe(false);
  });

  test('limits, 403 and 429 too', async () => {
    const business = await world.business('Held Back', 50_000);
    const wallet = ['--client', String(business.clientId), '--mode', 'test'];
    const headers = keyed();
    const forbidden = await world.as(business, { permissions: ['wallet:read'] });
    expect(codeOf(await forbidden.send(friend.phone, 5_000, {}, headers))).toEqual([403, 'forbidden']);
    const slow = await world.as(business, { rateLimits: { send_money: 1 } });
    let last = await slow.send(business.phone, 5_000);
    while (last.status !== 429) last = await slow.send(business.phone, 5_000, {}, headers);
    await world.terminal.ask('client', 'limit', ...wallet, '--per-transaction', '4999');
    const speaker = await world.as(business);
    expect(codeOf(await speaker.send(friend.phone, 5_000, {}, headers))).toEqual([422, 'limit_exceeded']);
    await world.terminal.ask('client', 'limit', ...wallet, '--per-transaction', 'none');
    await world.terminal.ask('client', 'freeze', ...wallet);
    expect(codeOf(await speaker.send(friend.phone, 5_000, {}, headers))).toEqual([422, 'wallet_frozen']);
    await world.terminal.ask('client', 'unfreeze', ...wallet);
    expect((await speaker.send(friend.phone, 5_000, {}, headers)).status).toBe(200);
    // And now it is remembered, whatever would be refused today.
    await world.terminal.ask('client', 'freeze', ...wallet);
    const replayed = await speaker.send(friend.phone, 5_000, {}, headers);
    expect([replayed.status, replayed.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  });

  test('a repeat of a payment is answered although the money is gone by now', async () => {
    const speaker = await world.as(await world.business('All In', 5_000));
    const headers = keyed();
    const first = await speaker.send(friend.phone, 5_000, {}, headers);
    expect(first.body.data.new_balance).toBe(0);
    expect((await speaker.send(friend.phone, 5_000, {}, headers)).text).toBe(first.text);
  });

  test('a repeat is answered although fees have changed so that it would be refused today; the key keeps its body', async () => {
    const business = await world.business('Old Prices', 50_000);
    const speaker = await world.as(business);
    const ask = (amount: number, headers: Record<string, string>) =>
      speaker.send(external, amount, { sender_pays_fee: false }, headers);
    const headers = keyed();
    const first = await ask(600, headers);
    expect(first.status).toBe(200);
    await world.terminal.ask(
      ...['fees', 'set', 'send_money_external', '--client', String(business.clientId), '--band', 'fixed=600'],
    );
    await expect
      .poll(async () => codeOf(await ask(600, keyed())), { interval: 200 })
      .toEqual([422, 'amount_too_small']);
    const again = await ask(600, headers);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(codeOf(await ask(599, headers))).toEqual([422, 'idempotency_key_reused']);
    await speaker.end(first.body.data.transaction_id);
  });
});

describe('interface-decisions 1, "also after a crash or on another process"', () => {
  test.each([
    {
      operation: 'send-money',
      ask: (speaker: Speaker, headers: Record<string, string>) => speaker.send('256770000004', 9_000, {}, headers),
    },
    {
      operation: 'withdraw/mobile',
      ask: (speaker: Speaker, headers: Record<string, string>) => speaker.withdraw('256770000004', 9_000, {}, headers),
    },
  ])(
    'a process dies while it waits for the operator: another one gives the response when it is due, twice the same ($operation)',
    async ({ ask }) => {
      const folder = mkdtempSync(join(tmpdir(), 'nsimbi-crash-'));
      writeFileSync(join(folder, testFolderMark), '');
      try {
        const dying = await startService({
          port: await freePort(),
          logFile: join(folder, 'service.log'),
          settings: {
            ...world.database.settings,
            NSIMBI_DATA_DIR: folder,
            NSIMBI_ENCRYPTION_KEYS: sharedEncryptionKeys,
            NSIMBI_OPERATOR_WAIT: '4s',
          },
        });
        const before = await keeper.money();
        const headers = keyed();
        const lost = ask(keeper.at(dying.baseUrl), headers).then(
          ({ status }) => status,
          () => 'no answer',
        );
        await expect
          .poll(async () => {
            // The operator has the call, so that it ends within seconds and not by a send ten minutes later.
            const { rows } = await world.database.pool.query(
              `SELECT FROM idempotency_key k
                 JOIN operator_reference r ON r.transaction_id = k.transaction_id
                 JOIN simulator_payment p ON p.reference = r.reference
                WHERE k.key = $1`,
              [headers['idempotency-key']],
            );
            return rows.length;
          })
          .toBe(1);
        await dying.end('SIGKILL');
        expect(await lost).toBe('no answer');

        const meanwhile = await ask(keeper, headers);
        expect(codeOf(meanwhile)).toEqual([409, 'request_in_progress']);
        let due = meanwhile;
        await expect
          .poll(
            async () => {
              due = await ask(keeper, headers);
              return due.status;
            },
            { interval: 200 },
          )
          .toBe(200);
        const { data } = due.body;
        expect(data).toMatchObject({ status: 'processing' });
        expect(data.new_balance).toBe(before.balance - data.total_deducted);
        await keeper.end(data.transaction_id);
        for (const url of [world.baseUrl, secondUrl]) {
          const again = await ask(keeper.at(url), headers);
          expect(again.text).toBe(due.text);
          expect(again.headers.get('idempotent-replayed')).toBe('true');
        }
        expect(await keeper.money()).toEqual({ balance: before.balance - data.total_deducted, held: 0 });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});

test('after all this the books agree', async () => {
  expect(await auditFindings(world.database.pool)).toEqual([]);
});
