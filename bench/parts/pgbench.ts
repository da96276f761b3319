import type { Part } from '../bench.ts';
import { runPgbench } from '../pgbench.ts';

/** What the same server does with pgbench's own load: spread (scale 50), and on one hot row (scale 1). */
export const pgbench: Part = async (bench) => {
  const seconds = { 50: 20, 1: 15 };
  for (const scale of [50, 1] as const) {
    await bench.database.query('CREATE DATABASE pgbench');
    const result = await runPgbench(bench.connectionStringTo('pgbench'), scale, seconds[scale]);
    await bench.database.query('DROP DATABASE pgbench');
    await bench.database.query('CHECKPOINT');
    bench.pgbench.set(scale, result);
  }
  return [...bench.pgbench.values()].flatMap((result) => [
    {
      part: 'pgbench',
      what: `scale ${result.scale}: transactions a second (TPC-B-like, 8 clients)`,
      value: result.transactionsPerSecond,
      unit: '/s',
    },
    { part: 'pgbench', what: `scale ${result.scale}: average latency`, value: result.latencyAverageMs, unit: 'ms' },
  ]);
};
