import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'vitest';
import { isOlder } from '../../src/postgres/program-version.ts';
import { expectBooks, expectSameAnswersAgain, learnTheRest } from '../faults/books.ts';
import { PaymentLoad } from '../faults/payment-load.ts';
import { createFolder, opening } from '../faults/world.ts';
import { freePort } from '../service/free-port.ts';
import { runNsimbi } from '../service/nsimbi-command.ts';
import { createOwnPostgres, type OwnPostgres } from '../service/own-postgres.ts';
import { type SeededClient, seedClients } from '../service/seeded-clients.ts';
import { type ServiceProcess, startService } from '../service/service-process.ts';
import { waitUntil } from '../service/wait-until.ts';
import { type FrontDoor, openFrontDoor } from './front-door.ts';

/** Where `run.sh` has put older versions, each in a folder of its name. */
const olderVersions = process.env.NSIMBI_OLDER_VERSIONS;
if (olderVersions === undefined) throw new Error('run this with test/upgrade/run.sh, which prepares older versions');

const versions = readdirSync(import.meta.dirname).filter((name) =>
  existsSync(join(import.meta.dirname, name, 'commit')),
);

/** The limits of what the load and its books ask for. Every version has them. */
const limitsOfLoad = ['balance', 'send_money', 'withdrawal', 'collect', 'transaction'] as const;

/** Processes of older versions register nowhere, and their logins and tables are not those of today. */
function mustStop(version: string): boolean {
  return isOlder(version, '0.2.0');
}

interface Running {
  readonly port: number;
  readonly process: ServiceProcess;
}

interface Loaded {
  readonly load: PaymentLoad;
  readonly clients: readonly SeededClient[];
}

let folder: string;
let postgres: OwnPostgres;
let door: FrontDoor;
let running: Running[];
let load: PaymentLoad | undefined;

beforeEach(async () => {
  folder = createFolder();
  postgres = await createOwnPostgres(folder);
  door = await openFrontDoor();
  running = [];
});

afterEach(async () => {
  await load?.stop();
  await load?.close();
  load = undefined;
  await Promise.all(running.map(({ process }) => process.end('SIGTERM')));
  await door.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Quick ends for payments with the outside, so that the test can wait for them. */
const common = {
  NSIMBI_SIMULATOR_DELAY: '200ms',
  NSIMBI_POLL_DELAYS: '200ms,500ms,1s',
  NSIMBI_RESEND_AFTER: '2s',
  NSIMBI_NOT_FOUND_ALARM: '100%',
  NSIMBI_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
};

/** @param version null for this one. */
function settingsOf(version: string | null): Record<string, string> {
  const { NSIMBI_OWNER_DATABASE_URL: owner } = postgres.settings;
  return {
    ...common,
    // One login was for everything.
    ...(version !== null && mustStop(version) ? { DATABASE_URL: owner } : postgres.settings),
    NSIMBI_DATA_DIR: join(folder, 'commands'),
  };
}

/** Starts a process, and sends clients to it as well. @param version null for this one. */
async function start(version: string | null): Promise<void> {
  const port = await freePort();
  const process = await startService({
    port,
    logFile: join(folder, `${port}.log`),
    settings: { ...settingsOf(version), NSIMBI_DATA_DIR: join(folder, String(port)) },
    ...(version === null ? {} : { programFolder: folderOf(version) }),
  });
  running.push({ port, process });
  openDoor();
}

async function stop(one: Running): Promise<void> {
  running = running.filter((other) => other !== one);
  openDoor();
  await one.process.end('SIGTERM');
}

function openDoor(): void {
  door.setTargets(running.map(({ port }) => port));
}

function folderOf(version: string): string {
  return join(olderVersions ?? '', version);
}

/** Two processes of the version behind the front door, and clients that pay. */
async function startUnderLoad(version: string): Promise<Loaded> {
  await start(version);
  await start(version);
  const clients = await seedClients(10, opening, settingsOf(version), {
    programFolder: folderOf(version),
    rateLimits: limitsOfLoad,
  });
  load = new PaymentLoad(door.baseUrl, clients, 'inside_and_outside');
  load.start(8, 20);
  return { load, clients };
}

async function waitForPayments(of: PaymentLoad): Promise<void> {
  const before = of.acknowledged().length;
  await waitUntil('payments flow', () => of.acknowledged().length > before + 200);
}

/** A client's usual repetition gets an answer where there was none, and nothing was made twice. */
async function expectNothingLost({ load, clients }: Loaded): Promise<void> {
  await load.stop();
  await expectSameAnswersAgain(load, load.acknowledged());
  await learnTheRest(load);
  await expectBooks(load, clients, opening, settingsOf(null));
}

test.for(versions.filter(mustStop))('all processes of %s stop, and this version goes on', async (version) => {
  const loaded = await startUnderLoad(version);
  await waitForPayments(loaded.load);
  await Promise.all(running.map(stop));
  await runNsimbi(['migrate'], settingsOf(null));
  await start(null);
  await start(null);
  await waitForPayments(loaded.load);
  await expectNothingLost(loaded);
});

test.for(versions.filter((version) => !mustStop(version)))('%s is exchanged process by process', async (version) => {
  const loaded = await startUnderLoad(version);
  await waitForPayments(loaded.load);
  await runNsimbi(['migrate'], settingsOf(null));
  await waitForPayments(loaded.load);
  for (const old of [...running]) {
    await start(null);
    await waitForPayments(loaded.load);
    await stop(old);
    await waitForPayments(loaded.load);
  }
  await expectNothingLost(loaded);
});
