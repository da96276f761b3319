import type { Part } from '../bench.ts';
import { loadCleanly } from '../bench.ts';
import { batchPayments } from '../http-load.ts';
import { type Measured, median } from '../measured.ts';

const seconds = 15;
const rounds = 3;

/** Few requests are under way at once, because each is the work of many: more would only wait in the writer's queue. */
const batchConnections = 8;

/** Payments in batches of 50 to a request, all or none, next to single payments of the same run: the median of three rounds in turn. */
export const batches: Part = async (bench) => {
  const single: number[] = [];
  const together: number[] = [];
  const p50s: number[] = [];
  const p99s: number[] = [];
  for (let round = 0; round < (bench.isShort ? 1 : rounds); round += 1) {
    await bench.database.query('CHECKPOINT');
    single.push((await loadCleanly(bench, 'spread', seconds)).requestsPerSecond);
    await bench.database.query('CHECKPOINT');
    const result = await loadCleanly(bench, 'batches', seconds, batchConnections);
    // The result's own speed is rounded to whole requests, each of which is many payments.
    together.push(Math.round((result.requests * batchPayments) / seconds));
    p50s.push(result.p50Ms);
    p99s.push(result.p99Ms);
  }
  const [singlePerSecond, togetherPerSecond] = [median(single), median(together)];
  const of = (what: string, value: number, unit: string): Measured => ({ part: 'batches', what, value, unit });
  return [
    of('single payments', singlePerSecond, '/s'),
    of(`payments in batches of ${batchPayments} (${batchConnections} connections)`, togetherPerSecond, '/s'),
    of('payments in batches, times single payments', Number((togetherPerSecond / singlePerSecond).toFixed(2)), '×'),
    of('one batch: p50', median(p50s), 'ms'),
    of('one batch: p99', median(p99s), 'ms'),
  ];
};
