import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readCredentials } from '../../src/first-start.ts';
import { freePort } from '../../test/service/free-port.ts';
import { runNsimbi } from '../../test/service/nsimbi-command.ts';
import { seedClients } from '../../test/service/seeded-clients.ts';
import { type ServiceProcess, startService } from '../../test/service/service-process.ts';
import type { Part } from '../bench.ts';
import { type Flood, type FloodTarget, floodsOf } from '../floods/catalogue.ts';
import type { FloodOutcomes } from '../floods/flooder.ts';
import { GeneratorProcess } from '../floods/generator-process.ts';
import { type PaymentsMeasured, share } from '../floods/paced-payments.ts';
import { measureNames } from '../floods/table.ts';
import { allowedCores, residentMiB } from '../machine.ts';
import type { Measured } from '../measured.ts';
import { findProgram } from '../programs.ts';

/** Seconds of a round, and how many rounds. */
interface Plan {
  readonly rounds: number;
  readonly warmUpSeconds: number;
  readonly quietSeconds: number;
  readonly floodedSeconds: number;
  /** Under unfinished requests: longer than the 15 s after which they are cut off, so that they come back. */
  readonly unfinishedSeconds: number;
}

const complete: Plan = { rounds: 5, warmUpSeconds: 20, quietSeconds: 6, floodedSeconds: 6, unfinishedSeconds: 18 };
const short: Plan = { rounds: 1, warmUpSeconds: 3, quietSeconds: 2, floodedSeconds: 2, unfinishedSeconds: 4 };

const paymentsPerSecond = 200;
const payersCount = 100;
const openingBalance = 1_000_000_000;

/** What is always allowed to a p99 under a flood, however fast quiet payments are. */
const alwaysAllowedMs = 100;

/** Of the shared core the payments' generator gets most, so that its times are not the flooder's. */
const flooderNiceness = 10;

/** Pays for so many seconds. */
type Pay = (seconds: number) => Promise<PaymentsMeasured>;

interface Round {
  readonly quiet: PaymentsMeasured;
  readonly flooded: PaymentsMeasured;
  /** From the flood's start to its end, which comes when all payments are answered. */
  readonly floodSeconds: number;
  readonly got: FloodOutcomes;
}

/**
 * Payments at a constant rate while a stranger without a key floods the service, beside quiet rounds. The service and its
 * PostgreSQL have all cores but one, the generators that one, so that a flood costs the service only its own work.
 */
export const floods: Part = async (bench) => {
  const taskset = findProgram('taskset');
  const [firstCore, generatorCore, ...furtherCores] = allowedCores();
  if (taskset === null || firstCore === undefined || generatorCore === undefined) {
    console.error('floods: not measured, because it needs taskset (Linux: util-linux) and at least two cores');
    return [];
  }
  const plan = bench.isShort ? short : complete;
  const folder = join(bench.folder, 'floods');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  const metricsToken = randomBytes(32).toString('base64url');
  const settings = { NSIMBI_DATA_DIR: join(folder, 'data') };
  const onCore = { taskset, core: generatorCore };
  const payments = await GeneratorProcess.start({ ...onCore, niceness: 0 });
  const flooder = await GeneratorProcess.start({ ...onCore, niceness: flooderNiceness });
  let service: ServiceProcess | null = null;
  try {
    service = await startService({
      port: await freePort(),
      logFile: join(folder, 'service.log'),
      // On an address that is not loopback /metrics asks for its token.
      settings: { ...settings, HOST: '0.0.0.0', NSIMBI_METRICS_TOKEN: metricsToken },
      launcher: [taskset, '--cpu-list', [firstCore, ...furtherCores].join(',')],
    });
    const { baseUrl, pid } = service;
    const payers = await seedClients(payersCount, openingBalance, settings);
    const pay: Pay = (seconds) => payments.order('pay', { baseUrl, payers, perSecond: paymentsPerSecond, seconds });
    await pay(plan.warmUpSeconds);
    const measured: Measured[] = [
      { part: 'floods', what: measureNames.rounds, value: plan.rounds, unit: '' },
      { part: 'floods', what: measureNames.quietSeconds, value: plan.quietSeconds, unit: 's' },
      { part: 'floods', what: measureNames.floodedSeconds, value: plan.floodedSeconds, unit: 's' },
      { part: 'floods', what: measureNames.unfinishedSeconds, value: plan.unfinishedSeconds, unit: 's' },
    ];
    for (const flood of floodsOf(await findTarget(baseUrl, settings.NSIMBI_DATA_DIR, metricsToken))) {
      console.error(`floods: ${flood.name}`);
      const rounds: Round[] = [];
      for (let n = 0; n < plan.rounds; n += 1) rounds.push(await measureRound(plan, flood, baseUrl, pay, flooder));
      measured.push(...measuresOf(flood, rounds));
    }
    await runNsimbi(['audit', '--json'], settings);
    const resident = residentMiB(pid);
    if (resident !== null) {
      measured.push({ part: 'floods', what: measureNames.memory, value: resident, unit: 'MiB' });
    }
    return measured;
  } finally {
    payments.end();
    flooder.end();
    await service?.end('SIGTERM');
  }
};

/** Finds what a stranger could find, and the email address of an existing account. */
async function findTarget(baseUrl: string, dataDir: string, metricsToken: string): Promise<FloodTarget> {
  const page = await fetch(`${baseUrl}/docs`);
  const html = await page.text();
  const paths = [...html.matchAll(/["']([^"']+\.js(?:\?[^"']*)?)["']/g)].map(
    ([, path]) => new URL(path ?? '', page.url).pathname,
  );
  let largest = { path: '', bytes: 0 };
  for (const path of new Set(paths)) {
    const script = await fetch(baseUrl + path);
    const { byteLength: bytes } = await script.arrayBuffer();
    if (script.ok && bytes > largest.bytes) largest = { path, bytes };
  }
  if (largest.bytes === 0) throw new Error(`the page of the reference has no script that is served:\n${html}`);
  const credentials = readCredentials(dataDir);
  if (credentials === null) throw new Error('the first start has written no credentials');
  return {
    baseUrl,
    metricsToken,
    referencePath: new URL(page.url).pathname,
    scriptPath: largest.path,
    knownEmail: credentials.dashboard.email,
  };
}

async function measureRound(
  plan: Plan,
  flood: Flood,
  baseUrl: string,
  pay: Pay,
  flooder: GeneratorProcess,
): Promise<Round> {
  await settle(pay);
  const quiet = await pay(plan.quietSeconds);
  const beganAtMs = performance.now();
  await flooder.order('startFlood', { baseUrl, flood });
  const isUnfinished = flood.kind === 'connections' && flood.isUnfinished;
  const flooded = await pay(isUnfinished ? plan.unfinishedSeconds : plan.floodedSeconds);
  const floodSeconds = (performance.now() - beganAtMs) / 1_000;
  const got = await flooder.order('stopFlood', null);
  for (const [which, { failed }] of Object.entries({ quiet, flooded })) {
    if (Object.keys(failed).length > 0) console.error(`floods: ${flood.name}, ${which}: failed payments`, failed);
  }
  return { quiet, flooded, floodSeconds, got };
}

/** Waits until the service has worked off what the last flood left: a quiet round would not be quiet. */
async function settle(pay: Pay): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await sleep(500);
    if ((await pay(1)).p99Ms <= alwaysAllowedMs) return;
  }
}

function measuresOf(flood: Flood, rounds: readonly Round[]): Measured[] {
  const part = 'floods';
  const names = measureNames.of(flood.name);
  const median = (of: (round: Round) => number) => share(rounds.map(of), 0.5);
  const quietP99 = median(({ quiet }) => quiet.p99Ms);
  const allowedMs = Math.max(alwaysAllowedMs, 2 * quietP99);
  const failed = (of: (round: Round) => PaymentsMeasured) =>
    sum(rounds.flatMap((round) => Object.values(of(round).failed)));
  const floodSeconds = sum(rounds.map((round) => round.floodSeconds));
  const outcomes = [...new Set(rounds.flatMap(({ got }) => Object.keys(got)))].sort();
  return [
    { part, what: names.quietP50, value: median(({ quiet }) => quiet.p50Ms), unit: 'ms' },
    { part, what: names.quietP99, value: quietP99, unit: 'ms' },
    { part, what: names.floodedP50, value: median(({ flooded }) => flooded.p50Ms), unit: 'ms' },
    {
      part,
      what: names.floodedP99,
      value: median(({ flooded }) => flooded.p99Ms),
      unit: 'ms',
      target: { is: 'at most', value: Number(allowedMs.toFixed(2)) },
    },
    { part, what: names.lateP99, value: median(({ flooded }) => flooded.lateP99Ms), unit: 'ms' },
    { part, what: names.quietFailed, value: failed(({ quiet }) => quiet), unit: '' },
    {
      part,
      what: names.floodedFailed,
      value: failed(({ flooded }) => flooded),
      unit: '',
      target: { is: 'at most', value: 0 },
    },
    ...outcomes.map((outcome) => {
      const times = sum(rounds.map(({ got }) => got[outcome] ?? 0));
      const what = names.flooderGot + outcome;
      return flood.kind === 'requests'
        ? { part, what, value: Number((times / floodSeconds).toFixed(1)), unit: '/s' }
        : { part, what, value: Math.round(times / rounds.length), unit: 'a round' };
    }),
  ];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
