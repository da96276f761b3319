import { type Figures, type PeriodName, periodNames } from '../../../../../src/http/dashboard/schemas/figures.ts';
import type { Query } from '../../api/api.ts';
import { dayText, momentInKampala } from '../../components/time-text.ts';

/** The period as the address of a page holds it; a page has its own where there is none. */
export interface PeriodSearch {
  readonly period?: PeriodName;
  /** Days in Kampala, such as 2026-11-21; both are within the period. */
  readonly from?: string;
  readonly to?: string;
}

/** As the service takes it. */
const daysMax = 366;

/** Periods as their buttons name them. */
export const periodLabels: Readonly<Record<PeriodName, string>> = {
  today: 'Today',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  custom: 'Custom',
};

/** The period in an address; what is none is left out. */
export function periodIn(search: Record<string, unknown>): PeriodSearch {
  const period = periodNames.find((name) => name === search.period);
  if (period === undefined) return {};
  const { from, to } = search;
  if (period !== 'custom') return { period };
  return {
    period,
    ...(typeof from === 'string' && from !== '' ? { from } : {}),
    ...(typeof to === 'string' && to !== '' ? { to } : {}),
  };
}

/** The same for the service. */
export function periodQuery({ period, from, to }: PeriodSearch, otherwise: PeriodName): Query {
  return { period: period ?? otherwise, from, to };
}

/** What is wrong with the days of a period that a person chooses, by field; empty when nothing is. @param today in Kampala. */
export function daysErrors(from: string, to: string, today: string): { readonly from?: string; readonly to?: string } {
  if (from === '') return { from: 'Choose the first day.' };
  if (to === '') return { to: 'Choose the last day.' };
  if (to < from) return { to: 'The last day must not be before the first day.' };
  if (to > today) return { to: 'The last day must not be later than today.' };
  if (daysBetween(from, to) > daysMax) return { to: `Choose at most ${daysMax} days.` };
  return {};
}

/** How many days a period has, with the first and the last one. */
function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1;
}

type Periods = Pick<Figures<unknown>, 'period' | 'previous'>;

/** What the figures are of and what they are compared with, in a sentence. */
export function periodSentence({ period, previous }: Periods): string {
  if (period.name === 'today') return `Today in Kampala until now, compared with ${beforeText({ period, previous })}.`;
  const days = period.name === 'custom' ? '' : `The last ${daysBetween(period.from, period.to)} days with today, `;
  return `${days}${daysText(period.from, period.to)}, compared with ${beforeText({ period, previous })}.`;
}

/**
 * That the figures of a period are shown, for a screen reader. Shorter than their sentence, and without a time of the day, so
 * that it is said when another period was chosen and not each time the figures are read again.
 */
export function shownSentence({ name, from, to }: Periods['period']): string {
  return `Figures of ${name === 'today' ? 'today' : daysText(from, to)} are shown.`;
}

function beforeText({ period, previous }: Periods): string {
  if (previous.until !== null) return `yesterday until ${clockText(previous.until)}`;
  const count = daysBetween(period.from, period.to);
  if (count === 1) return `the day before, ${dayInText(previous.from)}`;
  return `the ${count} days before, ${daysText(previous.from, previous.to)}`;
}

function daysText(from: string, to: string): string {
  return from === to ? dayInText(from) : `${dayInText(from)} to ${dayInText(to)}`;
}

/** A day such as 2026-11-21 as people read it. */
export function dayInText(day: string): string {
  return dayText(new Date(momentInKampala(`${day}T00:00`)));
}

/** The time of the day of a moment in Kampala, as ISO 8601 with its offset: 14:05. */
export function clockText(at: string): string {
  return at.slice(11, 16);
}

/** A point of a chart on its axis: 14:00 for an hour, 21 Nov for a day. */
export function pointLabel(at: string): string {
  return at.length > 10 ? clockText(at) : dayInText(at).replace(/ \d{4}$/, '');
}

/** A point of a chart in a table: the hour from 14:00, or 21 Nov 2026. */
export function pointName(at: string): string {
  return at.length > 10 ? `The hour from ${clockText(at)}` : dayInText(at);
}
