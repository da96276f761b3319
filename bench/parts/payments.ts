import type { Bench, Part } from '../bench.ts';
import { loadCleanly, measuresOf } from '../bench.ts';
import type { LoadName } from '../http-load.ts';
import type { Measured } from '../measured.ts';
import { countWritten, writtenBetween } from '../written.ts';

/**
 * Seconds in which a new process and a new database find their stride: V8 compiles what has become hot, and PostgreSQL visits
 * tables of a few seconds' rows each time they have grown by a part.
 */
const youngSeconds = 20;

/** Internal payments: between all wallets, then all leaving one wallet. */
export const payments: Part = async (bench) => {
  const young = await loadCleanly(bench, 'spread', youngSeconds);
  return [
    {
      part: 'payments',
      what: `spread: p99 in the first ${youngSeconds} s of a process and its database`,
      value: young.p99Ms,
      unit: 'ms',
    },
    ...(await measurePayments(bench, 'spread', 25, { scale: 50, atLeast: 1.4 })),
    ...(await measurePayments(bench, 'one-wallet', 20, { scale: 1, atLeast: 3 })),
  ];
};

async function measurePayments(
  bench: Bench,
  load: LoadName,
  seconds: number,
  beside: { readonly scale: number; readonly atLeast: number },
): Promise<Measured[]> {
  await bench.database.query('CHECKPOINT');
  const before = await countWritten(bench.database);
  const result = await loadCleanly(bench, load, seconds);
  const written = writtenBetween(before, await countWritten(bench.database));
  const measures = measuresOf('payments', result).map((measured) =>
    measured.what.endsWith('p99') ? { ...measured, target: { is: 'at most' as const, value: 60 } } : measured,
  );
  const yardstick = bench.pgbench.get(beside.scale);
  if (yardstick !== undefined) {
    measures.push({
      part: 'payments',
      what: `${load}: times pgbench's scale ${beside.scale}`,
      value: Number((result.requestsPerSecond / yardstick.transactionsPerSecond).toFixed(2)),
      unit: '×',
      target: { is: 'at least', value: beside.atLeast },
    });
  }
  return [
    ...measures,
    { part: 'payments', what: `${load}: rows written per payment`, value: written.rows, unit: '' },
    { part: 'payments', what: `${load}: WAL per payment`, value: written.walBytes, unit: 'bytes' },
    {
      part: 'payments',
      what: `${load}: wallet updates that were HOT`,
      value: written.walletUpdatesHotPercent,
      unit: '%',
    },
  ];
}
