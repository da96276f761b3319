import type pg from 'pg';
import { recordAudit } from '../../access/audit-log.ts';
import { inDatabaseTransaction } from '../../postgres/database-transaction.ts';
import { addFeeSchedule, type FeeSchedule, readFeeSchedules } from './schedules.ts';

/**
 * Adds a schedule and says so in the audit log; running processes find it within a second (FeeBook). The ones before
 * stay as history, and accepted transactions keep their fee. `effectiveFromMs` null means now.
 * @throws BadFeeBands
 */
export async function setFees(
  pool: pg.Pool,
  schedule: Omit<FeeSchedule, 'feeScheduleId' | 'effectiveFromMs'> & { readonly effectiveFromMs: number | null },
): Promise<FeeSchedule> {
  return await inDatabaseTransaction(pool, async (db) => {
    const feeScheduleId = await addFeeSchedule(db, schedule);
    await recordAudit(db, {
      actor: schedule.createdBy,
      action: 'fees.set',
      subject: `fee_schedule ${feeScheduleId}`,
      details: { operation: schedule.operation, client_id: schedule.clientId },
    });
    const schedules = await readFeeSchedules(db, schedule.clientId);
    const added = schedules.find((found) => found.feeScheduleId === feeScheduleId);
    if (added === undefined) throw new Error('the fee schedule was added and cannot be read');
    return added;
  });
}
