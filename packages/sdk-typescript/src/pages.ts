import { type Call, type CallOptions, type Transport, unexpectedResponse } from './transport.ts';
import type { Page } from './types.ts';

/**
 * Reads one page.
 * @throws NsimbiError
 */
export async function readPage<T>(transport: Transport, call: Call, options?: CallOptions): Promise<Page<T>> {
  const { body, header } = await transport.jsonWithHeaders<Omit<Page<T>, 'asOf'>>(call, options);
  return { data: body.data, pagination: body.pagination, asOf: header('x-as-of') };
}

/**
 * Gives the items of all pages, one after the other; a page is read when its first item is asked for.
 * @param read reads the page at a cursor; undefined for the first one.
 * @throws NsimbiError, also when a page names itself as the next one, which would never end.
 */
export async function* itemsOfPages<T>(
  read: (cursor: string | undefined) => Promise<Omit<Page<T>, 'asOf'>>,
): AsyncGenerator<T, void, undefined> {
  let cursor: string | undefined;
  for (;;) {
    const { data, pagination } = await read(cursor);
    yield* data;
    if (!pagination.has_more || pagination.next_cursor === null) return;
    if (pagination.next_cursor === cursor)
      throw unexpectedResponse(`The page at ${cursor} names itself as the next one.`);
    cursor = pagination.next_cursor;
  }
}
