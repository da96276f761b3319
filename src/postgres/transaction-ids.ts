import type { Queryable } from './pool.ts';

/** The ID of a database transaction: whole, and the last 32 bits, as rows store them. */
export interface TransactionId {
  readonly full: string;
  readonly short: string;
}

/** Takes the next ID. */
export async function takeTransactionId(db: Queryable): Promise<TransactionId> {
  const { rows } = await db.query<TransactionId>(
    'SELECT xid::text AS full, xid::xid::text AS short FROM pg_current_xact_id() xid',
  );
  const [id] = rows;
  if (id === undefined) throw new Error('the server did not return a transaction ID');
  return id;
}

/** Whether every database transaction with a lower ID has ended, so that whoever looks now sees what it wrote. */
export async function haveOlderEnded(db: Queryable, full: string): Promise<boolean> {
  const { rows } = await db.query<{ ended: boolean }>(
    'SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 AS ended',
    [full],
  );
  return rows[0]?.ended === true;
}
