import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBooks, expectSameAnswersAgain, learnTheRest } from '../faults/books.ts';
import { bringToAnEnd, waitForAgreement, waitForQuiet } from '../faults/soak/end.ts';
import { waitUntil } from '../service/wait-until.ts';
import { measure } from './measure.ts';
import { type Row, table } from './report.ts';
import { scenarios } from './scenarios.ts';
import { FailoverWorld, opening } from './world.ts';

/** How long a fault lasts, in seconds: longer than the lease of a primary. */
const seconds = Number(process.env.NSIMBI_FAILOVER_SECONDS ?? '60');
const workers = Number(process.env.NSIMBI_FAILOVER_WORKERS ?? '8');
/** A pause after each payment, so that the load leaves processor time to what it tests. */
const pauseMs = 250;

let world: FailoverWorld;
const rows: Row[] = [];

beforeAll(async () => {
  world = await FailoverWorld.create();
});

afterAll(async () => {
  if (rows.length > 0) {
    const text = table(rows, { cores: cpus().length, commit: commit() });
    console.log(text);
    if (process.env.NSIMBI_FAILOVER_REPORT) writeFileSync(process.env.NSIMBI_FAILOVER_REPORT, text);
  }
  await world?.close();
});

test.each(scenarios)('$name: no acknowledged payment is lost and none is made twice', async (scenario) => {
  const { load, cluster } = world;
  await cluster.waitUntilHealthy();
  const before = load.payments.length;
  load.start(workers, pauseMs);
  await waitUntil(
    'payments flow',
    () => load.payments.slice(before).filter(({ answer }) => answer !== null).length > 30,
  );
  const host = await scenario.host(world);
  const fromMs = performance.now();
  const { mend, watch } = await scenario.cause(world, host);
  await Promise.all([sleep(seconds * 1_000), watch?.()]);
  const seen = measure(load.tries, { fromMs, untilMs: performance.now() });
  await mend();
  await cluster.waitUntilHealthy();
  const healthy = load.acknowledged().length;
  await waitUntil('payments flow again', () => load.acknowledged().length > healthy + 30);
  await load.stop();
  const acknowledged = load.payments.slice(before).filter(({ answer }) => answer !== null);
  await expectSameAnswersAgain(load, acknowledged);
  await learnTheRest(load);
  const found = await world.compareAnswers(acknowledged);
  rows.push({ what: scenario.what, acknowledged: acknowledged.length, ...found, ...seen });
  console.log(JSON.stringify({ name: scenario.name, acknowledged: acknowledged.length, ...found, ...seen }));
  expect(found).toEqual({ lost: 0, duplicated: 0 });
  if (scenario.pauseMaxSeconds !== null) expect(seen.pauseSeconds).toBeLessThanOrEqual(scenario.pauseMaxSeconds);
});

test('the books agree with the clients and the operators, and the audit finds nothing', async () => {
  const database = await world.cluster.connect();
  const ending = { operators: world.operators, database, books: () => world.books() };
  await waitForQuiet(ending);
  await bringToAnEnd(ending, 1);
  const { disagreements } = await waitForAgreement(ending);
  await database.end();
  expect(disagreements).toEqual([]);
  await expectBooks(world.load, world.clients, opening, world.settings);
});

function commit(): string {
  return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  }).trim();
}
