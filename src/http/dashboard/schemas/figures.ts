/** The periods that figures can be of, all of whole days in Kampala that end with today, but for the days that a person chooses. */
export const periodNames = ['today', '7d', '30d', '90d', 'custom'] as const;
export type PeriodName = (typeof periodNames)[number];

/** What ended in a period, and in the one before it. Amounts in shillings, days in Kampala such as 2026-11-21. */
export interface Figures<Totals> {
  readonly period: { readonly name: PeriodName; readonly from: string; readonly to: string };
  /** The period of the same number of days before. */
  readonly previous: {
    readonly from: string;
    readonly to: string;
    /** Up to which moment it is compared: yesterday at this time of the day, where the period is today. Null for whole days. */
    readonly until: string | null;
  };
  readonly now: Totals;
  readonly before: Totals;
  readonly by: 'hour' | 'day';
  /** Each hour of today up to now, or each day of the period, oldest first; also those in which nothing ended. */
  readonly points: readonly FigurePoint[];
}

export interface FigurePoint {
  /** The day, or the beginning of the hour as ISO 8601 in Kampala's time. */
  readonly at: string;
  readonly in: number;
  readonly in_count: number;
  readonly out: number;
  readonly out_count: number;
}

/** What completed in a time, in shillings and in number. */
export interface Totals {
  readonly in: number;
  readonly in_count: number;
  readonly out: number;
  readonly out_count: number;
  /** Null where a program that counts no fees counted a part of it. */
  readonly fees: number | null;
  /** Payments that reached an operator, by how they ended. */
  readonly completed: number;
  readonly failed: number;
}
