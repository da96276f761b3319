import { Type } from 'typebox';
import type { Caller } from '../../access/caller.ts';
import { type ClientRight, mayAtClient } from '../../access/people/rights.ts';
import type { Records } from '../../history/records.ts';
import type { Transaction } from '../../ledger/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { findTransaction, type HistoryRequest, listTransactions, type Page } from '../../wallet/history.ts';
import { sendData, sendPage, setAsOf } from '../response.ts';
import { clientDataFilters } from '../schemas/client-data.ts';
import { pageCursor, pageLimit, pageLimitDefault, positiveId } from '../schemas/id.ts';
import { momentText } from '../schemas/moment.ts';
import { refundRequest } from '../schemas/payout.ts';
import { transactionStatus, transactionType } from '../schemas/transaction.ts';
import { readDashboardTransactions } from './dashboard-transaction.ts';
import { moveByForm } from './money.ts';
import type { DashboardTransaction, TransactionTrail } from './schemas/transactions.ts';
import { clientParams, clientPath, type DashboardApi, type DashboardParts } from './server/api.ts';
import { clientCallerOf, clientContextOf, staffContextOf } from './server/context.ts';
import { chooseTransactions, searchFilters } from './transaction-filters.ts';
import { readTrail } from './transaction-trail.ts';

/** A client's transactions: found, followed, and given back. */
export function registerTransactionRoutes(api: DashboardApi, parts: DashboardParts): void {
  listTransactionsRoute(api, parts);
  readTransactionRoute(api, parts);
  refundTransaction(api, parts);
}

/** The number of transactions that one statement reads, and how long one request continues to search, in milliseconds. */
const lookedThrough = 10_000;
const lookForMs = 100;

const querystring = Type.Object({
  limit: Type.Optional(pageLimit),
  cursor: Type.Optional(pageCursor),
  ...searchFilters,
  type: Type.Optional(transactionType),
  status: Type.Optional(transactionStatus),
  phone: Type.Optional(
    Type.String({ pattern: '^256[0-9]{9}$', description: 'The phone of the counterparty, as 256 and nine digits.' }),
  ),
  client_reference: clientDataFilters.client_reference,
  from: Type.Optional(momentText('Created at or after this moment.')),
  to: Type.Optional(momentText('Created before this moment.')),
});

function listTransactionsRoute(api: DashboardApi, { reads }: DashboardParts): void {
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
      const caller = clientCallerOf(request);
      const { limit = pageLimitDefault, cursor, ...filters } = request.query;
      const { value: page, asOf } = await reads.run(async (records) => {
        const chosen = await chooseTransactions(records, caller, filters);
        if ('found' in chosen) {
          const data = await readDashboardTransactions(records, caller.walletId, chosen.found);
          return { data, pagination: { next_cursor: null, has_more: false } };
        }
        return await pageOf(records, caller, {
          ...chosen.filters,
          limit,
          ...(cursor === undefined ? {} : { cursor }),
        });
      });
      setAsOf(reply, asOf);
      sendPage(reply, 'Transactions retrieved.', page);
    },
  );
}

/** Looks on until the page is full, the wallet ends, or the request has taken long enough. */
async function pageOf(records: Records, caller: Caller, request: HistoryRequest): Promise<Page<DashboardTransaction>> {
  const until = performance.now() + lookForMs;
  const data: DashboardTransaction[] = [];
  let cursor = request.cursor;
  for (;;) {
    const left = { ...request, limit: request.limit - data.length, ...(cursor === undefined ? {} : { cursor }) };
    const page = await listTransactions(records, caller, left, lookedThrough);
    data.push(...(await readDashboardTransactions(records, caller.walletId, page.data)));
    const next = page.pagination.next_cursor;
    if (next === null || data.length >= request.limit || performance.now() > until) {
      return { data, pagination: page.pagination };
    }
    cursor = next;
  }
}

export const transactionParams = Type.Object({
  ...clientParams,
  transactionId: positiveId('The number of the transaction.'),
});

function readTransactionRoute(api: DashboardApi, { records }: DashboardParts): void {
  api.get(
    `${clientPath}/transactions/:transactionId`,
    {
      schema: {
        summary: 'One transaction with its timeline',
        description:
          'Requests and operator calls are shown, masked, to people with access to the request log, for ' +
          'as long as they are kept.',
        params: transactionParams,
      },
      config: { right: 'transactions.read' },
    },
    async (request, reply) => {
      const { caller, roles, mode } = clientContextOf(request);
      const { memberships } = staffContextOf(request);
      const transaction = await findTransaction(records, caller.walletId, request.params.transactionId);
      if (transaction === null) throw new Refusal('not_found', 'This wallet has no transaction with that id.');
      const may = (right: ClientRight) => mayAtClient(roles, right, mode);
      const isStaff = memberships.platformRole !== null;
      const trail = await readTrail(records, transaction, { isStaff, seesRequests: may('requests.read') });
      const answer: TransactionTrail = {
        ...trail,
        can: {
          refund: may('money.move') && isRefundable(transaction) && trail.left_to_refund > 0,
          decide: may('approvals.decide') && transaction.status === 'pending',
        },
      };
      sendData(reply, 'Transaction retrieved.', answer);
    },
  );
}

/** Whether a refund is worth trying; the ledger decides it under the lock. */
function isRefundable({ type, status, operatorAccountId }: Transaction): boolean {
  return type === 'collection' && status === 'completed' && operatorAccountId !== null;
}

/** Gives a collection, or a part of it, back, as the API does it. */
function refundTransaction(api: DashboardApi, parts: DashboardParts): void {
  api.post(
    `${clientPath}/transactions/:transactionId/refund`,
    {
      schema: {
        summary: 'Refund a collection to its payer, all of it or a part',
        description: 'Needs an Idempotency-Key that was made with the form.',
        params: transactionParams,
        body: refundRequest,
      },
      config: { right: 'money.move' },
    },
    async (request, reply) => {
      const { body } = request;
      const { clientId, mode, transactionId } = request.params;
      const path = `/clients/${clientId}/${mode}/transactions/${transactionId}/refund`;
      await moveByForm(parts, request, reply, path, (caller, form, onTaken) =>
        parts.wallet.refundCollection(caller, transactionId, body, form, onTaken),
      );
    },
  );
}
