import { useQueryClient } from '@tanstack/react-query';
import { useStaffContext } from '../../api/desk.ts';
import { useEventStream } from '../../api/event-stream.ts';

const eventNames = [
  'transaction.created',
  'transaction.pending',
  'transaction.completed',
  'transaction.failed',
  'wallet.credited',
  'wallet.debited',
];

/**
 * Reads again whatever is shown of this client's money when the service tells that something happened. While the answer
 * is false, pages should read again by themselves from time to time.
 */
export function useLiveChanges(): boolean {
  const context = useStaffContext();
  const queryClient = useQueryClient();
  return useEventStream({
    address: `/dashboard/api${context.path('/events/stream')}`,
    names: eventNames,
    togetherMs: 700,
    onNews: () => {
      for (const part of ['home', 'transactions', 'approvals']) {
        void queryClient.invalidateQueries({ queryKey: context.key(part) });
      }
    },
  });
}
