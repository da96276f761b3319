import { pino } from 'pino';
import { Registry } from 'prom-client';
import { beforeEach, expect, it } from 'vitest';
import { waitUntil } from '../../test/service/wait-until.ts';
import { CallbackIntake } from './callback-intake.ts';

const callback = { path: '/callbacks/airtel', headers: {}, body: Buffer.from('{}') };
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

it('looks at nothing before whoever called has gone on', async () => {
  const intake = intakeThat(async () => true);
  intake.take('MTN', '192.0.2.1', callback);
  expect(lookedAt).toEqual([]);
  await waitUntil('it was looked at', () => lookedAt.length === 1);
});

it('looks at two hundred at once, keeps a thousand more, and counts and tells once what is beyond', async () => {
  let letGo = () => undefined as unknown;
  const held = new Promise<boolean>((resolve) => {
    letGo = () => resolve(true);
  });
  const intake = intakeThat(() => held);
  for (let sent = 0; sent < 200; sent += 1) intake.take('MTN', '192.0.2.1', callback);
  await waitUntil('two hundred are looked at', () => lookedAt.length === 200);
  for (let sent = 0; sent < 1_200; sent += 1) intake.take('MTN', '192.0.2.1', callback);
  expect(await countOf('too_many')).toBe(200);
  expect(lookedAt).toHaveLength(200);
  expect(lines).toHaveLength(1);
  letGo();
  await waitUntil('the rest was looked at', () => lookedAt.length === 1_200);
});

it('looks at no more from an address that named nothing of ours sixty times this minute, and at all from another', async () => {
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

it('an address whose callbacks name payments is never shut out', async () => {
  const intake = intakeThat(async () => true);
  for (let sent = 1; sent <= 200; sent += 1) intake.take('MTN', '192.0.2.1', callback);
  await waitUntil('all were looked at', () => lookedAt.length === 200);
  intake.take('MTN', '192.0.2.1', callback);
  await waitUntil('the next one, too', () => lookedAt.length === 201);
});

it('goes on after one that could not be looked at', async () => {
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
  const intake = intakeThat(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    ended += 1;
    return true;
  });
  for (let sent = 0; sent < 220; sent += 1) intake.take('MTN', '192.0.2.1', callback);
  await waitUntil('two hundred are looked at', () => lookedAt.length === 200);
  await intake.close();
  expect(ended).toBe(200);
  intake.take('MTN', '192.0.2.1', callback);
  await new Promise((resolve) => setImmediate(resolve));
  expect(lookedAt).toHaveLength(200);
});
