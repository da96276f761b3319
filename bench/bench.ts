import type { Client } from 'pg';
import type { SeededClient } from '../test/service/seeded-clients.ts';
import type { ServiceProcess } from '../test/service/service-process.ts';
import type { LoadName, LoadResult } from './http-load.ts';
import { batchPayments, runLoad } from './http-load.ts';
import type { Measured } from './measured.ts';
import type { PgbenchResult } from './pgbench.ts';

/** What the parts of a run share: one PostgreSQL, one service on it, 10,000 seeded clients. */
export interface Bench {
  readonly folder: string;
  /** Settings of the service and of commands: they all use the same data folder. */
  readonly settings: Record<string, string>;
  service: ServiceProcess;
  readonly clients: readonly SeededClient[];
  readonly clientsFile: string;
  /** The service's own database, as superuser. */
  database: Client;
  /** A connection string to another database of the same server. */
  connectionStringTo(databaseName: string): string;
  /** Results of pgbench in this run, by scale, for ratios. */
  readonly pgbench: Map<number, PgbenchResult>;
  /** Payments that the loads have made since the service started. */
  paid: number;
  /** Whether fewer and shorter rounds were asked for, to try a part that takes long. */
  readonly isShort: boolean;
  /** How many transactions were asked for, of the parts that are measured with many; null: each has its own number. */
  readonly transactions: number | null;
  /**
   * Ends the service and PostgreSQL by kill -9, and starts both.
   * @returns milliseconds from the start to the first 200 of /readyz. `service` and `database` are others then.
   */
  killAndStart(): Promise<number>;
}

/** One part of the benchmark. */
export type Part = (bench: Bench) => Promise<readonly Measured[]>;

export const connections = 256;

/** Loads the service and refuses a run in which any request failed: a speed with failures in it is no speed. */
export async function loadCleanly(
  bench: Bench,
  load: LoadName,
  seconds: number,
  over = connections,
): Promise<LoadResult> {
  const result = await runLoad({ baseUrl: bench.service.baseUrl, clientsFile: bench.clientsFile }, load, over, seconds);
  if (result.refused > 0 || result.broken > 0) {
    throw new Error(
      `${load}: of ${result.requests} requests ${result.refused} were refused, ${result.broken} got no answer`,
    );
  }
  if (load === 'spread' || load === 'one-wallet') bench.paid += result.requests;
  if (load === 'batches') bench.paid += result.requests * batchPayments;
  return result;
}

/** Speed and latency of a load as measures. */
export function measuresOf(part: string, load: LoadResult): Measured[] {
  return [
    {
      part,
      what: `${load.load}: requests a second (${load.by}, ${load.connections} connections)`,
      value: load.requestsPerSecond,
      unit: '/s',
    },
    { part, what: `${load.load}: p50`, value: load.p50Ms, unit: 'ms' },
    { part, what: `${load.load}: p99`, value: load.p99Ms, unit: 'ms' },
    {
      part,
      what: `${load.load}: refused or unanswered`,
      value: load.refused + load.broken,
      unit: '',
      target: { is: 'at most', value: 0 },
    },
  ];
}
