import { recordAudit } from '../access/audit-log.ts';
import type { IdempotentRequest } from '../ledger/idempotency.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import { isoTime } from '../ledger/transaction-object.ts';
import { inDatabaseTransaction, type Transactional } from '../postgres/database-transaction.ts';
import { feeBandToJson } from './band-json.ts';
import { findScheduleOfForm } from './fee-form.ts';
import { addFeeSchedule, type FeeSchedule, findFeeSchedule, type NewFeeSchedule } from './schedules.ts';

/**
 * Adds a schedule and says so in the audit log; running processes find it within a second (FeeBook). The ones before
 * stay as history, and accepted transactions keep their fee.
 * @param form where it comes from a form: the same form again gives the same schedule.
 * @throws BadFeeBands, or Refusal `idempotency_key_reused` when the form said otherwise before.
 */
export async function setFees(
  pool: Transactional,
  { actor, ...what }: Omit<NewFeeSchedule, 'createdBy'> & { readonly actor: Actor },
  form: IdempotentRequest | null = null,
): Promise<FeeSchedule> {
  return await inDatabaseTransaction(pool, async (db) => {
    const feeScheduleId = await addFeeSchedule(db, { ...what, createdBy: actor.name }, form);
    if (feeScheduleId === null) {
      const before = form === null ? null : await findScheduleOfForm(db, form);
      if (before === null) throw new Error('a fee schedule conflicts with one that is not there');
      return before;
    }
    const schedule = await findFeeSchedule(db, feeScheduleId);
    await recordAudit(db, {
      actor,
      action: 'fees.set',
      subject: `fee_schedule ${feeScheduleId}`,
      details: {
        operation: what.operation,
        client_id: what.clientId,
        effective_from: isoTime(schedule.effectiveFromMs),
        bands: schedule.bands?.map(feeBandToJson) ?? null,
      },
    });
    return schedule;
  });
}
