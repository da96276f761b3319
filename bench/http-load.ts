import { join } from 'node:path';
import { runAutocannon } from './autocannon.ts';
import { findProgram, run } from './programs.ts';

/** The loads, each a Lua script of bench/wrk. */
export type LoadName = 'spread' | 'one-wallet' | 'balance' | 'history' | 'mixed';

export interface LoadResult {
  readonly load: LoadName;
  readonly connections: number;
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Answers other than 2xx. */
  readonly refused: number;
  /** Requests without an answer: connection errors and time-outs. */
  readonly broken: number;
  readonly by: 'wrk' | 'autocannon';
}

export interface LoadTarget {
  readonly baseUrl: string;
  /** One line `phone key` per client. */
  readonly clientsFile: string;
}

/** Loads the service for some seconds with wrk, or with autocannon where wrk is not installed. */
export async function runLoad(
  target: LoadTarget,
  load: LoadName,
  connections: number,
  seconds: number,
): Promise<LoadResult> {
  const wrk = findProgram('wrk');
  if (wrk === null) return runAutocannon(target, load, connections, seconds);
  const scripts = join(import.meta.dirname, 'wrk');
  const threads = Math.min(2, connections);
  const printed = await run(
    wrk,
    [
      `-t${threads}`,
      `-c${connections}`,
      `-d${seconds}s`,
      '--timeout',
      '10s',
      '-s',
      join(scripts, `${load}.lua`),
      target.baseUrl,
      '--',
      target.clientsFile,
      `bench-${Date.now()}`,
    ],
    { LUA_PATH: join(scripts, '?.lua') },
  );
  const line = /^RESULT (\{.*\})$/m.exec(printed)?.[1];
  if (line === undefined) throw new Error(`wrk printed no result:\n${printed}`);
  const micro: Record<'requests' | 'duration' | 'p50' | 'p99' | 'max' | 'refused' | 'broken', number> =
    JSON.parse(line);
  return {
    load,
    connections,
    requests: micro.requests,
    requestsPerSecond: Math.round(micro.requests / (micro.duration / 1e6)),
    p50Ms: micro.p50 / 1000,
    p99Ms: micro.p99 / 1000,
    maxMs: micro.max / 1000,
    refused: micro.refused,
    broken: micro.broken,
    by: 'wrk',
  };
}
