import { Gauge, type Registry } from 'prom-client';
import type { Records } from './records.ts';

/** Registers how much has moved to the history store, and whether it responds and is complete. */
export function measureHistory(registry: Registry, records: Records): void {
  new Gauge({
    name: 'nsimbi_history_transactions',
    help: 'Transactions that have moved to the history store.',
    registers: [registry],
    async collect() {
      const found = await records
        .query<{ moved: string }>('SELECT coalesce(sum(transactions), 0) AS moved FROM history_partition')
        .catch(() => null);
      if (found !== null) this.set(Number(found.rows[0]?.moved));
    },
  });
  new Gauge({
    name: 'nsimbi_history_unavailable',
    help: '1 while transactions have moved to the history store and it does not respond or is not complete.',
    registers: [registry],
    async collect() {
      try {
        const { movedBelow } = await records.boundary();
        if (movedBelow > 0) await records.history.query('SELECT');
        this.set(0);
      } catch {
        this.set(1);
      }
    },
  });
}
