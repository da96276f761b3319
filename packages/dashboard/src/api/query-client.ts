import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { noteConnectionLost } from './connection.ts';
import { ApiFailure, ConnectionLost, isSessionOver } from './failure.ts';
import { serviceStateQuery } from './service-state.ts';

/** How often a read is tried again when the service failed by itself. */
const retriesMax = 2;

export function createQueryClient(onSessionOver: () => void): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ConnectionLost) noteConnectionLost();
    if (isSessionOver(error)) onSessionOver();
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError,
      // Any write may add to what waits for a second person, or end it.
      onSettled: () => void client.invalidateQueries({ queryKey: serviceStateQuery.queryKey }),
    }),
    defaultOptions: {
      queries: { retry: shouldReadAgain, staleTime: 10_000 },
      // A write is never kept for later and never repeated by itself: the person decides, with the same idempotency key.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}

/** Whether a read is asked again. After a lost connection always, which waits until there is one. */
export function shouldReadAgain(failuresBefore: number, error: Error): boolean {
  if (error instanceof ConnectionLost) {
    noteConnectionLost();
    return true;
  }
  return error instanceof ApiFailure && error.status >= 500 && failuresBefore < retriesMax;
}
