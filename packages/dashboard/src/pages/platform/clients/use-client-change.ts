import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ClientAtPlatform } from '../../../../../../src/http/dashboard/schemas/platform-clients.ts';
import { api } from '../../../api/api.ts';
import { noteProposed, type Requested } from '../../../components/proposed-notice.tsx';

/** A client after a change, or as it still is where the change waits for a second person. Some settings never wait. */
type Changed = ClientAtPlatform & Partial<Requested>;

/**
 * Sends a setting of a client and shows what the service then says of it.
 * @param said where the setting was made.
 * @param bodyOf makes what is sent of what was set, where that is something else.
 */
export function useClientChange<Values>(
  clientId: number,
  below: string,
  said: string,
  bodyOf: (values: Values) => unknown = (values) => values,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (values: Values) =>
      api.put<Changed>(`/platform/clients/${clientId}${below}`, await bodyOf(values)),
    onSuccess: ({ proposal = null, ...client }) => {
      queries.setQueryData(['platform', 'clients', String(clientId)], client);
      void queries.invalidateQueries({ queryKey: ['platform', 'clients', 'list'] });
      void queries.invalidateQueries({ queryKey: ['platform', 'audit-log'] });
      if (!noteProposed({ proposal })) notifications.show({ message: said });
    },
  });
}
