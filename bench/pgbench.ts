import { findProgram, run } from './programs.ts';

export interface PgbenchResult {
  readonly scale: number;
  readonly transactionsPerSecond: number;
  readonly latencyAverageMs: number;
  readonly failed: number;
}

/**
 * pgbench's own TPC-B-like script with 8 clients. Scale 50 spreads the updates; scale 1 has one branch row that every
 * transaction updates, the hot row. `connectionString` names an empty database of the server that is measured.
 */
export async function runPgbench(connectionString: string, scale: number, seconds: number): Promise<PgbenchResult> {
  const pgbench = findProgram('pgbench');
  if (pgbench === null) throw new Error('pgbench is not installed (Debian: apt-get install postgresql-contrib)');
  await run(pgbench, ['--initialize', '--quiet', '--scale', String(scale), connectionString]);
  const printed = await run(pgbench, ['--client', '8', '--jobs', '2', '--time', String(seconds), connectionString]);
  return {
    scale,
    transactionsPerSecond: Math.round(numberAfter(printed, 'tps = ')),
    latencyAverageMs: numberAfter(printed, 'latency average = '),
    failed: numberAfter(printed, 'number of failed transactions: '),
  };
}

function numberAfter(printed: string, words: string): number {
  const found = new RegExp(`${words}([\\d.]+)`).exec(printed)?.[1];
  if (found === undefined) throw new Error(`pgbench did not say "${words.trim()}":\n${printed}`);
  return Number(found);
}
