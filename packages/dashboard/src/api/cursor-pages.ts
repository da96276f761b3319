import { hashKey, type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Asking, api, type Page, type Query } from './api.ts';

export interface CursorPages<Row> {
  /** Undefined until the first page has come. */
  readonly rows: readonly Row[] | undefined;
  readonly error: Error | null;
  /** Whether the rows shown are about to be replaced by those of another page or filter. */
  readonly isChanging: boolean;
  readonly retry: () => void;
  readonly pages: PageTurner;
  /** Of which moment the rows are, when a standby was read. */
  readonly asOf: string | undefined;
}

export interface PageTurner {
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly previous: () => void;
  readonly next: () => void;
}

/** A standby lags behind the primary, so a page that was read from it is fetched again after this time. */
const standbyRefetchMs = 4_000;

/**
 * A list of the service read page by page: `<DataTable {...useCursorPages({ … })} columns={…} />`.
 * Another `query` (filters) begins again at the first page. `refetchMs` keeps the page shown fresh.
 */
export function useCursorPages<Row>(list: {
  readonly queryKey: QueryKey;
  readonly path: string;
  readonly query?: Query;
  readonly refetchMs?: number;
  /** Rows that a person decides on are loaded by each visit of the page, never shown as an earlier visit saw them. */
  readonly isDecidedOn?: true;
  /** How a page is read; one request when left out, `filledPage` where the service pauses in the middle of one. */
  readonly read?: (path: string, asking: Asking) => Promise<Page<Row>>;
}): CursorPages<Row> {
  const { queryKey, path, query = {}, refetchMs, isDecidedOn = false, read = api.page<Row> } = list;
  const filters = JSON.stringify([path, query]);
  // The cursors of the pages turned so far; the last is that of the page shown, none is the first page.
  const [turned, setTurned] = useState<{ filters: string; cursors: readonly string[] }>({ filters, cursors: [] });
  const cursors = turned.filters === filters ? turned.cursors : [];
  const cursor = cursors.at(-1);
  const page = useQuery({
    queryKey: [...queryKey, query, cursor ?? null],
    queryFn: ({ signal }) => read(path, { query: { ...query, cursor }, signal }),
    // Rows of the same list stay until the others have come, but never those of another client.
    placeholderData: (shown, ofQuery) =>
      ofQuery !== undefined && hashKey(ofQuery.queryKey.slice(0, queryKey.length)) === hashKey(queryKey)
        ? shown
        : undefined,
    ...(isDecidedOn ? { gcTime: 0 } : {}),
    refetchInterval: ({ state }) => (state.data?.asOf === undefined ? (refetchMs ?? false) : standbyRefetchMs),
  });
  const next = page.data?.pagination.next_cursor ?? null;
  return {
    rows: page.data?.data,
    error: page.data === undefined ? page.error : null,
    isChanging: page.isPlaceholderData,
    retry: () => void page.refetch(),
    asOf: page.data?.asOf,
    pages: {
      hasPrevious: cursors.length > 0,
      hasNext: next !== null && !page.isPlaceholderData,
      previous: () => setTurned({ filters, cursors: cursors.slice(0, -1) }),
      next: () => {
        if (next !== null) setTurned({ filters, cursors: [...cursors, next] });
      },
    },
  };
}

/**
 * A page that is full wherever the list has so much: the service looks through a bounded part of it for one answer, so
 * that a rare filter gives short pages, and is then asked to look on.
 */
export async function filledPage<Row>(path: string, { query = {}, signal }: Asking): Promise<Page<Row>> {
  const size = Number(query.limit ?? 25);
  const rows: Row[] = [];
  let cursor = query.cursor;
  for (;;) {
    const asked = { ...query, limit: size - rows.length, cursor };
    const page = await api.page<Row>(path, {
      query: asked,
      ...(signal === undefined ? {} : { signal }),
    });
    rows.push(...page.data);
    cursor = page.pagination.next_cursor;
    if (cursor === null || rows.length >= size) return { ...page, data: rows };
  }
}
