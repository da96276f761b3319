import type { Part } from '../bench.ts';
import { loadCleanly, measuresOf } from '../bench.ts';

/** Balances and histories of all clients. */
export const reads: Part = async (bench) => [
  ...measuresOf('reads', await loadCleanly(bench, 'balance', 10)),
  ...measuresOf('reads', await loadCleanly(bench, 'history', 10)),
];
