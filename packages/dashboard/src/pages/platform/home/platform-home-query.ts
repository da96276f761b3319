import { queryOptions } from '@tanstack/react-query';
import type { PlatformHome } from '../../../../../../src/http/dashboard/schemas/platform-home.ts';
import type { ServiceState } from '../../../../../../src/http/dashboard/schemas/proposals.ts';
import { api } from '../../../api/api.ts';
import type { Mode } from '../../../api/session.ts';
import { type PeriodSearch, periodQuery } from '../../home/period.ts';

/** The mode that the overview shows where none is chosen. */
export function usualMode({ is_live_enabled }: Pick<ServiceState, 'is_live_enabled'>): Mode {
  return is_live_enabled ? 'live' : 'test';
}

/** What the overview shows of a mode, with the figures of the chosen period. */
export function platformHomeQuery(mode: Mode | undefined, chosen: PeriodSearch) {
  const query = periodQuery(chosen, '30d');
  return queryOptions({
    queryKey: ['platform', 'home', mode, query],
    queryFn: async ({ signal }) => ({
      mode,
      home: await api.get<PlatformHome>(`/platform/home/${mode}`, { query, signal }),
    }),
    enabled: mode !== undefined,
  });
}
