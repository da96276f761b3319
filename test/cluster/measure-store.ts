import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fill } from '../../bench/fill.ts';
import { moveOldestPartition } from '../../src/archiving/mover.ts';
import { createHistoryPool } from '../../src/history/history-store.ts';
import { createPool } from '../../src/postgres/pool.ts';
import { createServingLogin, servingTarget } from '../postgres-server.ts';
import { freePort } from '../service/free-port.ts';
import { runNsimbi } from '../service/nsimbi-command.ts';
import { type SeededClient, seedClients } from '../service/seeded-clients.ts';
import { type ServiceProcess, startService } from '../service/service-process.ts';
import { waitUntil } from '../service/wait-until.ts';
import { createStore, type Server, type StorePorts } from './servers.ts';

export interface StoreUnderTest {
  readonly name: string;
  readonly primary: Server;
  readonly ports: StorePorts;
  /** The server that is lost: the store itself, or a worker of it. */
  readonly killed: Server;
  readonly folder: string;
  readonly transactions: number;
  readonly wallets: number;
}

/** The 99th percentiles of pages of a wallet's list, in milliseconds. */
interface Pages {
  readonly first: number;
  readonly tenth: number;
}

export interface MeasuredStore {
  readonly name: string;
  readonly before: Pages;
  readonly after: Pages;
  /** Transactions, transfers and events that moved, and the seconds until the boundary passed them. */
  readonly rows: number;
  readonly seconds: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  readonly rowsPerServer: readonly number[];
  readonly payments: { readonly answered: number; readonly failed: number; readonly p99Ms: number };
  /** Pages in the history store, asked for while a server was lost. */
  readonly lost: { readonly shown: number; readonly refused: number };
}

const roundsOfPages = 20;
const recentPayments = 30;

/** Fills a database, moves all of it but a few recent payments to a history store while payments go on, and reads pages of it. */
export async function measureStore(test: StoreUnderTest): Promise<MeasuredStore> {
  const { name, primary, ports, killed, folder, transactions, wallets } = test;
  const database = `nsimbi_${ports.workers.length}`;
  await createServingLogin({ connectionString: primary.url('postgres') }).catch(() => undefined);
  await primary.query('postgres', `CREATE DATABASE ${database}`);
  const url = await createStore(ports, database);
  const owner = { connectionString: primary.url(database) };
  const settings = {
    DATABASE_URL: servingTarget(owner).connectionString,
    NSIMBI_OWNER_DATABASE_URL: owner.connectionString,
    NSIMBI_HISTORY_URL: url,
    NSIMBI_DATA_DIR: join(folder, `data-${database}`),
    NSIMBI_PROOF_INTERVAL: '1s',
  };
  await runNsimbi(['migrate'], settings);
  const clients = await seedClients(wallets, 1_000_000_000, settings);
  await fill(clients, owner, transactions);
  const service = await startService({
    port: await freePort(),
    logFile: join(folder, `${database}.log`),
    settings,
  });
  try {
    const db = createPool(owner, { applicationName: 'nsimbi cluster', max: 4, role: 'nsimbi_owner' });
    const history = createHistoryPool(url, { applicationName: 'nsimbi cluster', max: 8, waits: 'command' });
    await db.query(`SELECT setval('transaction_number', 11500000)`);
    await db.query('SELECT ensure_partitions()');
    for (let n = 0; n < recentPayments; n += 1) {
      const paid = await Promise.all(
        clients.map((client, place) => pay(service, client, recipientOf(clients, place), `recent-${n}`)),
      );
      if (paid.some((status) => status !== 200)) throw new Error(`payments were answered ${paid.join(', ')}`);
    }
    await waitUntil(
      'everything is proven',
      async () => !(await db.query('SELECT FROM proof_work LIMIT 1')).rowCount,
      1_800_000,
    );
    const before = await measurePages(service, clients);
    await primary.query(database, 'CHECKPOINT');
    const bytesBefore = await sizeOf(primary, database);
    const load = new Load(service, clients);
    const { rows: ids } = await db.query<{ id: string }>('SELECT installation_id AS id FROM installation');
    const moved = await moveOldestPartition({
      db,
      history,
      installationId: ids[0]?.id ?? '',
      afterMs: 0,
      signal: new AbortController().signal,
    });
    const payments = await load.stop();
    if (moved.is !== 'moved') throw new Error(`the partition did not move: ${JSON.stringify(moved)}`);
    const { rows: times } = await db.query<{ seconds: number }>(
      'SELECT extract(epoch FROM closed_at - begun_at)::float8 AS seconds FROM history_partition',
    );
    const bytesAfter = await sizeOf(primary, database);
    const after = await measurePages(service, clients);
    const rowsPerServer = await readRowsPerServer(ports, history);
    await killed.kill();
    const lost = await readWhileLost(service, clients);
    await killed.start();
    await waitUntil('old pages are shown again', async () => (await readWhileLost(service, clients)).refused === 0);
    // Ends with an error when a rule is broken.
    await runNsimbi(['audit'], settings);
    await Promise.all([db.end(), history.end()]);
    const rows = moved.rows.transaction + moved.rows.transfer + moved.rows.event;
    return {
      name,
      before,
      after,
      rows,
      seconds: times[0]?.seconds ?? Number.NaN,
      bytesBefore,
      bytesAfter,
      rowsPerServer,
      payments,
      lost,
    };
  } finally {
    await service.end('SIGTERM');
  }
}

function recipientOf(clients: readonly SeededClient[], place: number): SeededClient {
  const recipient = clients[(place + 1) % clients.length];
  if (recipient === undefined) throw new Error('there are no clients');
  return recipient;
}

async function ask(service: ServiceProcess, { apiKey }: SeededClient, path: string, init: RequestInit = {}) {
  const response = await fetch(`${service.baseUrl}/api/v1${path}`, {
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${apiKey}` },
  });
  const body: { code?: string; pagination?: { next_cursor: string | null } } = JSON.parse(await response.text());
  return { status: response.status, body };
}

async function pay(service: ServiceProcess, from: SeededClient, to: SeededClient, key: string): Promise<number> {
  const { status } = await ask(service, from, '/wallet/send-money', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `${from.clientId}-${key}` },
    body: JSON.stringify({ recipient_phone: to.phone, amount: 1_000 }),
  });
  return status;
}

/** Payments one after the other, from a few clients at once, until it is stopped. */
class Load {
  readonly #workers: readonly Promise<void>[];
  readonly #timesMs: number[] = [];
  #failed = 0;
  #stopped = false;

  constructor(service: ServiceProcess, clients: readonly SeededClient[]) {
    this.#workers = clients.slice(0, 4).map(async (client, place) => {
      for (let n = 0; !this.#stopped; n += 1) {
        const startedAtMs = performance.now();
        const status = await pay(service, client, recipientOf(clients, place), `during-${n}`).catch(() => 0);
        this.#timesMs.push(performance.now() - startedAtMs);
        if (status !== 200) this.#failed += 1;
        await sleep(20);
      }
    });
  }

  async stop(): Promise<MeasuredStore['payments']> {
    this.#stopped = true;
    await Promise.all(this.#workers);
    return { answered: this.#timesMs.length, failed: this.#failed, p99Ms: p99(this.#timesMs) };
  }
}

async function measurePages(service: ServiceProcess, clients: readonly SeededClient[]): Promise<Pages> {
  const timesMs: { first: number[]; tenth: number[] } = { first: [], tenth: [] };
  for (let round = 0; round < roundsOfPages; round += 1) {
    for (const client of clients) {
      let cursor = '';
      for (let page = 1; page <= 10; page += 1) {
        const startedAtMs = performance.now();
        const { status, body } = await ask(service, client, `/wallet/transactions?limit=100${cursor}`);
        if (status !== 200) throw new Error(`page ${page} was answered ${status}`);
        if (page === 1) timesMs.first.push(performance.now() - startedAtMs);
        if (page === 10) timesMs.tenth.push(performance.now() - startedAtMs);
        cursor = `&cursor=${body.pagination?.next_cursor}`;
      }
    }
  }
  return { first: p99(timesMs.first), tenth: p99(timesMs.tenth) };
}

/** The list of each wallet down to its history, and a payment of each, which must succeed. */
async function readWhileLost(
  service: ServiceProcess,
  clients: readonly SeededClient[],
): Promise<MeasuredStore['lost']> {
  const lost = { shown: 0, refused: 0 };
  for (const [place, client] of clients.entries()) {
    const { status, body } = await ask(service, client, '/wallet/transactions?limit=100');
    if (status === 200) lost.shown += 1;
    else if (status === 503 && body.code === 'history_unavailable') lost.refused += 1;
    else throw new Error(`an old page was answered ${status} ${body.code}`);
    const recent = await ask(service, client, '/wallet/transactions?limit=10');
    const paid = await pay(service, client, recipientOf(clients, place), `lost-${performance.now()}`);
    if (recent.status !== 200 || paid !== 200)
      throw new Error(`recent ones were answered ${recent.status} and ${paid}`);
  }
  return lost;
}

async function sizeOf(primary: Server, database: string): Promise<number> {
  const [row] = await primary.query<{ bytes: string }>(
    database,
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  return Number(row?.bytes);
}

async function readRowsPerServer(
  { workers }: StorePorts,
  history: ReturnType<typeof createHistoryPool>,
): Promise<number[]> {
  const { rows } = await history.query<{ rows: string }>(
    workers.length === 0
      ? 'SELECT count(*) AS rows FROM transaction'
      : `SELECT sum(result::bigint) AS rows
           FROM run_command_on_shards('nsimbi.transaction', 'SELECT count(*) FROM %s') JOIN citus_shards USING (shardid)
          GROUP BY nodeport ORDER BY nodeport`,
  );
  return rows.map((row) => Number(row.rows));
}

/** The 99th percentile by the nearest rank. */
function p99(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * 0.99) - 1)] ?? Number.NaN;
}
