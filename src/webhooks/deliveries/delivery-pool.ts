import type pg from 'pg';
import { createPool, type DatabaseTarget } from '../../postgres/pool.ts';

/**
 * Connections for the work on deliveries, of its own so that neither a request nor a payment waits for it. Statements
 * reach few rows by key in tables that may be large; what suits a report, or a table that was empty when it was
 * analyzed, would read a whole table.
 */
export function createDeliveryPool(target: DatabaseTarget): pg.Pool {
  return createPool(target, {
    applicationName: 'nsimbi webhooks',
    max: 5,
    settings: {
      enable_hashjoin: 'off',
      enable_mergejoin: 'off',
      enable_seqscan: 'off',
      jit: 'off',
      plan_cache_mode: 'force_generic_plan',
    },
  });
}
