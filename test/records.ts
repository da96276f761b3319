import { recordsOf } from '../src/history/boundary.ts';
import type { Records } from '../src/history/records.ts';
import type { Queryable } from '../src/postgres/pool.ts';

/** The records of a database without a history store. */
export function recordsIn(db: Queryable): Records {
  return recordsOf(db, null);
}
