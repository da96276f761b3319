import { useQuery } from '@tanstack/react-query';
import type { FeesObject } from '../../../../../../src/http/dashboard/schemas/fees.ts';
import { api } from '../../../api/api.ts';

/** The schedules of everybody, and of one client when it is named. */
export function useFees(client: string | undefined): FeesObject | undefined {
  return useQuery({
    queryKey: ['platform', 'fees', client ?? null],
    queryFn: ({ signal }) => api.get<FeesObject>('/platform/fees', { query: { client_id: client }, signal }),
    throwOnError: true,
  }).data;
}
