import { isoTime } from '../ledger/transaction-object.ts';
import type { FeeBand } from '../wallet/fees/fee.ts';
import type { FeeSchedule } from '../wallet/fees/schedules.ts';
import type { AnswerRecord } from './record.ts';

/** A fee schedule with its bands, null for a client that has those of everybody again; client_id null is everybody. */
export function feeRecord(schedule: FeeSchedule): AnswerRecord {
  return {
    fee_schedule_id: schedule.feeScheduleId,
    operation: schedule.operation,
    client_id: schedule.clientId,
    effective_from: isoTime(schedule.effectiveFromMs),
    created_by: schedule.createdBy,
    bands: schedule.bands?.map(bandRecord) ?? null,
  };
}

function bandRecord(band: FeeBand): AnswerRecord {
  return {
    up_to: band.upTo,
    fixed: band.fixed,
    basis_points: band.basisPoints,
    minimum: band.minimum,
    maximum: band.maximum,
  };
}
