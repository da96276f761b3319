import type { Query } from '../../api/api.ts';

/** What the list of transactions shows, as the address holds it. */
export interface Filters {
  /** A reference, phone or id. */
  readonly search?: string;
  readonly type?: string;
  readonly status?: string;
  /** Days in Kampala, such as 2026-11-21; both are among those shown. */
  readonly from?: string;
  readonly to?: string;
}

const names = ['search', 'type', 'status', 'from', 'to'] as const;

/** The filters in an address; what is none is left out. */
export function filtersIn(search: Record<string, unknown>): Filters {
  const found: Record<string, string> = {};
  for (const name of names) {
    const value = search[name];
    if (typeof value === 'string' && value.trim() !== '') found[name] = value.trim();
  }
  return found;
}

/** The same for the service, which wants moments: a day begins at midnight in Kampala and ends with the next one's. */
export function queryOf({ from, to, ...rest }: Filters): Query {
  return {
    ...rest,
    from: from === undefined ? undefined : midnight(from),
    to: to === undefined ? undefined : dayAfter(to),
  };
}

function midnight(day: string): string {
  return `${day}T00:00:00+03:00`;
}

function dayAfter(day: string): string {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000);
  return Number.isNaN(next.getTime()) ? midnight(day) : midnight(next.toISOString().slice(0, 10));
}
