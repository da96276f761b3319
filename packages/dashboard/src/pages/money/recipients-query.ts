import { queryOptions } from '@tanstack/react-query';
import type { SavedRecipientObject } from '../../../../../src/http/dashboard/schemas/recipients.ts';
import { api } from '../../api/api.ts';
import type { StaffContext } from '../../api/desk.ts';

/** The saved recipients of a client in one mode, by name. */
export function savedRecipientsQuery(context: StaffContext) {
  return queryOptions({
    queryKey: context.key('recipients', 'saved'),
    queryFn: ({ signal }) => api.get<SavedRecipientObject[]>(context.path('/recipients'), { signal }),
  });
}
