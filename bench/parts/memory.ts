import type { Part } from '../bench.ts';
import { loadCleanly } from '../bench.ts';
import { residentMiB } from '../machine.ts';

/** Resident memory of the service's process after 500,000 payments since it started. */
export const memory: Part = async (bench) => {
  while (bench.paid < 500_000) await loadCleanly(bench, 'spread', 15);
  const resident = residentMiB(bench.service.pid);
  return resident === null
    ? []
    : [
        {
          part: 'memory',
          what: `process after ${bench.paid.toLocaleString('en-GB')} payments`,
          value: resident,
          unit: 'MiB',
          target: { is: 'at most', value: 300 },
        },
      ];
};
