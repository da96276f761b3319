import type { Query } from '../../../api/api.ts';
import type { ActivitySearch } from '../../team/routes.tsx';
import type { AuditSearch } from './routes.tsx';

/** The filters as the API takes them: days of Kampala become moments, and the last day counts whole. */
export function auditQuery({ from, to, ...others }: AuditSearch | ActivitySearch): Query {
  return { ...others, from: dayStart(from, 0), to: dayStart(to, 1) };
}

/** Kampala keeps no summer time, so that a day is always 24 hours. A day that is none looks for nothing. */
function dayStart(day: string | undefined, daysLater: number): string | undefined {
  const start = Date.parse(`${day}T00:00:00+03:00`);
  return Number.isNaN(start) ? undefined : new Date(start + daysLater * 24 * 60 * 60 * 1000).toISOString();
}
