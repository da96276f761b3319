import type { Part } from '../bench.ts';
import { loadCleanly } from '../bench.ts';
import { residentMiB } from '../machine.ts';
import { countWritten } from '../written.ts';

/** Resident memory of the service's process after 500,000 payments since it started. */
export const memory: Part = async (bench) => {
  let { payments } = await countWritten(bench.database);
  while (payments < 500_000) {
    await loadCleanly(bench, 'spread', 15);
    payments = (await countWritten(bench.database)).payments;
  }
  const resident = residentMiB(bench.service.pid);
  return resident === null
    ? []
    : [
        {
          part: 'memory',
          what: `process after ${payments.toLocaleString('en-GB')} payments`,
          value: resident,
          unit: 'MiB',
          target: { is: 'at most', value: 300 },
        },
      ];
};
