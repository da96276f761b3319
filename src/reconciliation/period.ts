import { endOfKampalaDay, kampalaDay } from '../ledger/kampala-day.ts';
import type { Matching, Period } from './match.ts';

/**
 * The time in which our payments must be in a statement: what was asked for, up to now, else the Kampala days of its rows.
 * A day that is not over then ends with the second of the last row, because what came later cannot be in the statement.
 * @throws PeriodUnknown when nothing was asked for and no row has a time.
 */
export function periodOf(asked: Period | null, covers: Matching['covers'], nowMs: number): Period {
  if (asked !== null) return { fromMs: asked.fromMs, toMs: Math.min(asked.toMs, nowMs) };
  if (covers === null) throw new PeriodUnknown();
  const endMs = endOfKampalaDay(covers.lastMs);
  const toMs = endMs <= nowMs ? endMs : (Math.floor(covers.lastMs / 1000) + 1) * 1000;
  return { fromMs: startOfKampalaDay(covers.firstMs), toMs };
}

/** When the Kampala day of a moment began, in milliseconds since 1970. */
export function startOfKampalaDay(atMs: number): number {
  const dayMs = 24 * 3_600_000;
  const endMs = endOfKampalaDay(atMs);
  return endMs - dayMs * (kampalaDay(endMs) - kampalaDay(atMs));
}

/** A statement that does not say of which time it is. */
export class PeriodUnknown extends Error {
  override readonly name = 'PeriodUnknown';

  constructor() {
    super('the statement has no times: name its day with --date, or its period with --from and --to');
  }
}
