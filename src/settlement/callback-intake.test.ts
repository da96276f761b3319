import { pino } from 'pino';
import { Registry } from 'prom-client';
import { beforeEach, expect, it } from 'vitest';
import { waitUntil } from '../../test/service/wait-until.ts';
import { CallbackIntake } from './callback-intake.ts';

const callback = { path: '/callbacks/airtel', body: Buffer.from('{}') };
const dropped = 'nsimbi_operator_callbacks_dropped_total';

const minuteMs = 60_000;

let registry: Registry;
let lookedAt: string[];
let lines: string[];
/** A clock that a test moves, because what is counted by the minute would else depend on when the test runs. */
let nowMs: number;
beforeEach(() => {
  registry = new Registry();
  nowMs = 0;
  lookedAt = [];
  lines = [];
});

function intakeThat(receive: (operator: string) => Promise<boolean>): CallbackIntake {
  const logger = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
  const seen = lookedAt;
  return new CallbackIntake({
    nowMs: () => nowMs,
    receive: async (operator) => {
      seen.push(operator);
      return receive(operator);
    },
    metricsRegistry: registry,
    logger,
  });
}

const countOf = async (why: string) => {
  const metric = await registry.getSingleMetric(dropped)?.get();
  return metric?.values.find(({ labels }) => labels.why === why)?.value ?? 0;
};

it('handles nothing before its caller has continued', async () => {
  const intake = intakeThat(async () => true);
  intake.take('MTN', '192.0.2.1', callback);
  expect(lookedAt).toEqual([]);
  await waitUntil('it was looked at', () => lookedAt.length === 1);
});

/**
 * An intake whose looks do not end before `release`, but for those at callbacks of the operators "ours" and "quick".
 * @param isOurs says which operators' callbacks name payments.
 */
function heldIntake(isOurs: (operator: string) => boolean) {
  const held = Promise.withResolvers<void>();
  const intake = intakeThat(async (operator) => {
    if (operator !== 'ours' && operator !== 'quick') await held.promise;
    return isOurs(operator);
  });
  return { intake, release: () => held.resolve() };
}

/** Sends a callback that is looked at to the end before this returns. */
async function sendAndWait(intake: CallbackIntake, address: string, operator: string): Promise<void> {
  const before = lookedAt.length;
  intake.take(operator, address, callback);
  await waitUntil('it was looked at', () => lookedAt.length > before);
}

const takeMany = (intake: CallbackIntake, count: number, operator: string, addressOf: (n: number) => string) => {
  for (let n = 0; n < count; n += 1) intake.take(operator, addressOf(n), callback);
};

it('handles two hundred at once, queues a thousand more of an operator, and counts and logs once what is beyond', async () => {
  const { intake, release } = heldIntake(() => true);
  await sendAndWait(intake, '192.0.2.1', 'ours');
  takeMany(intake, 200, 'MTN', () => '192.0.2.1');
  await waitUntil('two hundred are looked at', () => lookedAt.length === 201);
  takeMany(intake, 1_200, 'MTN', () => '192.0.2.1');
  expect(await countOf('too_many')).toBe(200);
  expect(lookedAt).toHaveLength(201);
  expect(lines).toHaveLength(1);
  release();
  await waitUntil('the rest was looked at', () => lookedAt.length === 1_201);
});

it('keeps 250 of one address that has named no payment, and a thousand of all of these', async () => {
  const { intake } = heldIntake(() => true);
  takeMany(intake, 200, 'MTN', (n) => `192.0.2.${n}`);
  await waitUntil('two hundred are looked at', () => lookedAt.length === 200);
  takeMany(intake, 300, 'MTN', () => '198.51.100.1');
  expect(await countOf('too_many')).toBe(50);
  takeMany(intake, 1_000, 'MTN', (n) => `203.0.113.${n % 250}`);
  expect(await countOf('too_many')).toBe(50 + 250);
});

it('an address that named a payment has its place, and is looked at first, however many others wait', async () => {
  const { intake, release } = heldIntake((operator) => operator !== 'nobody');
  await sendAndWait(intake, '192.0.2.1', 'ours');
  takeMany(intake, 200, 'nobody', (n) => `198.51.100.${n}`);
  await waitUntil('two hundred are looked at', () => lookedAt.length === 201);
  takeMany(intake, 2_000, 'nobody', (n) => `203.0.113.${n % 250}`);
  intake.take('MTN', '192.0.2.1', callback);
  release();
  await waitUntil('what waited was looked at', () => lookedAt.length === 201 + 1 + 1_000);
  expect(lookedAt.indexOf('MTN')).toBe(201);
});

it('waiting callbacks of an address that turned out to name no payment of ours are dropped', async () => {
  const { intake, release } = heldIntake((operator) => operator === 'MTN');
  takeMany(intake, 200, 'nobody', () => '192.0.2.1');
  await waitUntil('two hundred are looked at', () => lookedAt.length === 200);
  takeMany(intake, 100, 'nobody', () => '192.0.2.1');
  intake.take('MTN', '192.0.2.2', callback);
  release();
  await waitUntil('the other address was heard', () => lookedAt.includes('MTN'));
  // Those that were taken before sixty had failed.
  expect(lookedAt.filter((operator) => operator === 'nobody').length).toBeLessThan(200 + 60);
  expect(await countOf('stranger')).toBeGreaterThan(40);
  expect(await countOf('too_many')).toBe(0);
});

it('an address that named a payment and then too many that are not ours has no place of its own any more', async () => {
  const { intake } = heldIntake((operator) => operator === 'ours');
  await sendAndWait(intake, '192.0.2.1', 'ours');
  for (let sent = 0; sent < 60; sent += 1) await sendAndWait(intake, '192.0.2.1', 'quick');
  intake.take('quick', '192.0.2.1', callback);
  expect(await countOf('stranger')).toBe(1);
  nowMs += minuteMs;
  takeMany(intake, 200, 'held', (n) => `198.51.100.${n}`);
  await waitUntil('two hundred are looked at', () => lookedAt.length === 261);
  takeMany(intake, 300, 'held', () => '192.0.2.1');
  expect(await countOf('too_many')).toBe(50);
});

it('handles no more from an address that named no payment of ours sixty times this minute, and all from another', async () => {
  const intake = intakeThat(async (operator) => operator === 'MTN');
  for (let sent = 1; sent <= 60; sent += 1) {
    intake.take('Airtel', '2001:db8::1', callback);
    await waitUntil('it was looked at', () => lookedAt.length === sent);
  }
  // The same subscriber from another of its addresses, with what would have been ours.
  intake.take('MTN', '2001:db8::2', callback);
  expect(await countOf('stranger')).toBe(1);
  intake.take('MTN', '192.0.2.1', callback);
  await waitUntil('the other address was heard', () => lookedAt.length === 61);
  expect(lookedAt.at(-1)).toBe('MTN');
  nowMs += minuteMs;
  intake.take('Airtel', '2001:db8::1', callback);
  await waitUntil('the next minute is heard again', () => lookedAt.length === 62);
});

it('an address with callbacks that name payments is never dropped', async () => {
  const intake = intakeThat(async () => true);
  for (let sent = 1; sent <= 200; sent += 1) intake.take('MTN', '192.0.2.1', callback);
  await waitUntil('all were looked at', () => lookedAt.length === 200);
  intake.take('MTN', '192.0.2.1', callback);
  await waitUntil('the next one, too', () => lookedAt.length === 201);
});

it('continues after one that could not be handled', async () => {
  const intake = intakeThat(async (operator) => {
    if (operator === 'MTN') throw new Error('no such column');
    return true;
  });
  intake.take('MTN', '192.0.2.1', callback);
  intake.take('Airtel', '192.0.2.1', callback);
  await waitUntil('both were looked at', () => lookedAt.length === 2);
  expect(lines.join()).toContain('no such column');
});

it('when closed, waits for what is looked at, forgets what waits, and takes nothing more', async () => {
  let ended = 0;
  const mayEnd = Promise.withResolvers<void>();
  const intake = intakeThat(async () => {
    await mayEnd.promise;
    ended += 1;
    return true;
  });
  for (let sent = 0; sent < 220; sent += 1) intake.take('MTN', '192.0.2.1', callback);
  await waitUntil('two hundred are looked at', () => lookedAt.length === 200);
  const closed = intake.close();
  mayEnd.resolve();
  await closed;
  expect(ended).toBe(200);
  intake.take('MTN', '192.0.2.1', callback);
  await new Promise((resolve) => setImmediate(resolve));
  expect(lookedAt).toHaveLength(200);
});
