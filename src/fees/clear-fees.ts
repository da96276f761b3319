import { recordAudit } from '../access/audit-log.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import { isoTime } from '../ledger/transaction-object.ts';
import { inDatabaseTransaction, type Transactional } from '../postgres/database-transaction.ts';
import { readDatabaseClock } from './database-clock.ts';
import {
  addFeeSchedule,
  type FeeOperation,
  type FeeSchedule,
  findFeeSchedule,
  newestSchedule,
  readFeeSchedules,
} from './schedules.ts';

/**
 * Gives a client the fees of everybody again from now on, for one operation, and says so in the audit log. Its own
 * schedules stay as history, and one of its own that is planned still begins. Null when it has no fees of its own now.
 */
export async function clearFees(
  pool: Transactional,
  what: { readonly clientId: number; readonly operation: FeeOperation; readonly actor: Actor },
): Promise<FeeSchedule | null> {
  const { clientId, operation, actor } = what;
  return await inDatabaseTransaction(pool, async (db) => {
    const before = newestSchedule(
      await readFeeSchedules(db, clientId),
      operation,
      clientId,
      await readDatabaseClock(db),
    );
    if (before === null || before.bands === null) return null;
    const feeScheduleId = await addFeeSchedule(db, {
      clientId,
      operation,
      createdBy: actor.name,
      effectiveFromMs: null,
      bands: null,
    });
    if (feeScheduleId === null) throw new Error('a fee schedule of no form conflicts with another');
    const cleared = await findFeeSchedule(db, feeScheduleId);
    await recordAudit(db, {
      actor,
      action: 'fees.cleared',
      subject: `fee_schedule ${feeScheduleId}`,
      details: {
        operation,
        client_id: clientId,
        effective_from: isoTime(cleared.effectiveFromMs),
        bands: null,
      },
    });
    return cleared;
  });
}
