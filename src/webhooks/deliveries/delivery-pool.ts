import type pg from 'pg';
import { createPool, type DatabaseTarget } from '../../postgres/pool.ts';

/**
 * Connections for the work on deliveries, of its own so that neither a request nor a payment waits for it. Statements
 * reach few rows by key in tables that may be large, and never join two lists of their own. Each is planned anew: tables
 * grow from nothing to millions of rows between two analyses, and a plan that was made for the empty one reads all of it.
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
      plan_cache_mode: 'force_custom_plan',
    },
  });
}
