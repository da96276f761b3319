import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ServiceState } from '../../../../src/http/dashboard/schemas/proposals.ts';
import { api } from './api.ts';

/** What pages say about the whole service. Every write reads it again (query-client.ts), because it may change what waits. */
export const serviceStateQuery = queryOptions({
  queryKey: ['service-state'],
  queryFn: ({ signal }) => api.get<ServiceState>('/service-state', { signal }),
  refetchInterval: 30_000,
});

/** Undefined until it is known. */
export function useServiceState(): ServiceState | undefined {
  return useQuery(serviceStateQuery).data;
}
