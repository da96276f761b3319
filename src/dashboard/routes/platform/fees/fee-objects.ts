import { Type } from 'typebox';
import { isoTime } from '../../../../ledger/transaction-object.ts';
import { type Ugx, ugx, ugxToJson } from '../../../../money/ugx.ts';
import type { BadFeeBands, FeeBandProblem } from '../../../../wallet/fees/band-problems.ts';
import type { FeeBand } from '../../../../wallet/fees/fee.ts';
import { type FeeSchedule, feeOperations, newestSchedule } from '../../../../wallet/fees/schedules.ts';
import { Refusal } from '../../../../wallet/refusal.ts';
import type { FeeBandObject, FeeScheduleObject } from '../../../schemas/fees.ts';

/** What the fee is for. */
export const operation = Type.Enum([...feeOperations], {
  description: 'What costs it.',
  sentence: `The operation must be one of ${feeOperations.join(', ')}.`,
});

const amount = Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 });
const amountOrNone = Type.Union([amount, Type.Null()]);

/** Bands as a form sends them; their order and the rest is checked by the domain, band by band. */
export const bands = Type.Array(
  Type.Object({
    up_to: amountOrNone,
    fixed: amount,
    basis_points: Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
    minimum: amount,
    maximum: amountOrNone,
  }),
  {
    maxItems: 100,
    description:
      'In the order of their upper ends; the last has none. Amounts in shillings, basis points of the amount.',
    sentence: 'Each band needs whole numbers for its upper end, fixed part, basis points, minimum and maximum.',
  },
);

export function feeBandOf(band: FeeBandObject): FeeBand {
  return {
    upTo: band.up_to === null ? null : ugx(band.up_to),
    fixed: ugx(band.fixed),
    basisPoints: band.basis_points,
    minimum: ugx(band.minimum),
    maximum: band.maximum === null ? null : ugx(band.maximum),
  };
}

/** Schedules as the API shows them, newest first. `nowMs` is the database's time. */
export function scheduleObjects(schedules: readonly FeeSchedule[], nowMs: number): FeeScheduleObject[] {
  return schedules
    .map((schedule) => ({
      id: schedule.feeScheduleId,
      operation: schedule.operation,
      client_id: schedule.clientId,
      effective_from: isoTime(schedule.effectiveFromMs),
      created_by: schedule.createdBy,
      state: stateOf(schedule, schedules, nowMs),
      bands: schedule.bands?.map(bandObject) ?? null,
    }))
    .reverse();
}

/** In force among those of the same client, or of everybody: an own schedule does not end the one for everybody. */
function stateOf(schedule: FeeSchedule, schedules: readonly FeeSchedule[], nowMs: number): FeeScheduleObject['state'] {
  if (schedule.effectiveFromMs > nowMs) return 'planned';
  const newest = newestSchedule(schedules, schedule.operation, schedule.clientId, nowMs);
  return newest?.feeScheduleId === schedule.feeScheduleId ? 'in_force' : 'past';
}

function bandObject(band: FeeBand): FeeBandObject {
  return {
    up_to: json(band.upTo),
    fixed: ugxToJson(band.fixed),
    basis_points: band.basisPoints,
    minimum: ugxToJson(band.minimum),
    maximum: json(band.maximum),
  };
}

function json(shillings: Ugx | null): number | null {
  return shillings === null ? null : ugxToJson(shillings);
}

/** What the domain finds wrong with bands, beside the field of the band: `bands.0.up_to`. */
export function refusalOfBands({ message, problems }: BadFeeBands): Refusal {
  const errors: Record<string, string[]> = {};
  for (const { band, part, sentence } of problems) {
    const field = `bands.${band}.${nameOfPart[part]}`;
    errors[field] = [...(errors[field] ?? []), sentence];
  }
  return new Refusal('invalid_request', message, { errors });
}

const nameOfPart: Record<FeeBandProblem['part'], keyof FeeBandObject> = {
  upTo: 'up_to',
  fixed: 'fixed',
  basisPoints: 'basis_points',
  minimum: 'minimum',
  maximum: 'maximum',
};
