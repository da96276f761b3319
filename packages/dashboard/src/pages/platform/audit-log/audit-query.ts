import type { Query } from '../../../api/api.ts';

/** The filters of the audit log in the address of its page; days such as 2026-11-21, in Kampala. */
export interface AuditSearch {
  readonly actor?: string;
  readonly action?: string;
  readonly subject?: string;
  /** The number of a client. */
  readonly client_id?: string;
  readonly address?: string;
  readonly session?: string;
  readonly from?: string;
  readonly to?: string;
}

/** The filters as the API takes them: days of Kampala become moments, and the last day counts whole. */
export function auditQuery({ from, to, ...others }: AuditSearch & { readonly person?: string }): Query {
  return { ...others, from: dayStart(from, 0), to: dayStart(to, 1) };
}

/** Kampala has no summer time, so a day always has 24 hours. Text that is not a day sets no filter. */
function dayStart(day: string | undefined, daysLater: number): string | undefined {
  const start = Date.parse(`${day}T00:00:00+03:00`);
  return Number.isNaN(start) ? undefined : new Date(start + daysLater * 24 * 60 * 60 * 1000).toISOString();
}
