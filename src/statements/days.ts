import { readKampalaDay } from '../ledger/kampala-day.ts';
import { invalidField } from '../refusal.ts';

/** A run of whole days in Kampala: from the first moment of one up to, and without, that after the other. */
export interface StatementPeriod {
  /** As asked, 2027-01-31. */
  readonly fromDay: string;
  readonly toDay: string;
  /** Milliseconds since 1970. */
  readonly fromMs: number;
  readonly toMs: number;
}

const dayMs = 86_400_000;
const daysMax = 366;

/** The period of two days, both included. @throws Refusal for a day that no calendar has, or too many of them. */
export function statementPeriod(fromDay: string, toDay: string): StatementPeriod {
  const fromMs = startOfDay('from', fromDay);
  const toMs = startOfDay('to', toDay) + dayMs;
  if (toMs <= fromMs) throw invalidField('to', 'to must be the same day as from, or a later one.');
  if (toMs - fromMs > daysMax * dayMs) throw invalidField('to', `A statement has at most ${daysMax} days.`);
  return { fromDay, toDay, fromMs, toMs };
}

function startOfDay(field: 'from' | 'to', day: string): number {
  const startMs = readKampalaDay(day);
  if (startMs === null) throw invalidField(field, `${field} must be a day such as 2027-01-31.`);
  return startMs;
}
