import { type Static, Type } from 'typebox';
import { sendPage } from '../../../http/answer.ts';
import { momentOf, momentText } from '../../../http/schemas/asked-moment.ts';
import { pageCursor, pageLimit, pageLimitDefault } from '../../../http/schemas/id.ts';
import { transactionStatus, transactionType } from '../../../http/schemas/transaction.ts';
import type { Queryable } from '../../../postgres/pool.ts';
import type { Caller } from '../../../wallet/answer.ts';
import { type HistoryRequest, listTransactions, type Page } from '../../../wallet/history.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { DeskTransaction } from '../../schemas/transactions.ts';
import type { DashboardServices } from '../../services.ts';
import { deskTransactions } from './desk-transaction.ts';
import { search } from './search.ts';

/** How many transactions one statement looks through, and how long one request goes on looking, in milliseconds. */
const lookedThrough = 10_000;
const lookForMs = 100;

const querystring = Type.Object({
  limit: Type.Optional(pageLimit),
  cursor: Type.Optional(pageCursor),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'A reference (ours or the operator’s), an operator’s receipt, a phone in any form, or an id.',
    }),
  ),
  type: Type.Optional(transactionType),
  status: Type.Optional(transactionStatus),
  phone: Type.Optional(
    Type.String({ pattern: '^256[0-9]{9}$', description: 'The other side, as 256 and nine digits.' }),
  ),
  from: Type.Optional(momentText('Created at or after this moment.')),
  to: Type.Optional(momentText('Created before this moment.')),
});

export function listTransactionsRoute(api: DashboardApi, { pool }: DashboardServices): void {
  api.get(
    `${clientPath}/transactions`,
    {
      schema: {
        summary: 'Transactions, newest first, with filters and search',
        description:
          'A page may be shorter than its limit, even empty, while there is a next one: then so many transactions lay ' +
          'between that the look paused.',
        params: Type.Object(clientParams),
        querystring,
      },
      config: { right: 'transactions.read' },
    },
    async (request, reply) => {
      const caller = deskCallerOf(request);
      const { search: text, ...filters } = request.query;
      const meant = text === undefined ? {} : await search(pool, caller, text);
      const page =
        'found' in meant
          ? { data: meant.found, pagination: { next_cursor: null, has_more: false } }
          : await pageOf(pool, caller, { ...requestOf(filters), ...meant });
      sendPage(reply, 'Transactions retrieved.', page);
    },
  );
}

function requestOf({ limit = pageLimitDefault, from, to, ...rest }: Omit<Static<typeof querystring>, 'search'>) {
  return {
    ...rest,
    limit,
    ...(from === undefined ? {} : { fromMs: momentOf(from) }),
    ...(to === undefined ? {} : { toMs: momentOf(to) }),
  };
}

/** Looks on until the page is full, the wallet ends, or the request has taken long enough. */
async function pageOf(db: Queryable, caller: Caller, request: HistoryRequest): Promise<Page<DeskTransaction>> {
  const until = performance.now() + lookForMs;
  const data: DeskTransaction[] = [];
  let cursor = request.cursor;
  for (;;) {
    const left = { ...request, limit: request.limit - data.length, ...(cursor === undefined ? {} : { cursor }) };
    const page = await listTransactions(db, caller, left, lookedThrough);
    data.push(...(await deskTransactions(db, caller.walletId, page.data)));
    const next = page.pagination.next_cursor;
    if (next === null || data.length >= request.limit || performance.now() > until) {
      return { data, pagination: page.pagination };
    }
    cursor = next;
  }
}
