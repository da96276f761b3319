import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { uniform } from '../../packages/operator-stand-ins/src/faults/uniform.ts';
import { waitUntil } from '../service/wait-until.ts';
import { expectCleanAudit } from './books.ts';
import { bringToAnEnd, waitForAgreement, waitForQuiet } from './soak/end.ts';
import { SoakLoad } from './soak/load.ts';
import { typeOfKind } from './soak/operation.ts';
import { readOurTransactions } from './soak/our-books.ts';
import { createSoakWorld, opening, type SoakWorld } from './soak/soak-world.ts';

/** `NSIMBI_TEST_SOAK_OPERATIONS=20000 NSIMBI_TEST_SOAK_SEEDS=1,2,3 npm run faults -- operators-soak` is the long run. */
const count = Number(process.env.NSIMBI_TEST_SOAK_OPERATIONS ?? '400');
const seeds = (process.env.NSIMBI_TEST_SOAK_SEEDS ?? '1').split(',').map(Number);
const workers = 64;
const kills = Math.max(4, Math.min(20, Math.round(count / 1_000)));

let world: SoakWorld;

// Ten commands and a service start one after the other, on a machine that may be busy with another seed.
const worldTimeoutMs = 600_000;

beforeEach(async () => {
  world = await createSoakWorld();
}, worldTimeoutMs);

afterEach(async () => {
  await world.close();
}, worldTimeoutMs);

test.each(seeds)(
  `seed %i: ${count} operations with every fault of both operators and ${kills} kills of the service agree with the operators' books`,
  { timeout: 600_000 + count * 60 },
  async (seed) => {
    const { baseUrl, clients } = world;
    const beganAtMs = performance.now();
    const load = new SoakLoad({ baseUrl, seed, count, clients });
    await world.faultsOn(seed);
    const running = load.run(workers);
    for (let kill = 1; kill <= kills; kill += 1) {
      const answered = (count * kill) / (kills + 1);
      await waitUntil(`${answered} operations are answered`, () => load.answered.length >= answered, 300_000);
      await world.kill();
      // Long enough, sometimes, for callbacks and their retries to find nobody.
      await sleep(uniform(seed, 'down', kill) * 3_000);
      await world.startAgain();
    }
    await running;
    const loadedAtMs = performance.now();
    const happened = await world.faultsOff();
    await waitForQuiet(world);
    await bringToAnEnd(world, seed);
    const { disagreements, withAPerson } = await waitForAgreement(world);
    const seconds = { load: secondsFrom(beganAtMs, loadedAtMs), end: secondsFrom(loadedAtMs, performance.now()) };
    console.log(JSON.stringify({ seed, count, kills, seconds, happened, withAPerson }));
    const explained = disagreements.slice(0, 5).map(({ what, reference }) => [what, ...world.logOf(reference)]);
    expect(explained).toEqual([]);
    await expectOneTransactionPerAnswer(load);
    await expectBalances(load);
    await expectCleanAudit(world.settings);
    await load.close();
  },
);

function secondsFrom(fromMs: number, untilMs: number): number {
  return Math.round((untilMs - fromMs) / 1_000);
}

/** Every operation that was answered with a transaction made that one and no other, and nothing was made unasked. */
async function expectOneTransactionPerAnswer(load: SoakLoad): Promise<void> {
  const strange = load.answered.filter(({ status }) => ![200, 409, 422, 502, 503].includes(status));
  expect(strange.map(({ operation, status, body }) => `${operation.key}: ${status} ${body}`)).toEqual([]);
  const answered = load.answered
    .filter(({ transactionId }) => transactionId !== null)
    .map(({ operation, transactionId }) => ({ transactionId, type: typeOfKind[operation.kind] }))
    .sort((one, other) => Number(one.transactionId) - Number(other.transactionId));
  const ours = (await readOurTransactions(world.database))
    .map(({ transactionId, type }) => ({ transactionId, type }))
    .sort((one, other) => one.transactionId - other.transactionId);
  expect(answered).toEqual(ours);
}

/** What a client has, held money included, is what it had with exactly what was completed. */
async function expectBalances(load: SoakLoad): Promise<void> {
  const ours = new Map(
    (await readOurTransactions(world.database)).map((transaction) => [transaction.transactionId, transaction]),
  );
  for (const client of world.clients) {
    let expected = opening;
    for (const { operation, transactionId } of load.answered) {
      const transaction = ours.get(transactionId ?? 0);
      if (operation.client !== client || transaction?.status !== 'completed') continue;
      expected += transaction.type === 'collection' ? transaction.netAmount : -transaction.amount;
    }
    const { body } = await load.get(client, '/api/v1/wallet/balance');
    const { data }: { data: { balance: number; held_balance: number } } = JSON.parse(body);
    expect(data.balance + data.held_balance, `client ${client.clientId}`).toBe(expected);
  }
}
