import { queryOptions } from '@tanstack/react-query';
import type { Home } from '../../../../../src/http/dashboard/schemas/home.ts';
import { api } from '../../api/api.ts';
import type { Mode } from '../../api/session.ts';
import { type PeriodSearch, periodQuery } from './period.ts';

/** What the home of a client shows, with the figures of the chosen period. */
export function homeQuery(
  { clientId, mode }: { readonly clientId: string; readonly mode: Mode },
  chosen: PeriodSearch,
) {
  const query = periodQuery(chosen, 'today');
  return queryOptions({
    queryKey: ['clients', clientId, mode, 'home', query],
    queryFn: ({ signal }) => api.get<Home>(`/clients/${clientId}/${mode}/home`, { query, signal }),
  });
}
