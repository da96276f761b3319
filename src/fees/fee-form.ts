import type { IdempotentRequest } from '../ledger/idempotency.ts';
import type { Queryable } from '../postgres/pool.ts';
import { idempotencyKeyReused } from '../refusal.ts';
import { type FeeSchedule, findFeeSchedule } from './schedules.ts';

/** The schedule that a form added already; null for none. @throws Refusal `idempotency_key_reused` when it said otherwise. */
export async function findScheduleOfForm(db: Queryable, form: IdempotentRequest): Promise<FeeSchedule | null> {
  const { rows } = await db.query<{ id: string; fingerprint: string }>(
    'SELECT fee_schedule_id AS id, fingerprint FROM fee_schedule WHERE form_key = $1',
    [form.key],
  );
  const [before] = rows;
  if (before === undefined) return null;
  if (before.fingerprint !== form.fingerprint) throw idempotencyKeyReused();
  return await findFeeSchedule(db, Number(before.id));
}
