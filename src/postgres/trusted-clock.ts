import type { Queryable } from './pool.ts';

/**
 * The clock that deadlines count by: one row of `trusted_clock`, advanced by the time that really passed. Every process with
 * workers looks at it every two seconds. If nobody has advanced it since the last look, the process adds the time that its own
 * monotonic clock confirms, however the wall clocks were set meanwhile. SQL reads it with `trusted_now()`; see docs/clocks.md.
 */

/** How often a process looks at the row. */
export const lookEveryMs = 2_000;

/**
 * What one advance adds at most. A process that was frozen or suspended for longer adds no more, and the time between the end of
 * one process and the start of the next is added as far as the wall clock confirms it, up to this.
 */
const advanceMsMax = 10_000;

/** `trusted_now()` goes ahead of the row by at most this, so a jump of the wall clock may set it ahead, and back again. */
export const trustedStepMsMax = 5_000;

/** Wall time may differ by this much more from trusted time than usual before an alarm is raised. */
const alarmAboveMs = 60_000;

/** A difference is steady while it changes by less than this, and adopted when it has been steady for so long. */
const steadyWithinMs = 10_000;
const adoptAfterMs = 600_000;

/** The row; times in milliseconds since 1970, differences are wall time minus trusted time. */
export interface TrustedClockRow {
  readonly version: number;
  readonly trustedAtMs: number;
  readonly wallAtMs: number;
  /** The difference that raises no alarm. */
  readonly adoptedDifferenceMs: number;
  readonly steadyDifferenceMs: number;
  /** Trusted time. */
  readonly steadySinceMs: number;
}

/** One reading of the row together with the database's wall clock, and when it was made by this process's monotonic clock. */
export interface Look {
  readonly row: TrustedClockRow;
  readonly wallMs: number;
  readonly sentMs: number;
  readonly receivedMs: number;
}

/** Between which moments of this process's monotonic clock the present version of the row was written. */
export interface Sight {
  readonly version: number;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

/**
 * The row after an advance. Pure. The wall clock says how much time has passed, as far as the monotonic clock of the process
 * confirms it: trusted time is then exact while no wall clock is set, and never faster than real time when one is.
 */
export function advanced({ row, wallMs, sentMs, receivedMs }: Look, sight: Sight): TrustedClockRow {
  // A millisecond, because wall times are whole ones.
  const passedMsMin = Math.min(Math.max(Math.floor(sentMs - sight.notAfterMs) - 1, 0), advanceMsMax);
  const passedMsMax = Math.min(Math.ceil(receivedMs - sight.notBeforeMs) + 1, advanceMsMax);
  const passedMs = Math.min(Math.max(wallMs - row.wallAtMs, passedMsMin), passedMsMax);

  const trustedAtMs = row.trustedAtMs + passedMs;
  const differenceMs = wallMs - trustedAtMs;
  const isSteady = Math.abs(differenceMs - row.steadyDifferenceMs) <= steadyWithinMs;
  const steadySinceMs = isSteady ? row.steadySinceMs : trustedAtMs;
  return {
    version: row.version + 1,
    trustedAtMs,
    wallAtMs: wallMs,
    steadyDifferenceMs: isSteady ? row.steadyDifferenceMs : differenceMs,
    steadySinceMs,
    adoptedDifferenceMs: trustedAtMs - steadySinceMs >= adoptAfterMs ? differenceMs : row.adoptedDifferenceMs,
  };
}

/** How far the wall clock is from trusted time, in milliseconds; negative when it is behind. */
export interface ClockDifference {
  readonly differenceMs: number;
  /** Whether that is more than a minute from the difference that was adopted. */
  readonly isAlarming: boolean;
}

function differenceOf(differenceMs: number, adoptedDifferenceMs: number): ClockDifference {
  return { differenceMs, isAlarming: Math.abs(differenceMs - adoptedDifferenceMs) > alarmAboveMs };
}

/** Advances the trusted clock from one process. */
export class TrustedClock {
  readonly #onAlarm: (difference: ClockDifference) => void;
  #sight: Sight | null = null;
  #lastSentMs = Number.NEGATIVE_INFINITY;
  #isAlarming = false;

  /** @param onAlarm is called when an alarm begins and when it ends. */
  constructor(onAlarm: (difference: ClockDifference) => void) {
    this.#onAlarm = onAlarm;
  }

  /** Looks at the row, and advances it unless another process has. */
  async look(db: Queryable): Promise<void> {
    // This clock cannot be set and does not count a suspend.
    const sentMs = performance.now();
    const { row, wallMs } = await readRow(db);
    const look: Look = { row, wallMs, sentMs, receivedMs: performance.now() };
    const isAdvancedByOther = this.#sight !== null && this.#sight.version !== row.version;
    // The first look of a process advances too: it adds the moments for which none was running.
    const sight =
      this.#sight?.version === row.version
        ? this.#sight
        : { version: row.version, notBeforeMs: this.#lastSentMs, notAfterMs: look.receivedMs };
    this.#sight = sight;
    this.#lastSentMs = sentMs;
    if (isAdvancedByOther) return this.#note(row);
    const next = advanced(look, sight);
    if (!(await writeRow(db, next))) return;
    this.#sight = { version: next.version, notBeforeMs: sentMs, notAfterMs: look.receivedMs };
    this.#note(next);
  }

  #note({ trustedAtMs, wallAtMs, adoptedDifferenceMs }: TrustedClockRow): void {
    const difference = differenceOf(wallAtMs - trustedAtMs, adoptedDifferenceMs);
    if (difference.isAlarming === this.#isAlarming) return;
    this.#isAlarming = difference.isAlarming;
    this.#onAlarm(difference);
  }
}

async function readRow(db: Queryable): Promise<Pick<Look, 'row' | 'wallMs'>> {
  const { rows } = await db.query<Record<keyof TrustedClockRow | 'wallMs', string>>({
    name: 'trusted_clock.read',
    text: `
      SELECT version,
             round(extract(epoch FROM trusted_at) * 1000)::bigint AS "trustedAtMs",
             round(extract(epoch FROM wall_at) * 1000)::bigint AS "wallAtMs",
             adopted_difference_ms AS "adoptedDifferenceMs", steady_difference_ms AS "steadyDifferenceMs",
             round(extract(epoch FROM steady_since) * 1000)::bigint AS "steadySinceMs",
             floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "wallMs"
        FROM trusted_clock`,
  });
  const [found] = rows;
  if (found === undefined) throw new Error('the trusted clock has no row');
  return {
    row: {
      version: Number(found.version),
      trustedAtMs: Number(found.trustedAtMs),
      wallAtMs: Number(found.wallAtMs),
      adoptedDifferenceMs: Number(found.adoptedDifferenceMs),
      steadyDifferenceMs: Number(found.steadyDifferenceMs),
      steadySinceMs: Number(found.steadySinceMs),
    },
    wallMs: Number(found.wallMs),
  };
}

/** @returns false when another process has advanced the clock since it was read. */
async function writeRow(db: Queryable, next: TrustedClockRow): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'trusted_clock.advance',
    text: `
      UPDATE trusted_clock
         SET version = $1, trusted_at = to_timestamp($2::float8 / 1000), wall_at = to_timestamp($3::float8 / 1000),
             adopted_difference_ms = $4, steady_difference_ms = $5, steady_since = to_timestamp($6::float8 / 1000)
       WHERE version = $1 - 1`,
    values: [
      next.version,
      next.trustedAtMs,
      next.wallAtMs,
      next.adoptedDifferenceMs,
      next.steadyDifferenceMs,
      next.steadySinceMs,
    ],
  });
  return rowCount === 1;
}

/** How far the wall clock is from trusted time now; also while no process advances it, and for any role and search path. */
export async function readClockDifference(db: Queryable): Promise<ClockDifference> {
  const { rows } = await db.query<{ difference_ms: string; adopted_ms: string }>(`
    SELECT round(extract(epoch FROM statement_timestamp() - nsimbi.trusted_now()) * 1000)::bigint AS difference_ms,
           adopted_difference_ms AS adopted_ms
      FROM nsimbi.trusted_clock`);
  const [row] = rows;
  if (row === undefined) throw new Error('the trusted clock has no row');
  return differenceOf(Number(row.difference_ms), Number(row.adopted_ms));
}
