import { Gauge, Histogram, type Registry } from 'prom-client';

/** Registers what the writer does: commands that wait, and the size and duration of batches. @returns `onBatch`. */
export function measureWriter(
  registry: Registry,
  queueLength: () => number,
): (size: number, durationMs: number) => void {
  const sizes = new Histogram({
    name: 'nsimbi_ledger_batch_commands',
    help: 'Commands written in one database transaction.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'nsimbi_ledger_batch_seconds',
    help: 'Time from taking a batch off the queue to its commit.',
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  });
  new Gauge({
    name: 'nsimbi_ledger_queue_commands',
    help: 'Commands that wait to be written.',
    registers: [registry],
    collect() {
      this.set(queueLength());
    },
  });
  return (size, durationMs) => {
    sizes.observe(size);
    durations.observe(durationMs / 1000);
  };
}
