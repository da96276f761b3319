import { rmSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFakedClock, type FakedClock } from '../service/faked-clock.ts';
import { runNsimbi } from '../service/nsimbi-command.ts';
import { createOwnPostgres, type OwnPostgres } from '../service/own-postgres.ts';
import type { SeededClient } from '../service/seeded-clients.ts';
import { waitUntil } from '../service/wait-until.ts';
import { expectCleanAudit, expectSameAnswersAgain } from './books.ts';
import { isForGood, type Payment, PaymentLoad } from './payment-load.ts';
import { createFolder, createWorld, type World } from './world.ts';

const hour = 3_600;
const day = 24 * hour;
/** Longer than the pause of every duty of housekeeping, so that each has run while the clock was wrong. */
const dutiesMs = 65_000;

let folder: string;
let clock: FakedClock;
let postgres: OwnPostgres;
let world: World;
let load: PaymentLoad;
let shop: SeededClient;
let customer: SeededClient;
let database: pg.Pool;
let paid: Payment;
let waiting: Payment;
let withdrawn: Payment;

beforeAll(async () => {
  folder = createFolder();
  clock = createFakedClock(folder);
  postgres = await createOwnPostgres(folder, clock.wrap);
  world = await createWorld({
    DATABASE_URL: postgres.urlOf('nsimbi'),
    NSIMBI_APPROVAL_EXPIRY: '1d',
    // Longer than this file takes: each query finds the payment still open.
    NSIMBI_SIMULATOR_DELAY: '1h',
  });
  [shop, customer] = world.clients as [SeededClient, SeededClient];
  load = new PaymentLoad(world.service.baseUrl, world.clients, 'inside');
  database = new pg.Pool({ connectionString: postgres.urlOf('nsimbi'), max: 2 });
  database.on('error', () => undefined);
  const wallet = ['--client', String(shop.clientId), '--mode', 'test'];
  await runNsimbi(['client', 'approval-threshold', ...wallet, '--amount', '1000000'], world.settings);
  paid = await pay('order-1');
  waiting = await withdraw('salary-1', 2_000_000);
  withdrawn = await withdraw('supplier-1', 50_000);
});

afterAll(async () => {
  await load.close();
  await database.end();
  await world.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a clock eight days ahead for a minute repeats no payment, ends no approval and delays no query', async () => {
  clock.set(8 * day);
  expect(await clockOfReadiness('differs')).toBe('differs');
  const during = [await pay('order-2'), await withdraw('supplier-2', 60_000)];
  await queriedAgain(withdrawn);
  await dutiesHaveRun();
  await nothingHasEnded();
  clock.set(0);
  expect(await clockOfReadiness('ok')).toBe('ok');
  for (const withdrawal of [withdrawn, ...during.slice(1)]) await queriedAgain(withdrawal);
  await expectSameAnswersAgain(load, during);
  await nothingHasEnded();
});

test('a clock eight days behind stops no query and repeats no payment', async () => {
  clock.set(-8 * day);
  expect(await clockOfReadiness('differs')).toBe('differs');
  await queriedAgain(withdrawn);
  const during = await pay('order-3');
  clock.set(0);
  expect(await clockOfReadiness('ok')).toBe('ok');
  await queriedAgain(withdrawn);
  await expectSameAnswersAgain(load, [during]);
  await nothingHasEnded();
});

test('a server that takes over with a clock of five hours before serves the same payments', async () => {
  await postgres.kill();
  clock.set(-5 * hour);
  await postgres.start();
  const after = await pay('order-4');
  await queriedAgain(withdrawn);
  await expectSameAnswersAgain(load, [after]);
  await nothingHasEnded();
});

test('three days of downtime end no key, no approval and no truth deadline', async () => {
  await world.service.end('SIGTERM');
  await postgres.stop();
  clock.set(3 * day);
  await postgres.start();
  await world.startAgain();
  expect(await clockOfReadiness('differs')).toBe('differs');
  await queriedAgain(withdrawn);
  await dutiesHaveRun();
  await nothingHasEnded();
  const { rows } = await database.query('SELECT FROM nsimbi.review_case');
  expect(rows).toEqual([]);
  await expectCleanAudit(world.settings);
});

/** Every key replays its first response, and what waited for a person or an operator still does. */
async function nothingHasEnded(): Promise<void> {
  await expectSameAnswersAgain(load, [paid, waiting, withdrawn]);
  expect(await statusOf(waiting)).toBe('pending');
  expect(await statusOf(withdrawn)).toBe('processing');
}

async function pay(key: string): Promise<Payment> {
  return await accept({
    client: shop,
    path: '/api/v1/wallet/send-money',
    key,
    body: JSON.stringify({ recipient_phone: customer.phone, amount: 25_000, description: key }),
    answer: null,
  });
}

async function withdraw(key: string, amount: number): Promise<Payment> {
  return await accept({
    client: shop,
    path: '/api/v1/wallet/withdraw/mobile',
    key,
    body: JSON.stringify({ phone: '256772123456', amount }),
    answer: null,
  });
}

/** Sends a payment until it is accepted: the moment of a jump may end a statement that is running. */
async function accept(payment: Payment): Promise<Payment> {
  payment.answer = await waitUntil(`${payment.key} is accepted`, async () => {
    const answer = await load.send(payment);
    return answer !== null && isForGood(answer) ? answer : false;
  });
  return payment;
}

function transactionIdOf({ answer }: Payment): number {
  const { data }: { data: { transaction_id: number } } = JSON.parse(answer?.body ?? '{}');
  return data.transaction_id;
}

async function statusOf(payment: Payment): Promise<string> {
  const { body } = await load.get(shop, `/api/v1/wallet/transactions/${transactionIdOf(payment)}`);
  const { data }: { data: { status: string } } = JSON.parse(body);
  return data.status;
}

/** Waits until the operator has been queried about a withdrawal once more. */
async function queriedAgain(withdrawal: Payment): Promise<void> {
  const queries = async () => {
    const { rows } = await database.query<{ queries: number }>(
      'SELECT queries FROM nsimbi.submission WHERE transaction_id = $1',
      [transactionIdOf(withdrawal)],
    );
    return rows[0]?.queries ?? 0;
  };
  const before = await waitUntil('the database answers', () => queries().catch(() => undefined));
  await waitUntil(`${withdrawal.key} is queried again`, async () => (await queries().catch(() => 0)) > before);
}

async function dutiesHaveRun(): Promise<void> {
  const untilMs = performance.now() + dutiesMs;
  await waitUntil('every duty has run', () => performance.now() > untilMs, 2 * dutiesMs);
}

async function clockOfReadiness(awaited: string): Promise<string> {
  return await waitUntil(`/readyz says that the clock is ${awaited}`, async () => {
    const response = await fetch(`${world.service.baseUrl}/readyz`).catch(() => null);
    if (response === null || !response.ok) return false;
    const { details }: { details: { clock?: string } } = JSON.parse(await response.text());
    return details.clock === awaited ? awaited : false;
  });
}
