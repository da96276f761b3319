import { type DehydratedState, dehydrate, hydrate, type Query, type QueryClient } from '@tanstack/react-query';
import { type ClientRight, type Me, type Mode, mayWithClient, meQuery } from './session.ts';

/** Where the data of the last visit is kept: `sessionStorage`, or one of a test. */
export type KeptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const storageName = 'nsimbi.kept-data';

/** Milliseconds after which data is not shown again, however it is marked: 12 hours. */
const keptForMs = 12 * 3_600_000;

/** The lists that were seen last are kept, so that the storage of a browser, some megabytes, is never full. */
const queriesMax = 12;

/** Milliseconds in which changes are written together. */
const writeTogetherMs = 1_000;

interface Kept {
  readonly personId: string;
  readonly queries: DehydratedState['queries'];
}

/** When the restored data that is still in the cache was loaded, by the hash of its query. */
const restoredAt = new Map<string, number>();

/** Whether a query shows data that was kept and not loaded again since. */
export function isRestored({ queryHash, state }: Pick<Query, 'queryHash'> & { readonly state: LoadedAt }): boolean {
  return restoredAt.get(queryHash) === state.dataUpdatedAt;
}

interface LoadedAt {
  readonly dataUpdatedAt: number;
}

/**
 * Keeps what the home and the first page of transactions show, so that a reload over a slow connection shows it at once. It
 * is restored when the service has said who is signed in, only for that person, and only what they may still see. It is
 * forgotten when the session is: on sign-out, on its end, and when somebody else signs in (decision 42).
 * @returns call it to end.
 */
export function keepData(client: QueryClient, storage: KeptStorage): () => void {
  const cache = client.getQueryCache();
  let restoredFor: string | null = null;
  let writing: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    writing = undefined;
    const me = client.getQueryData(meQuery.queryKey);
    if (me !== undefined) writeKept(storage, { personId: me.person.id, queries: keptQueries(client) });
  };
  const forget = () => {
    clearTimeout(writing);
    writing = undefined;
    restoredFor = null;
    restoredAt.clear();
    writeKept(storage, null);
  };
  const stop = cache.subscribe((event) => {
    const isMe = event.query.queryKey[0] === meQuery.queryKey[0];
    if (event.type === 'removed' && isMe) forget();
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    if (isMe) {
      const me = event.query.state.data as Me;
      if (me.person.id === restoredFor) return;
      restoredFor = me.person.id;
      restore(client, storage, me);
    } else if (rightFor(event.query.queryKey) !== null) {
      writing ??= setTimeout(write, writeTogetherMs);
    }
  });
  return () => {
    stop();
    clearTimeout(writing);
  };
}

/** Puts what was kept for this person into the cache, as loaded when it was loaded, so that pages load it again. */
function restore(client: QueryClient, storage: KeptStorage, me: Me): void {
  const kept = readKept(storage);
  if (kept === null) return;
  if (kept.personId !== me.person.id) {
    writeKept(storage, null);
    return;
  }
  const queries = kept.queries.filter(
    ({ queryKey, state }) => Date.now() - state.dataUpdatedAt < keptForMs && maySee(me, queryKey),
  );
  hydrate(client, { queries });
  for (const { queryHash, state } of queries) restoredAt.set(queryHash, state.dataUpdatedAt);
}

function keptQueries(client: QueryClient): DehydratedState['queries'] {
  const isKept = ({ queryKey, state }: Query) => state.status === 'success' && rightFor(queryKey) !== null;
  const { queries } = dehydrate(client, { shouldDehydrateQuery: isKept, shouldDehydrateMutation: () => false });
  return queries.sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt).slice(0, queriesMax);
}

interface RightNeeded {
  readonly clientId: string;
  readonly mode: Mode;
  readonly right: ClientRight;
}

/** What a person must be allowed to see kept data; null for data that is not kept, such as anything that is decided on. Pure. */
function rightFor(queryKey: readonly unknown[]): RightNeeded | null {
  const [area, clientId, mode, part, list] = queryKey;
  if (area !== 'clients' || typeof clientId !== 'string' || (mode !== 'test' && mode !== 'live')) return null;
  if (part === 'home') return { clientId, mode, right: 'home.read' };
  // The last part of a list's key is the cursor, null on the first page.
  const isFirstPage = part === 'transactions' && (list === 'list' || list === 'latest') && queryKey.at(-1) === null;
  return isFirstPage ? { clientId, mode, right: 'transactions.read' } : null;
}

function maySee(me: Me, queryKey: readonly unknown[]): boolean {
  const needed = rightFor(queryKey);
  return needed !== null && mayWithClient(me, needed.clientId, needed.mode, needed.right);
}

function readKept(storage: KeptStorage): Kept | null {
  try {
    const kept = JSON.parse(storage.getItem(storageName) ?? 'null');
    return typeof kept?.personId === 'string' && Array.isArray(kept.queries) ? kept : null;
  } catch {
    return null;
  }
}

function writeKept(storage: KeptStorage, kept: Kept | null): void {
  try {
    if (kept === null) storage.removeItem(storageName);
    else storage.setItem(storageName, JSON.stringify(kept));
  } catch {
    // Storage is forbidden or full: the next visit loads everything first.
  }
}
