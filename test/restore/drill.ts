import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../service/free-port.ts';
import { checkout, runNsimbi } from '../service/nsimbi-command.ts';
import { seedClients } from '../service/seeded-clients.ts';
import { startService } from '../service/service-process.ts';
import { waitUntil } from '../service/wait-until.ts';
import { commandsOf } from './page.ts';
import { Payments } from './payments.ts';

/**
 * The drill of docs/restore.md: payments, a backup, more payments, a moment without any, and more again. Then the commands of the page
 * restore that moment, and the wallets of the copy must be those that the clients know from their own responses.
 */
const { values } = parseArgs({ options: { transactions: { type: 'string', default: '2000' } } });
const transactions = Number(values.transactions);
if (!Number.isSafeInteger(transactions) || transactions < 8) throw new Error('--transactions is a whole number from 8');
/** Payments between wallets, each of which is two transactions. */
const paymentsOf = (share: number) => Math.ceil((transactions / 2) * share);

const opening = 1_000_000_000;
const bin = execFileSync('bash', ['-c', 'ls -d /usr/lib/postgresql/*/bin | sort -V | head -n 1'], {
  encoding: 'utf8',
}).trim();
const passwords = { nsimbi: randomBytes(16).toString('hex'), migrator: randomBytes(16).toString('hex') };
const folder = mkdtempSync(join(tmpdir(), 'nsimbi-restore-'));
chmodSync(folder, 0o755);
const [serverPort, servicePort, copyPort] = [await freePort(), await freePort(), await freePort()];
const configuration = join(folder, 'configuration');
const backRest = {
  PGBACKREST_CONFIG: join(configuration, 'pgbackrest.conf'),
  PGBACKREST_LOG_PATH: join(folder, 'pgbackrest'),
  PGBACKREST_LOCK_PATH: join(folder, 'pgbackrest'),
  PGBACKREST_PG1_PORT: String(serverPort),
};
const urlOf = (user: string, password: string) => `postgres://${user}:${password}@127.0.0.1:${serverPort}/nsimbi`;
const settings = {
  DATABASE_URL: urlOf('nsimbi', passwords.nsimbi),
  NSIMBI_OWNER_DATABASE_URL: urlOf('nsimbi_migrator', passwords.migrator),
  NSIMBI_DATA_DIR: join(folder, 'data'),
};
/** What must be stopped at the end, the last one first. */
const closers: (() => Promise<void>)[] = [];
try {
  await drill();
} finally {
  for (const close of closers.reverse()) await close();
  for (const data of ['pgdata', 'copy']) {
    const stop = [`${bin}/pg_ctl`, 'stop', '-m', 'immediate', '-D', join(folder, data)];
    spawnSync('runuser', ['-u', 'postgres', '--', ...stop], { cwd: '/', stdio: 'ignore' });
  }
  rmSync(folder, { recursive: true, force: true });
}

async function drill(): Promise<void> {
  createServer();
  await runNsimbi(['migrate'], settings);
  const service = await startService({
    ...{ port: servicePort, logFile: join(folder, 'service.log'), settings },
    readyWithinMs: 300_000,
  });
  closers.push(() => service.end('SIGTERM'));
  const clients = await seedClients(4, opening, settings);
  const payments = new Payments(`http://127.0.0.1:${servicePort}`, clients, opening);
  await payments.send(paymentsOf(1 / 4));
  asPostgres('pgbackrest', '--stanza=nsimbi', '--type=full', 'backup');
  await payments.send(paymentsOf(1 / 2));
  const moment = await momentWithoutPayments();
  const expected = payments.balances();
  await payments.send(paymentsOf(1 / 4));
  const later = payments.balances();
  await payments.close();
  if (expected === later) throw new Error('no payment was made after the moment');
  await proveAll();
  await service.end('SIGTERM');
  await archiveAll();
  const check = JSON.parse(await runNsimbi(['backup', 'check', '--json'], { ...settings, ...backRest }));
  if (check.problem !== null || !(check.proof_round > 0))
    throw new Error(`nsimbi backup check: ${JSON.stringify(check)}`);
  const databaseGiB = Number(sql('SELECT pg_database_size(current_database())')) / 2 ** 30;
  say(`the clients have sent ${payments.sent} payments; restoring ${moment}`);

  const page = readFileSync(join(checkout, 'docs/restore.md'), 'utf8');
  const script = join(folder, 'drill.sh');
  writeFileSync(script, 'set -eu\n');
  const steps = commandsOf(page, 'The drill');
  for (const { step, commands } of steps) {
    const isLast = step === steps.length;
    if (isLast) appendFileSync(script, `${process.execPath} ${join(import.meta.dirname, 'continue-proofs.ts')}\n`);
    appendFileSync(script, `date +%s.%N >&3\n${commands}`);
    // Before the copy is used for more, and removed.
    if (step === steps.length - 1) appendFileSync(script, 'date +%s.%N >&3\n');
  }
  const times = join(folder, 'times');
  const { status, stdout } = spawnSync('bash', ['-c', `exec 3>${times}; . ${script}`], {
    cwd: checkout,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
    env: {
      ...process.env,
      ...backRest,
      PGBIN: bin,
      RESTORE_TO: moment,
      RESTORE_FOLDER: join(folder, 'copy'),
      RESTORE_PORT: String(copyPort),
      SERVICE_PASSWORD: passwords.nsimbi,
      ORIGINAL_DATA_DIR: settings.NSIMBI_DATA_DIR,
    },
  });
  say(stdout.trim());
  if (status !== 0) throw new Error(`a command of docs/restore.md ended with ${status}`);
  // The service has a client of its own besides, which it creates at its first start.
  const restored = stdout
    .split('\n')
    .filter((line) => clients.some(({ phone }) => line.startsWith(`test,${phone},`)))
    .join('\n');
  if (restored !== expected) throw new Error(`the wallets are\n${restored}\nand the clients know\n${expected}`);
  const startedAt = readFileSync(times, 'utf8').trim().split('\n').map(Number);
  const minutes = (from: number, to: number) => (((startedAt[to] ?? 0) - (startedAt[from] ?? 0)) / 60).toFixed(2);
  say(
    `${2 * payments.sent} transactions, ${databaseGiB.toFixed(1)} GiB: restored in ${minutes(2, 4)} minutes, audited in ${minutes(5, 6)}, ` +
      `from the choice of the time to compared wallets ${minutes(0, steps.length - 1)}`,
  );
}

/** A server with the configuration of deploy/ha for pgBackRest, an encrypted repository, and Nsimbi's users. */
function createServer(): void {
  const file = join(folder, 'cluster.env');
  const repository = join(folder, 'repository');
  const chosen: Record<string, string> = {
    HA_PGDATA: join(folder, 'pgdata'),
    HA_PGBIN: bin,
    HA_SOCKETS: folder,
    HA_NETWORK: '127.0.0.0/8',
    HA_PUBLIC_URL: 'http://127.0.0.1:4400',
    HA_API_BIND: '*:4400',
    HA_WATCHDOG: 'off',
    HA_BACKUP_REPOSITORY: `repo1-path=${repository}`,
    HA_BACKUP_PASSPHRASE: 'only-a-test',
    HA_NSIMBI_PASSWORD: passwords.nsimbi,
    HA_MIGRATOR_PASSWORD: passwords.migrator,
  };
  for (const number of [1, 2, 3]) {
    chosen[`HA_NAME${number}`] = `db${number}`;
    chosen[`HA_ADDRESS${number}`] = '127.0.0.1';
  }
  for (const name of ['SUPERUSER', 'REPLICATION', 'REWIND', 'PATRONI']) chosen[`HA_${name}_PASSWORD`] = 'only-a-test';
  const lines = Object.entries(chosen).map(([name, value]) => `${name}='${value}'\n`);
  writeFileSync(file, lines.join(''), { mode: 0o600 });
  execFileSync('bash', [join(checkout, 'deploy/ha/render.sh'), file, 'db1', configuration]);
  for (const name of ['repository', 'pgbackrest']) mkdirSync(join(folder, name));
  execFileSync('chown', ['-R', 'postgres:', folder]);
  const data = join(folder, 'pgdata');
  asPostgres(`${bin}/initdb`, '-D', data, '--auth-local=peer', '--auth-host=scram-sha-256', '--wal-segsize=4', '-k');
  appendFileSync(
    join(data, 'postgresql.conf'),
    `port = ${serverPort}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${folder}'\nmax_connections = 200\n` +
      "archive_mode = on\narchive_command = 'pgbackrest --stanza=nsimbi archive-push %p'\n",
  );
  asPostgres(`${bin}/pg_ctl`, 'start', '--wait', '--silent', '-D', data, '-l', join(folder, 'pgbackrest/server.log'));
  asPostgres('pgbackrest', '--stanza=nsimbi', 'stanza-create');
  const psql = [`${bin}/psql`, '-q', '-v', 'ON_ERROR_STOP=1', '-h', folder, '-p', String(serverPort), '-d', 'postgres'];
  asPostgres(...psql, '-f', join(configuration, 'database.sql'));
}

function asPostgres(...words: string[]): string {
  return execFileSync('runuser', ['-u', 'postgres', '--', ...words], {
    cwd: '/',
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...backRest },
  });
}

/** A moment of the server's clock with no payment before it for a second, nor after it. */
async function momentWithoutPayments(): Promise<string> {
  await sleep(1_000);
  const moment = sql(
    "SELECT to_char(clock_timestamp(), 'YYYY-MM-DD HH24:MI:SS.US') || to_char(clock_timestamp(), 'OF')",
  );
  await sleep(1_000);
  return moment;
}

/** Waits until rounds that prove everything are published, which the copy will lack. */
async function proveAll(): Promise<void> {
  const isProven = () => sql('SELECT NOT EXISTS (SELECT FROM nsimbi.proof_work)') === 't';
  await waitUntil('everything is proven', isProven, 3_600_000);
}

/** Waits until everything that was written is in the repository. */
async function archiveAll(): Promise<void> {
  const segment = sql('SELECT pg_walfile_name(pg_switch_wal())');
  await waitUntil(
    'the last segment is archived',
    () => sql('SELECT last_archived_wal FROM pg_stat_archiver') >= segment,
    600_000,
  );
}

function sql(statement: string): string {
  return asPostgres(`${bin}/psql`, '-h', folder, '-p', String(serverPort), '-d', 'nsimbi', '-Atc', statement).trim();
}

function say(text: string): void {
  console.error(text);
}
