import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { mayAtClient } from '../../access/people/rights.ts';
import { referenceOf } from '../../ledger/reference.ts';
import type { Mode, Transaction } from '../../ledger/transaction.ts';
import { isoTime, transactionObject } from '../../ledger/transaction-object.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { type Found, type FoundGroup, searchWallet } from '../../search/search.ts';
import { parseSearchText, type SearchTerms } from '../../search/search-text.ts';
import { sendData, setAsOf } from '../response.ts';
import type { FoundTransaction, SearchFilters, SearchGroup, SearchResult } from './schemas/search.ts';
import { clientParams, clientPath, type DashboardApi, type DashboardParts } from './server/api.ts';
import { clientContextOf, staffContextOf } from './server/context.ts';
import { lacksSecondFactor } from './server/guard.ts';

export const searchQuery = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: 100,
    description:
      'A reference (ours, the client’s or the operator’s), an operator’s receipt, a phone in any form, an amount, an id such as #42, or words ' +
      'of a name or a note; quotes keep words together.',
  }),
});

/** The search of a client's dashboard. */
export function registerSearchRoutes(api: DashboardApi, parts: DashboardParts): void {
  api.get(
    `${clientPath}/search`,
    {
      schema: {
        summary: 'Search the transactions of a client in one mode',
        description:
          'Ids, references and receipts are found however old they are; a phone, an amount, a name or a note in the payments ' +
          'since free_text_from, at most 90 days.',
        params: Type.Object(clientParams),
        querystring: searchQuery,
      },
      config: { right: 'transactions.read' },
    },
    async (request, reply) => {
      const { caller } = clientContextOf(request);
      const terms = parseSearchText(request.query.q);
      const otherMode = caller.mode === 'live' ? 'test' : 'live';
      const otherWalletId = (await maySeeMode(parts, request, otherMode))
        ? await walletOf(parts.pool, caller.clientId, otherMode)
        : null;
      const { value: found, asOf } = await parts.reads.run(
        (records) => searchWallet(records, { walletId: caller.walletId, otherWalletId }, terms, { nowMs: Date.now() }),
        'brief',
      );
      const shown = (transaction: Transaction) => foundTransaction(transaction, caller.clientId);
      const { inOtherMode } = found;
      const result: SearchResult = {
        ...searchResult(found, shown, (kind) => filtersOf(kind, terms)),
        other_mode: inOtherMode.length === 0 ? null : { mode: otherMode, transactions: inOtherMode.map(shown) },
      };
      setAsOf(reply, asOf);
      sendData(reply, 'Search finished.', result);
    },
  );
}

/** Whether the person could open the client's transactions in a mode; the guard decides it for the mode in the address. */
async function maySeeMode(parts: DashboardParts, request: FastifyRequest, mode: Mode): Promise<boolean> {
  const context = staffContextOf(request);
  const client = clientContextOf(request);
  const { requireTwoFactor: secondFactorRule, rehearsal } = parts.settings;
  return (
    mayAtClient(client.roles, 'transactions.read', mode) &&
    !(await lacksSecondFactor({ pool: parts.pool, secondFactorRule, rehearsal }, context, {
      ...client,
      namedMode: mode,
    }))
  );
}

async function walletOf(db: Queryable, clientId: number, mode: Mode): Promise<number | null> {
  const { rows } = await db.query<{ wallet_id: string }>({
    name: 'search.wallet_of_client',
    text: 'SELECT wallet_id FROM wallet WHERE client_id = $1 AND mode = $2',
    values: [clientId, mode],
  });
  return rows[0] === undefined ? null : Number(rows[0].wallet_id);
}

/** What was found, as the dashboard's API shows it. Pure. */
export function searchResult(
  { exact, scanned, freeTextFromMs, isComplete, isExactComplete }: Found,
  shown: (transaction: Transaction) => FoundTransaction,
  moreOf: (kind: FoundGroup['kind']) => SearchFilters | null,
): Omit<SearchResult, 'other_mode'> {
  const groupOf =
    (isExact: boolean) =>
    (group: FoundGroup): SearchGroup => ({
      kind: group.kind,
      is_exact: isExact,
      transactions: group.transactions.map(shown),
      has_more: group.hasMore,
      more: moreOf(group.kind),
    });
  const exactly = exact.flatMap(({ transactions }) => transactions);
  const [only] = exactly;
  return {
    opens: isExactComplete && exactly.length === 1 && only !== undefined ? shown(only) : null,
    groups: [...exact.map(groupOf(true)), ...scanned.map(groupOf(false))],
    free_text_from: freeTextFromMs === null ? null : isoTime(freeTextFromMs),
    is_complete: isComplete,
  };
}

/** The filters of the list that shows all of a group. Pure. */
function filtersOf(kind: FoundGroup['kind'], terms: SearchTerms): SearchFilters {
  switch (kind) {
    case 'transaction':
    case 'operator':
      return { search: terms.text };
    case 'client_reference':
      return { client_reference: terms.text };
    case 'phone':
      return { phone: terms.phone ?? '' };
    case 'amount':
      return { amount: terms.amount ?? 0 };
    case 'text':
      return { text: terms.phrases.map((phrase) => (/\s/.test(phrase) ? `"${phrase}"` : phrase)).join(' ') };
  }
}

/** A transaction as a result of a search. Pure. */
export function foundTransaction(transaction: Transaction, clientId: number): FoundTransaction {
  const { transactionId, type, status, direction, createdAtMs, mode, description } = transaction;
  const { client_reference, amount } = transactionObject(transaction);
  return {
    client_id: clientId,
    mode,
    id: transactionId,
    reference: referenceOf(type, createdAtMs, transactionId),
    type,
    status,
    direction,
    amount,
    description,
    counterparty: { phone: transaction.counterpartyPhone, name: transaction.counterpartyName },
    created_at: isoTime(createdAtMs),
    ...(client_reference === undefined ? {} : { client_reference }),
  };
}
