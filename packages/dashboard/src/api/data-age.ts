import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { isRestored } from './kept-data.ts';

/** Milliseconds up to which data counts as current while it is loaded again: pages load what they show at least this often. */
const currentForMs = 90_000;

/** Of a query, what says how old the data is that it shows. */
export interface ShownQuery {
  readonly isShown: boolean;
  /** Whether it was kept from before the page was loaded. */
  readonly isRestored: boolean;
  readonly hasData: boolean;
  /** Milliseconds since the epoch. */
  readonly dataUpdatedAt: number;
  readonly fetchStatus: 'fetching' | 'paused' | 'idle';
  readonly isFailed: boolean;
}

/** The age of what is shown, where it may have changed since. */
export interface DataAge {
  /** When the oldest of it was loaded. */
  readonly at: number;
  readonly isFailed: boolean;
}

/**
 * Null where everything shown is current. Data is not where it could not be loaded again, nor, while it is loaded again, where
 * it was kept or is old. Pure.
 */
export function dataAgeOf(queries: readonly ShownQuery[], now: number): DataAge | null {
  const old = queries.filter(
    ({ isShown, isRestored, hasData, dataUpdatedAt, fetchStatus, isFailed }) =>
      isShown &&
      hasData &&
      (isFailed ||
        fetchStatus === 'paused' ||
        (fetchStatus === 'fetching' && (isRestored || now - dataUpdatedAt > currentForMs))),
  );
  if (old.length === 0) return null;
  return {
    at: Math.min(...old.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    isFailed: old.some(({ fetchStatus, isFailed }) => isFailed && fetchStatus === 'idle'),
  };
}

/**
 * Data of the last query, shown until that of the next one is read, where it is current; nothing where it is not, because the
 * next query says nothing of its age. For `placeholderData`.
 */
export function previousWhereCurrent<Data>(
  previous: Data | undefined,
  query: (Pick<Query, 'queryHash'> & { readonly state: Pick<Query['state'], 'dataUpdatedAt' | 'status'> }) | undefined,
): Data | undefined {
  if (query === undefined || isRestored(query) || query.state.status === 'error') return undefined;
  return Date.now() - query.state.dataUpdatedAt > currentForMs ? undefined : previous;
}

/** The age of what all pages show now; null where it is current. */
export function useDataAge(): DataAge | null {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)), [cache]);
  // As a text, because equal ages must be the same value.
  const text = useSyncExternalStore(subscribe, () => {
    const age = dataAgeOf(cache.getAll().filter(isOfPage).map(shownOf), Date.now());
    return age === null ? '' : JSON.stringify(age);
  });
  return text === '' ? null : (JSON.parse(text) as DataAge);
}

/** Who is signed in and how the service is are no data of a page. */
function isOfPage({ queryKey }: Query): boolean {
  return queryKey[0] === 'clients' || queryKey[0] === 'platform';
}

function shownOf(query: Query): ShownQuery {
  const { data, dataUpdatedAt, fetchStatus, status } = query.state;
  return {
    isShown: query.isActive(),
    isRestored: isRestored(query),
    hasData: data !== undefined,
    dataUpdatedAt,
    fetchStatus,
    isFailed: status === 'error',
  };
}
