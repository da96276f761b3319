import { Type } from 'typebox';
import { kampalaDay, kampalaTime, readKampalaDay, startOfKampalaDay } from '../../ledger/kampala-day.ts';
import { invalidField } from '../../refusal.ts';
import { type FigurePoint, type Figures, type PeriodName, periodNames, type Totals } from './schemas/figures.ts';

export const hourMs = 3_600_000;
const hoursOfDay = 24;
const daysMax = 366;

/** The part of a query that names a period. */
export const periodQuery = {
  period: Type.Optional(
    Type.Enum([...periodNames], {
      description: 'Today, which is the default, the last 7, 30 or 90 days with today, or the days of `from` and `to`.',
    }),
  ),
  from: Type.Optional(Type.String({ description: 'The first day, in Kampala, of a custom period.' })),
  to: Type.Optional(Type.String({ description: `The last day; at most ${daysMax} days in all.` })),
};

/** A period and the one before it. Days are counted since 1970-01-01 in Kampala, hours since 1970-01-01 UTC. */
export interface Period {
  readonly name: PeriodName;
  readonly fromDay: number;
  readonly toDay: number;
  readonly previousFromDay: number;
  readonly nowMs: number;
}

const daysOf = { today: 1, '7d': 7, '30d': 30, '90d': 90 } as const;

/**
 * The period that a query asks for at a moment (milliseconds since 1970).
 * @throws Refusal for days that no calendar has, are in the wrong order, in the future or too many.
 */
export function periodOf(
  { period: name = 'today', from, to }: { period?: PeriodName; from?: string; to?: string },
  nowMs: number,
): Period {
  const today = kampalaDay(nowMs);
  if (name !== 'custom') {
    const fromDay = today - daysOf[name] + 1;
    return { name, fromDay, toDay: today, previousFromDay: fromDay - daysOf[name], nowMs };
  }
  const fromDay = dayOf('from', from);
  const toDay = dayOf('to', to);
  if (toDay < fromDay) throw invalidField('to', 'to must be the same day as from, or a later one.');
  if (toDay > today) throw invalidField('to', 'to must not be later than today.');
  const days = toDay - fromDay + 1;
  if (days > daysMax) throw invalidField('to', `A period has at most ${daysMax} days.`);
  return { name, fromDay, toDay, previousFromDay: fromDay - days, nowMs };
}

function dayOf(field: 'from' | 'to', text = ''): number {
  const startMs = readKampalaDay(text);
  if (startMs === null) throw invalidField(field, `${field} must be a day such as 2027-01-31.`);
  return kampalaDay(startMs);
}

/** What ended in an hour or on a day, of one kind. */
export interface EndedRow {
  /** The hour since 1970-01-01 UTC, or the day since 1970-01-01 in Kampala. */
  readonly slot: number;
  readonly type: string;
  readonly direction: 'in' | 'out';
  /** '' where no operator moved it. */
  readonly operator: string;
  readonly completed: number;
  readonly failed: number;
  /** Shillings. */
  readonly moved: number;
  /** Of hours that an older program counted, null. */
  readonly fees: number | null;
}

/** A row as PostgreSQL gives it. */
export type EndedRowRead = Omit<EndedRow, 'moved' | 'fees'> & { readonly moved: string; readonly fees: string | null };

/** An ended row with numbers. */
export function endedRow({ moved, fees, ...row }: EndedRowRead): EndedRow {
  return { ...row, moved: Number(moved), fees: fees === null ? null : Number(fees) };
}

/** The hours of yesterday that are over at this time of the day, and the part of one after them. */
export interface Yesterday {
  readonly fromHour: number;
  /** The hour of the part, which is not whole. */
  readonly partHour: number;
  readonly partFromMs: number;
  /** The same time of the day as now. */
  readonly partUntilMs: number;
}

export function yesterdayOf({ nowMs, previousFromDay }: Period): Yesterday {
  const partUntilMs = nowMs - hoursOfDay * hourMs;
  const partHour = Math.floor(partUntilMs / hourMs);
  return {
    fromHour: startOfKampalaDay(previousFromDay) / hourMs,
    partHour,
    partFromMs: partHour * hourMs,
    partUntilMs,
  };
}

/** What ended, of a period and of the one before it. */
export interface Ended {
  readonly now: readonly EndedRow[];
  readonly before: readonly EndedRow[];
  /** Up to which moment `before` was read, in milliseconds since 1970; null for whole days. */
  readonly untilMs: number | null;
}

/** Divides the days of both periods. Pure. */
export function endedOfDays(rows: readonly EndedRow[], { fromDay }: Period): Ended {
  return {
    now: rows.filter(({ slot }) => slot >= fromDay),
    before: rows.filter(({ slot }) => slot < fromDay),
    untilMs: null,
  };
}

/**
 * Divides the hours of today and yesterday. Pure.
 * @param part what ended in the part of an hour, or null where that was too much to read: then yesterday counts to the last whole hour.
 */
export function endedOfHours(rows: readonly EndedRow[], period: Period, part: readonly EndedRow[] | null): Ended {
  const todayHour = startOfKampalaDay(period.fromDay) / hourMs;
  const { fromHour, partHour, partFromMs, partUntilMs } = yesterdayOf(period);
  return {
    now: rows.filter(({ slot }) => slot >= todayHour),
    before: [...rows.filter(({ slot }) => slot >= fromHour && slot < partHour), ...(part ?? [])],
    untilMs: part === null ? partFromMs : partUntilMs,
  };
}

/** To which side of a page a row counts, and with how much. */
export type Flow<Side extends string> = (row: EndedRow) => { readonly side: Side | null; readonly amount: number };

type TotalsOf<Side extends string> = Omit<Totals, 'in' | 'in_count' | 'out' | 'out_count'> &
  Record<Side | `${Side}_count`, number>;

/** The sums of rows. Pure. @param sides those of a page, so that each has a sum where nothing ended. */
export function totalsOf<Side extends string>(
  rows: readonly EndedRow[],
  sides: readonly Side[],
  flow: Flow<Side>,
): TotalsOf<Side> {
  const sums = Object.fromEntries(sides.flatMap((side) => [side, `${side}_count`].map((name) => [name, 0])));
  let fees: number | null = 0;
  let completed = 0;
  let failed = 0;
  for (const row of rows) {
    const { side, amount } = flow(row);
    if (side !== null) {
      sums[side] = (sums[side] ?? 0) + amount;
      sums[`${side}_count`] = (sums[`${side}_count`] ?? 0) + row.completed;
    }
    fees = fees === null || row.fees === null ? null : fees + row.fees;
    if (row.operator === '') continue;
    completed += row.completed;
    failed += row.failed;
  }
  return { ...sums, fees, completed, failed } as TotalsOf<Side>;
}

/** The figures of a page. Pure. */
export function figuresOf<Side extends string>(
  period: Period,
  ended: Ended,
  sides: readonly (Side | 'in' | 'out')[],
  flow: Flow<Side | 'in' | 'out'>,
): Figures<TotalsOf<Side | 'in' | 'out'>> {
  const { name, fromDay, toDay, previousFromDay } = period;
  const bySlot = Map.groupBy(ended.now, ({ slot }) => slot);
  const point = (at: string, slot: number): FigurePoint => {
    const sums = totalsOf<string>(bySlot.get(slot) ?? [], ['in', 'out'], flow);
    const of = (sum: string) => sums[sum] ?? 0;
    return { at, in: of('in'), in_count: of('in_count'), out: of('out'), out_count: of('out_count') };
  };
  return {
    period: { name, from: dayText(fromDay), to: dayText(toDay) },
    previous: {
      from: dayText(previousFromDay),
      to: dayText(fromDay - 1),
      until: ended.untilMs === null ? null : kampalaTime(ended.untilMs),
    },
    now: totalsOf(ended.now, sides, flow),
    before: totalsOf(ended.before, sides, flow),
    by: name === 'today' ? 'hour' : 'day',
    points:
      name === 'today'
        ? range(startOfKampalaDay(fromDay) / hourMs, Math.floor(period.nowMs / hourMs)).map((hour) =>
            point(kampalaTime(hour * hourMs), hour),
          )
        : range(fromDay, toDay).map((day) => point(dayText(day), day)),
  };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** A day that is counted since 1970-01-01, such as 2026-11-21. */
export function dayText(day: number): string {
  return new Date(day * hoursOfDay * hourMs).toISOString().slice(0, 10);
}
