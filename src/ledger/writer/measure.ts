import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Writer, WriterOptions } from './writer.ts';

/**
 * Registers what the writer does: commands that wait, the size and duration of batches, and sessions that block it.
 * @returns what the writer calls.
 */
export function measureWriter(
  registry: Registry,
  writer: () => Pick<Writer, 'queueLength' | 'heldLength'>,
): Required<Pick<WriterOptions, 'onBatch' | 'onBlocked' | 'onStandbyMissing'>> {
  const sizes = new Histogram({
    name: 'nsimbi_ledger_batch_commands',
    help: 'Commands written in one database transaction; a batch of payments is one.',
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
      this.set(writer().queueLength);
    },
  });
  new Gauge({
    name: 'nsimbi_ledger_held_commands',
    help: 'Those of them that wait for a lock of another database session.',
    registers: [registry],
    collect() {
      this.set(writer().heldLength);
    },
  });
  const blocking = new Counter({
    name: 'nsimbi_ledger_blocking_sessions_total',
    help: 'Database sessions that kept a batch waiting for a lock: writers of Nsimbi that were ended, and others.',
    labelNames: ['ended'],
    registers: [registry],
  });
  const withoutStandby = new Counter({
    name: 'nsimbi_ledger_batches_without_standby_total',
    help: 'Batches of which commands on live wallets were refused, because commits wait for no synchronous standby.',
    registers: [registry],
  });
  return {
    onBatch: (size, durationMs) => {
      sizes.observe(size);
      durations.observe(durationMs / 1000);
    },
    onBlocked: ({ ended }) => blocking.inc({ ended: String(ended) }),
    onStandbyMissing: () => withoutStandby.inc(),
  };
}
