import { isoTime } from '../ledger/transaction-object.ts';
import type { FeeBand } from '../wallet/fees/fee.ts';
import type { FeeSchedule } from '../wallet/fees/schedules.ts';
import type { AnswerRecord } from './record.ts';

/** A fee schedule with its bands; client_id null is everybody without one of their own. */
export function feeRecord(schedule: FeeSchedule): AnswerRecord {
  return {
    fee_schedule_id: schedule.feeScheduleId,
    operation: schedule.operation,
    client_id: schedule.clientId,
    effective_from: isoTime(schedule.effectiveFromMs),
    created_by: schedule.createdBy,
    bands: schedule.bands.map(bandRecord),
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
