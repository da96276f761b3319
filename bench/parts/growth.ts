import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runNsimbi } from '../../test/service/nsimbi-command.ts';
import type { Bench, Part } from '../bench.ts';
import { loadCleanly } from '../bench.ts';
import { countTransactions, fill } from '../fill.ts';
import { runLoad } from '../http-load.ts';
import { asTable, type Measured, median } from '../measured.ts';
import { findProgram, run } from '../programs.ts';

const transactionsUsually = 10_000_000;
const smaller = [10_000, 1_000_000];
const rounds = 3;
const searches = 100;

/**
 * What the number of transactions costs: payments, a first page, a search, the audit, a start after kill -9 and a backup, with more
 * and more transactions in one database. Payments of a round stay, so that the first size is that of a database which begins with it.
 */
export const growth: Part = async (bench) => {
  const largest = bench.transactions ?? transactionsUsually;
  const sizes = [...smaller.filter((size) => size < largest), largest];
  const measures: Measured[] = [];
  const at = new Map<number, Level>();
  for (const size of sizes) {
    const missing = size - (await countTransactions(bench));
    if (missing > 0) await fill(bench.clients, { connectionString: bench.connectionStringTo('nsimbi') }, missing);
    // As autovacuum does within a minute.
    await bench.database.query('VACUUM (ANALYZE)');
    await bench.database.query('CHECKPOINT');
    const level = await measureLevel(bench);
    at.set(size, level);
    const measured = measuresOf(size, level);
    // At once, because the next level may take an hour.
    console.log(asTable(measured));
    measures.push(...measured);
  }
  const [first, last] = [at.get(sizes[0] ?? 0), at.get(largest)];
  if (first === undefined || last === undefined || sizes.length === 1) return measures;
  return [
    ...measures,
    {
      part: 'growth',
      what: 'payments per second, most to fewest transactions',
      value: Number((last.paymentsPerSecond / first.paymentsPerSecond).toFixed(2)),
      unit: '×',
      target: { is: 'at least', value: 0.9 },
    },
    {
      part: 'growth',
      what: 'first page, most to fewest transactions',
      value: Number((last.firstPageMs / first.firstPageMs).toFixed(2)),
      unit: '×',
      target: { is: 'at most', value: 2 },
    },
  ];
};

/** What is measured with one number of transactions; medians of three. */
interface Level {
  /** When the level's measuring began. */
  readonly transactions: number;
  readonly databaseGiB: number;
  readonly paymentsPerSecond: number;
  readonly paymentP99Ms: number;
  readonly paymentMaxMs: number;
  readonly firstPageMs: number;
  readonly searchMs: number;
  readonly auditSeconds: number;
  readonly startSeconds: number;
  /** Null where the machine has no pg_basebackup for the server. */
  readonly backupSeconds: number | null;
}

async function measureLevel(bench: Bench): Promise<Level> {
  const transactions = await countTransactions(bench);
  const paid = await times(rounds, () => loadCleanly(bench, 'spread', 20));
  const pages = await times(rounds, () =>
    runLoad({ baseUrl: bench.service.baseUrl, clientsFile: bench.clientsFile }, 'history', 8, 5),
  );
  const found = await times(searches, (n) => search(bench, n));
  const { rows } = await bench.database.query<{ bytes: string }>(
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  const starts = await times(rounds, async () => {
    // What a crash in the middle of the load leaves to be recovered.
    await loadCleanly(bench, 'spread', 5);
    return await bench.killAndStart();
  });
  const backupSeconds = await backUp(bench);
  // Last, so that it sees what the starts left.
  const auditSeconds = await secondsOf(() => runNsimbi(['audit', '--json'], bench.settings));
  return {
    transactions,
    databaseGiB: Number(rows[0]?.bytes) / 2 ** 30,
    paymentsPerSecond: median(paid.map(({ requestsPerSecond }) => requestsPerSecond)),
    paymentP99Ms: median(paid.map(({ p99Ms }) => p99Ms)),
    paymentMaxMs: Math.max(...paid.map(({ maxMs }) => maxMs)),
    firstPageMs: median(pages.map(({ p50Ms }) => p50Ms)),
    searchMs: median(found),
    auditSeconds,
    startSeconds: median(starts) / 1_000,
    backupSeconds,
  };
}

function measuresOf(size: number, level: Level): Measured[] {
  const of = (what: string, value: number, unit: string): Measured => ({
    part: 'growth',
    what: `${size.toLocaleString('en-GB')} transactions: ${what}`,
    value: Number(value.toFixed(2)),
    unit,
  });
  return [
    of('transactions when it began', level.transactions, ''),
    of('size of the database', level.databaseGiB, 'GiB'),
    of('payments per second', level.paymentsPerSecond, '/s'),
    of('payments: p99', level.paymentP99Ms, 'ms'),
    of('payments: longest', level.paymentMaxMs, 'ms'),
    of('first page: p50', level.firstPageMs, 'ms'),
    of('search for a phone: p50', level.searchMs, 'ms'),
    of('audit', level.auditSeconds, 's'),
    of('start after kill -9 of service and PostgreSQL', level.startSeconds, 's'),
    ...(level.backupSeconds === null ? [] : [of('backup with pg_basebackup', level.backupSeconds, 's')]),
  ];
}

/** Asks for the payments of a wallet to the phone that it paid last. @returns milliseconds. */
async function search({ clients, service }: Bench, n: number): Promise<number> {
  const client = clients[n % clients.length];
  const list = async (query: string) => {
    const response = await fetch(`${service.baseUrl}/api/v1/wallet/transactions?${query}`, {
      headers: { authorization: `Bearer ${client?.apiKey}` },
    });
    const { data } = (await response.json()) as { data?: readonly { metadata: { recipient_phone?: string } }[] };
    if (data?.[0] === undefined) throw new Error(`a list has nothing: ${response.status}`);
    return data[0];
  };
  const { metadata } = await list('limit=1&type=payment_sent');
  const fromMs = performance.now();
  await list(`limit=25&phone=${metadata.recipient_phone}`);
  return performance.now() - fromMs;
}

/** A copy of the whole server while it runs. @returns seconds; null where there is no program for the server's version. */
async function backUp({ database, folder, connectionStringTo }: Bench): Promise<number | null> {
  const program = findProgram('pg_basebackup');
  if (program === null) return null;
  const { rows } = await database.query<{ server_version_num: string }>('SHOW server_version_num');
  const server = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  const major = Number.parseInt((await run(program, ['--version'])).replace(/^\D+/, ''), 10);
  if (major < server) return null;
  const target = join(folder, 'backup');
  const words = ['--dbname', connectionStringTo('postgres'), '--pgdata', target, '--checkpoint', 'fast'];
  const seconds = await secondsOf(() => run(program, words));
  rmSync(target, { recursive: true, force: true });
  return seconds;
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const fromMs = performance.now();
  await work();
  return (performance.now() - fromMs) / 1_000;
}

async function times<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let n = 0; n < count; n += 1) results.push(await work(n));
  return results;
}
