import type { IdempotentRequest } from '../ledger/idempotency.ts';
import type { Queryable } from '../postgres/pool.ts';
import { type FeeBandJson, feeBandFromJson, feeBandToJson } from './band-json.ts';
import { BadFeeBands, feeBandProblems } from './band-problems.ts';
import type { FeeBand } from './fee.ts';

export const feeOperations = ['collection', 'send_money_internal', 'send_money_external', 'withdrawal'] as const;
export type FeeOperation = (typeof feeOperations)[number];

/** A fee schedule as it was set once; changes are new schedules. Times in milliseconds. */
export interface FeeSchedule {
  readonly feeScheduleId: number;
  /** Whose it is; null for everybody without one of their own. */
  readonly clientId: number | null;
  readonly operation: FeeOperation;
  readonly effectiveFromMs: number;
  /** Null takes a client's own fees away: those of everybody count for it again. */
  readonly bands: readonly FeeBand[] | null;
  readonly createdBy: string;
}

/** A schedule to be added; `effectiveFromMs` null means now. */
export type NewFeeSchedule = Omit<FeeSchedule, 'feeScheduleId' | 'effectiveFromMs'> & {
  readonly effectiveFromMs: number | null;
};

/** A schedule with its bands, by which a fee can be computed. */
export type FeeScheduleInForce = FeeSchedule & { readonly bands: readonly FeeBand[] };

/** The schedule in force for a client at a moment: its own newest effective one, else the newest for everybody. */
export function scheduleInForce(
  schedules: readonly FeeSchedule[],
  operation: FeeOperation,
  clientId: number,
  atMs: number,
): FeeScheduleInForce | null {
  for (const owner of [clientId, null]) {
    const found = newestSchedule(schedules, operation, owner, atMs);
    if (found !== null && hasBands(found)) return found;
  }
  return null;
}

/** The newest effective one among those of one client, or among those for everybody (null). */
export function newestSchedule(
  schedules: readonly FeeSchedule[],
  operation: FeeOperation,
  owner: number | null,
  atMs: number,
): FeeSchedule | null {
  let found: FeeSchedule | null = null;
  for (const schedule of schedules) {
    if (schedule.operation !== operation || schedule.clientId !== owner || schedule.effectiveFromMs > atMs) continue;
    if (found === null || isNewer(schedule, found)) found = schedule;
  }
  return found;
}

function hasBands(schedule: FeeSchedule): schedule is FeeScheduleInForce {
  return schedule.bands !== null;
}

function isNewer(a: FeeSchedule, b: FeeSchedule): boolean {
  if (a.effectiveFromMs !== b.effectiveFromMs) return a.effectiveFromMs > b.effectiveFromMs;
  return a.feeScheduleId > b.feeScheduleId;
}

interface FeeScheduleRow {
  fee_schedule_id: string;
  client_id: string | null;
  operation: FeeOperation;
  effective_from_ms: string;
  bands: FeeBandJson[] | null;
  created_by: string;
}

/** All schedules of everybody and of one client (or of all clients when null), oldest first. */
export async function readFeeSchedules(db: Queryable, clientId: number | null = null): Promise<FeeSchedule[]> {
  const { rows } = await db.query<FeeScheduleRow>(
    `${selectSchedules} WHERE $1::bigint IS NULL OR client_id IS NULL OR client_id = $1
      ORDER BY effective_from, fee_schedule_id`,
    [clientId],
  );
  return rows.map(scheduleOf);
}

/** The schedule with this number. It must be there, because none is ever taken away. */
export async function findFeeSchedule(db: Queryable, feeScheduleId: number): Promise<FeeSchedule> {
  const { rows } = await db.query<FeeScheduleRow>(`${selectSchedules} WHERE fee_schedule_id = $1`, [feeScheduleId]);
  if (rows[0] === undefined) throw new Error(`there is no fee schedule ${feeScheduleId}`);
  return scheduleOf(rows[0]);
}

const selectSchedules = `
  SELECT fee_schedule_id, client_id, operation, bands, created_by,
         round(extract(epoch FROM effective_from) * 1000)::bigint AS effective_from_ms
    FROM fee_schedule`;

function scheduleOf(row: FeeScheduleRow): FeeSchedule {
  return {
    feeScheduleId: Number(row.fee_schedule_id),
    clientId: row.client_id === null ? null : Number(row.client_id),
    operation: row.operation,
    effectiveFromMs: Number(row.effective_from_ms),
    createdBy: row.created_by,
    bands: row.bands?.map(feeBandFromJson) ?? null,
  };
}

/**
 * Adds a schedule; the ones before stay as history. `effectiveFromMs` null means now, by the database's clock.
 * @param form where it comes from a form, which adds one schedule only.
 * @returns its number; null when the form has added one already.
 * @throws BadFeeBands when the bands are not ascending, or the last one ends.
 */
export async function addFeeSchedule(
  db: Queryable,
  schedule: NewFeeSchedule,
  form: IdempotentRequest | null = null,
): Promise<number | null> {
  const problems = schedule.bands === null ? [] : feeBandProblems(schedule.bands);
  if (problems.length > 0) throw new BadFeeBands(problems);
  const bands = schedule.bands?.map(feeBandToJson);
  const { rows } = await db.query<{ fee_schedule_id: string }>(
    `INSERT INTO fee_schedule (client_id, operation, effective_from, bands, created_by, form_key, fingerprint)
     VALUES ($1, $2, coalesce(to_timestamp($3::float8 / 1000), clock_timestamp()), $4::jsonb, $5, $6, $7)
         ON CONFLICT (form_key) DO NOTHING
     RETURNING fee_schedule_id`,
    [
      schedule.clientId,
      schedule.operation,
      schedule.effectiveFromMs,
      bands === undefined ? null : JSON.stringify(bands),
      schedule.createdBy,
      form?.key ?? null,
      form?.fingerprint ?? null,
    ],
  );
  return rows[0] === undefined ? null : Number(rows[0].fee_schedule_id);
}
