import type pg from 'pg';
import { createPool, type DatabaseTarget } from '../postgres/pool.ts';

/** Connections that read for a reconciliation: their statements may take longer than those of the service. End it. */
export function createReconciliationReader(target: DatabaseTarget): pg.Pool {
  return createPool(target, {
    applicationName: 'nsimbi reconcile',
    max: 3,
    role: 'nsimbi_reader',
    // A thousand keys are looked up by index, whatever the statistics of a young database say.
    settings: { enable_hashjoin: 'off', enable_mergejoin: 'off' },
  });
}
