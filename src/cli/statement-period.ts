import { InvalidArgumentError } from '@commander-js/extra-typings';
import { endOfKampalaDay } from '../ledger/kampala-day.ts';
import type { Period } from '../settlement/reconcile/match.ts';
import { startOfKampalaDay } from '../settlement/reconcile/period.ts';
import { CommandRefused } from './command-refused.ts';
import { momentValue } from './option-values.ts';

/** A day of Kampala, `2027-01-31`, from its first moment up to that of the next. */
export function dayValue(text: string): Period {
  const noonMs = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T12:00:00+03:00`) : Number.NaN;
  // A day that a month does not have becomes another one instead of none.
  if (Number.isNaN(noonMs) || new Date(noonMs).toISOString().slice(0, 10) !== text) {
    throw new InvalidArgumentError('It must be a day such as 2027-01-31.');
  }
  return { fromMs: startOfKampalaDay(noonMs), toMs: endOfKampalaDay(noonMs) };
}

/** A day, or a moment with its offset, which has no length. */
export function dayOrMomentValue(text: string): Period {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return dayValue(text);
  const atMs = momentValue(text);
  return { fromMs: atMs, toMs: atMs };
}

/** The period that options ask for; null when they ask for none. @throws CommandRefused */
export function askedPeriod(options: { date?: Period; from?: Period; to?: Period }): Period | null {
  const { date, from, to } = options;
  if (date !== undefined) {
    if (from !== undefined || to !== undefined) throw new CommandRefused('--date goes without --from and --to');
    return date;
  }
  if (from === undefined && to === undefined) return null;
  if (from === undefined || to === undefined) throw new CommandRefused('--from and --to go together');
  if (from.fromMs >= to.toMs) throw new CommandRefused('--from must be before --to');
  return { fromMs: from.fromMs, toMs: to.toMs };
}
