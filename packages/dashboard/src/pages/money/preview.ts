import { queryOptions } from '@tanstack/react-query';
import type { Preview } from '../../../../../src/wallet/preview.ts';
import { api } from '../../api/api.ts';
import type { StaffContext } from '../../api/desk.ts';
import type { MoneyOperation, MoneyValues } from './money-operation.ts';

/**
 * What a person confirms: the cost, the other side and the balance before and after, all of them calculated by the service. It refuses what
 * it would refuse when the money is moved, and names every wrong field.
 */
export function previewQuery(context: StaffContext, operation: MoneyOperation, values: MoneyValues) {
  const body = operation.body(values);
  return queryOptions({
    queryKey: context.key('preview', operation.kind, body),
    queryFn: ({ signal }) => api.post<Preview>(context.path(`${operation.path}/preview`), body, { signal }),
    staleTime: 10_000,
  });
}
