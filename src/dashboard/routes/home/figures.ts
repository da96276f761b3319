import { kampalaDay } from '../../../ledger/kampala-day.ts';
import type { Queryable } from '../../../postgres/pool.ts';
import type { Ended, HomeDay, OperatorSuccess, Volume } from '../../schemas/home.ts';

const hourMs = 3_600_000;
const daysShown = 30;

/** What ended in a wallet in one hour, of one kind. */
export interface HourRow {
  /** Hours since 1970-01-01 UTC. */
  readonly hour: number;
  readonly type: string;
  readonly direction: 'in' | 'out';
  /** '' where no operator moved it. */
  readonly operator: string;
  readonly completed: number;
  readonly failed: number;
  /** Shillings. */
  readonly moved: number;
}

export interface Figures {
  readonly today: Volume & { readonly day: string };
  readonly days: readonly HomeDay[];
  readonly operators: readonly OperatorSuccess[];
}

/** Reads the hours of a wallet that the home looks back to: some thousand short rows by key. */
export async function readHours(db: Queryable, walletId: number, nowMs: number): Promise<readonly HourRow[]> {
  const { rows } = await db.query<Omit<HourRow, 'moved'> & { moved: string }>({
    name: 'dashboard.home_hours',
    text: `SELECT hour, type, direction, operator, completed, failed, moved
             FROM wallet_hour WHERE wallet_id = $1 AND hour >= $2`,
    values: [walletId, Math.floor(nowMs / hourMs) - (daysShown + 1) * 24],
  });
  return rows.map((row) => ({ ...row, moved: Number(row.moved) }));
}

/** The figures of the home at a moment. Kampala's days begin on a whole hour, so that hours make days. Pure. */
export function figuresOf(rows: readonly HourRow[], nowMs: number): Figures {
  const today = kampalaDay(nowMs);
  const days = Array.from({ length: daysShown }, (_, index) => today - daysShown + 1 + index);
  const ofDay = (day: number) => rows.filter(({ hour }) => kampalaDay(hour * hourMs) === day);
  return {
    today: { day: dayText(today), ...volumeOf(ofDay(today)) },
    days: days.map((day) => {
      const ended = ofDay(day);
      return {
        day: dayText(day),
        collections: sumOf(ended, ({ type }) => type === 'collection').moved,
        payouts: sumOf(ended, ({ type }) => type === 'payment_sent' || type === 'withdrawal').moved,
      };
    }),
    operators: successOf(rows, Math.floor(nowMs / hourMs)),
  };
}

function volumeOf(rows: readonly HourRow[]): Volume {
  const into = sumOf(rows, ({ direction }) => direction === 'in');
  const out = sumOf(rows, ({ direction }) => direction === 'out');
  return { in: into.moved, in_count: into.completed, out: out.moved, out_count: out.completed };
}

function successOf(rows: readonly HourRow[], nowHour: number): OperatorSuccess[] {
  const lately = rows.filter(({ hour, operator }) => operator !== '' && hour > nowHour - 7 * 24);
  const operators = [...new Set(lately.map(({ operator }) => operator))].sort();
  return operators.flatMap((operator) =>
    (['collections', 'payouts'] as const).flatMap((direction) => {
      const own = lately.filter(
        (row) => row.operator === operator && (row.type === 'collection') === (direction === 'collections'),
      );
      if (own.length === 0) return [];
      const last_24_hours = endedOf(own.filter(({ hour }) => hour > nowHour - 24));
      return [{ operator, direction, last_24_hours, last_7_days: endedOf(own) }];
    }),
  );
}

function endedOf(rows: readonly HourRow[]): Ended {
  const { completed, failed } = sumOf(rows, () => true);
  return { completed, failed };
}

function sumOf(rows: readonly HourRow[], isAsked: (row: HourRow) => boolean) {
  const sum = { completed: 0, failed: 0, moved: 0 };
  for (const row of rows) {
    if (!isAsked(row)) continue;
    sum.completed += row.completed;
    sum.failed += row.failed;
    sum.moved += row.moved;
  }
  return sum;
}

function dayText(day: number): string {
  return new Date(day * 24 * hourMs).toISOString().slice(0, 10);
}
