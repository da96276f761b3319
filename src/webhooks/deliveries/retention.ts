import type { Duty } from '../../ledger/housekeeping.ts';
import type { Queryable } from '../../postgres/pool.ts';

const rowsPerStep = 2_000;

/**
 * The duties that remove old attempts and deliveries; events are kept. They are old by the wall clock and by trusted time, so that
 * a clock that is set ahead removes nothing: a delivery that was removed too early would be sent again with a range.
 * @param retentionMs how long they are kept.
 */
export function retentionDuties(retentionMs: number): Duty[] {
  return [
    { name: 'remove_attempts', everyMs: 60_000, work: (db) => removeOldAttempts(db, retentionMs) },
    { name: 'remove_deliveries', everyMs: 60_000, work: (db) => removeOldDeliveries(db, retentionMs) },
  ];
}

/** Removes a small batch of attempts made longer ago. */
export async function removeOldAttempts(
  db: Queryable,
  retentionMs: number,
  perStep = rowsPerStep,
): Promise<{ removed: number; more: boolean }> {
  return await remove(
    db,
    `DELETE FROM delivery_attempt WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM delivery_attempt WHERE at < $1 LIMIT $2))`,
    retentionMs,
    perStep,
  );
}

/**
 * Removes a small batch of deliveries that ended longer ago: delivered ones, and failed and cancelled ones too, because
 * they are hardly redelivered after so long a time, and would grow without end behind a broken receiver. A pending one stays, whatever its age, until it ends.
 */
export async function removeOldDeliveries(
  db: Queryable,
  retentionMs: number,
  perStep = rowsPerStep,
): Promise<{ removed: number; more: boolean }> {
  return await remove(
    db,
    `DELETE FROM delivery WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM delivery
        WHERE created_at < $1 AND status <> 'pending'
          AND (delivered_at IS NULL OR delivered_at < $1)
        LIMIT $2 FOR UPDATE SKIP LOCKED)) AND status <> 'pending'`,
    retentionMs,
    perStep,
  );
}

async function remove(db: Queryable, text: string, retentionMs: number, perStep: number) {
  const { rows } = await db.query<{ before: Date }>(
    `SELECT least(now(), trusted_now()) - $1::float8 * interval '1 millisecond' AS before`,
    [retentionMs],
  );
  const { rowCount } = await db.query(text, [rows[0]?.before, perStep]);
  const removed = rowCount ?? 0;
  return { removed, more: removed === perStep };
}
