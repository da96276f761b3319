import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { freePort } from '../test/service/free-port.ts';
import { runNsimbi } from '../test/service/nsimbi-command.ts';
import { createOwnPostgres, type WrapPrograms } from '../test/service/own-postgres.ts';
import { seedClients } from '../test/service/seeded-clients.ts';
import type { ServiceProcess } from '../test/service/service-process.ts';
import { startService } from '../test/service/service-process.ts';
import type { Bench, Part } from './bench.ts';
import { describeMachine } from './machine.ts';
import type { Measured } from './measured.ts';
import { asTable } from './measured.ts';
import { audit } from './parts/audit.ts';
import { batches } from './parts/batches.ts';
import { dashboard } from './parts/dashboard.ts';
import { floods } from './parts/floods.ts';
import { growth } from './parts/growth.ts';
import { idle } from './parts/idle.ts';
import { memory } from './parts/memory.ts';
import { mixed } from './parts/mixed.ts';
import { neighbours } from './parts/neighbours.ts';
import { operators } from './parts/operators.ts';
import { payments } from './parts/payments.ts';
import { pgbench } from './parts/pgbench.ts';
import { proofs } from './parts/proofs.ts';
import { reads } from './parts/reads.ts';
import { reconcile } from './parts/reconcile.ts';
import { sdk } from './parts/sdk.ts';
import { start } from './parts/start.ts';
import { webhooks } from './parts/webhooks.ts';
import { findProgram, run } from './programs.ts';

/**
 * `npm run bench` measures all parts, `npm run bench -- pgbench payments` only these, in this order. One PostgreSQL in a
 * temporary folder, with the settings of the embedded one and fsync on, serves pgbench and then the service. `--short` makes
 * floods, the longest part, fewer and shorter rounds. `-- audit --transactions 4000000` measures the audit, the dashboard, or the growth, with so
 * many transactions. `--installed-postgres` uses the server that the machine has, such as Debian's, instead of the one that comes
 * with Nsimbi. The growth takes two hours, and the dashboard fills the database; they are measured only when they are named.
 */
const parts: Record<string, Part> = {
  start,
  pgbench,
  payments,
  batches,
  reads,
  mixed,
  idle,
  memory,
  webhooks,
  reconcile,
  operators,
  neighbours,
  proofs,
  sdk,
  floods,
  audit,
  dashboard,
  growth,
};
const onlyWhenNamed = ['dashboard', 'growth'];
/** Parts that end with an audit, which takes an hour with many transactions: it is not repeated. */
const endWithAudit = ['audit', 'growth'];
const seededClients = 10_000;
const openingBalance = 1_000_000_000;

const { positionals: asked, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    'installed-postgres': { type: 'boolean', default: false },
    transactions: { type: 'string' },
  },
});
const transactions = options.transactions === undefined ? null : Number(options.transactions);
if (transactions !== null && !(Number.isSafeInteger(transactions) && transactions >= 2)) {
  console.error('--transactions must be a whole number of at least 2');
  process.exit(1);
}
const unknown = asked.filter((name) => parts[name] === undefined);
if (unknown.length > 0) {
  console.error(`no part is called ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`);
  process.exit(1);
}
const chosen = Object.entries(parts).filter(([name]) =>
  asked.length === 0 ? !onlyWhenNamed.includes(name) : asked.includes(name),
);

const folder = mkdtempSync(join(tmpdir(), 'nsimbi-bench-'));
chmodSync(folder, 0o755);
const postgres = await createOwnPostgres(folder, options['installed-postgres'] ? await installedPrograms() : undefined);
const settings = {
  ...postgres.settings,
  NSIMBI_DATA_DIR: join(folder, 'data'),
  // Its people sign in with a password alone.
  NSIMBI_REQUIRE_TWO_FACTOR: 'off',
};
const port = await freePort();
const serve = () => startService({ port, logFile: join(folder, 'service.log'), settings });
let service: ServiceProcess | null = null;
try {
  service = await serve();
  const machine = describeMachine(folder);
  say(
    `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, fsync ${machine.fsyncMedianMs} ms, Node ${machine.node}`,
  );
  const clients = await seedClients(seededClients, openingBalance, settings);
  const clientsFile = join(folder, 'clients');
  writeFileSync(clientsFile, clients.map((client) => `${client.phone} ${client.apiKey}\n`).join(''));
  say(`${clients.length} clients seeded`);
  const database = await connect();
  const version = (await database.query<{ server_version: string }>('SHOW server_version')).rows[0]?.server_version;
  const connectionStringTo = (name: string) => postgres.urlOf(name);
  const bench: Bench = {
    folder,
    settings,
    service,
    clients,
    clientsFile,
    database,
    connectionStringTo,
    pgbench: new Map(),
    paid: 0,
    isShort: options.short,
    transactions,
    async killAndStart() {
      await bench.service.end('SIGKILL');
      await postgres.kill();
      const fromMs = performance.now();
      await postgres.start();
      service = await serve();
      const tookMs = performance.now() - fromMs;
      bench.service = service;
      bench.database = await connect();
      return tookMs;
    },
  };

  const all: Measured[] = [];
  for (const [name, part] of chosen) {
    say(`measuring ${name}`);
    all.push(...(await part(bench)));
    if (!endWithAudit.includes(name)) await runNsimbi(['audit', '--json'], settings);
  }
  await bench.database.end();

  console.log(asTable(all));
  const results = join(import.meta.dirname, 'results');
  mkdirSync(results, { recursive: true });
  const at = new Date().toISOString();
  const file = join(results, `${at.replaceAll(':', '-').slice(0, 19)}.json`);
  writeFileSync(file, `${JSON.stringify({ at, machine, postgres: version, measured: all }, null, 2)}\n`);
  say(`written to ${file}; the audit was clean after every part`);
} finally {
  await service?.end('SIGTERM');
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** As superuser to the service's own database. A part that throws leaves it open; its own error is the one to tell. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: postgres.urlOf('nsimbi') });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * The server of the machine. Its initdb is called without the locale that PostgreSQL has since version 17; the encoding and the
 * order of text (C) stay.
 * @throws when the machine has no PostgreSQL server.
 */
async function installedPrograms(): Promise<WrapPrograms> {
  const [initdb, postgres] = [findProgram('initdb'), findProgram('postgres')];
  if (initdb === null || postgres === null)
    throw new Error("no PostgreSQL server is installed; Debian's package is postgresql");
  const major = Number.parseInt((await run(postgres, ['--version'])).replace(/^\D+/, ''), 10);
  const script = join(folder, 'initdb');
  const lines = [
    '#!/bin/bash',
    'for argument; do',
    '  shift',
    '  case $argument in --locale-provider | builtin | --builtin-locale | C.UTF-8) ;; *) set -- "$@" "$argument" ;; esac',
    'done',
    `exec ${initdb} "$@"`,
  ];
  writeFileSync(script, `${lines.join('\n')}\n`, { mode: 0o755 });
  return () => ({ initdb: script, postgres, major });
}

function say(sentence: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${sentence}`);
}
