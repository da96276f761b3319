import { type Static, Type } from 'typebox';
import type { Caller } from '../../access/caller.ts';
import { type ClientRight, mayAtClient } from '../../access/people/rights.ts';
import type { Records } from '../../history/records.ts';
import { numberOfReference } from '../../ledger/reference.ts';
import type { Transaction } from '../../ledger/transaction.ts';
import { transactionObject } from '../../ledger/transaction-object.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import { findTransaction, type HistoryRequest, listTransactions, type Page } from '../../wallet/history.ts';
import { sendData, sendPage, setAsOf } from '../response.ts';
import { pageCursor, pageLimit, pageLimitDefault, positiveId } from '../schemas/id.ts';
import { momentOf, momentText } from '../schemas/moment.ts';
import { refundRequest } from '../schemas/payout.ts';
import { transactionStatus, transactionType } from '../schemas/transaction.ts';
import { readDashboardTransactions } from './dashboard-transaction.ts';
import { moveByForm } from './money.ts';
import type { DashboardTransaction, TransactionTrail } from './schemas/transactions.ts';
import { clientParams, clientPath, type DashboardApi, type DashboardParts } from './server/api.ts';
import { clientCallerOf, clientContextOf, staffContextOf } from './server/context.ts';
import { readTrail } from './transaction-trail.ts';

/** A client's transactions: found, followed, and given back. */
export function registerTransactionRoutes(api: DashboardApi, parts: DashboardParts): void {
  listTransactionsRoute(api, parts);
  readTransactionRoute(api, parts);
  refundTransaction(api, parts);
}

/** What a search text can stand for. */
interface SearchTerms {
  /** The number of a transaction: an id, or what our reference holds. */
  readonly transactionId: number | null;
  /** Our whole reference; null for an id alone. */
  readonly reference: string | null;
  /** Of the form 256 and nine digits. */
  readonly phone: string | null;
  /** What an operator knows a payment under, or its receipt. */
  readonly operatorText: string | null;
}

/** Reads a search text: spaces do not matter, and phones may have the usual written forms. Pure. */
export function parseSearch(text: string): SearchTerms {
  const typed = text.replace(/\s+/g, '');
  const phone = /^(?:\+?256|0)?(7\d{8})$/.exec(typed.replace(/[()-]/g, ''));
  const isNumber = /^\d{1,15}$/.test(typed);
  const reference = typed.toUpperCase();
  const number = isNumber ? Number(typed) : numberOfReference(reference);
  return {
    transactionId: number === 0 ? null : number,
    reference: isNumber || number === null ? null : reference,
    phone: phone === null ? null : `256${phone[1]}`,
    // Receipts of operators may be numbers too.
    operatorText: typed === '' ? null : typed,
  };
}

/**
 * What a search finds: one transaction, or the filter by which the history is to be looked through.
 * @throws Refusal for a text that can be neither reference, phone nor id.
 */
async function search(
  records: Records,
  caller: Caller,
  text: string,
): Promise<{ readonly found: DashboardTransaction[] } | Pick<HistoryRequest, 'phone'>> {
  const terms = parseSearch(text);
  const numbers = new Set<number>();
  if (terms.transactionId !== null) numbers.add(terms.transactionId);
  for (const id of await knownToOperators(records, caller, terms.operatorText ?? '')) numbers.add(id);
  for (const id of await knownToClient(records, caller, text.trim())) numbers.add(id);
  const transactions = await Promise.all([...numbers].map((id) => findTransaction(records, caller.walletId, id)));
  const objects = transactions.filter((transaction) => transaction !== null).map(transactionObject);
  const found = (await readDashboardTransactions(records, caller.walletId, objects)).filter(
    ({ id, reference }) => id !== terms.transactionId || reference === (terms.reference ?? reference),
  );
  if (found.length > 0) return { found };
  if (terms.phone !== null) return { phone: terms.phone };
  if (terms.transactionId === null && /[^\w.-]/.test(text.trim())) {
    throw invalidField(
      'search',
      'Search for a reference such as SM_1781000000_42, a phone such as 0772 000 001, or an id.',
    );
  }
  return { found: [] };
}

/** The newest transactions with a client reference. */
async function knownToClient(db: Queryable, { walletId }: Caller, text: string): Promise<number[]> {
  const { rows } = await db.query<{ transaction_id: string }>({
    name: 'dashboard.known_to_client',
    text: `SELECT transaction_id FROM client_reference
            WHERE wallet_id = $1 AND client_reference = $2 ORDER BY transaction_id DESC LIMIT 20`,
    values: [walletId, text],
  });
  return rows.map((row) => Number(row.transaction_id));
}

/** By the keys of the operators' references and receipts, so that the history's size does not matter. */
async function knownToOperators(db: Queryable, { walletId, mode }: Caller, text: string): Promise<number[]> {
  const { rows } = await db.query<{ transaction_id: string }>({
    name: 'dashboard.known_to_operators',
    text: `
      SELECT transaction_id
        FROM operator_account CROSS JOIN LATERAL (
             SELECT wallet_id, transaction_id FROM operator_reference
              WHERE operator_account_id = operator_account.operator_account_id AND reference = $3
              UNION
             SELECT wallet_id, transaction_id FROM operator_receipt
              WHERE operator_account_id = operator_account.operator_account_id AND receipt = $3 OFFSET 0) AS known
       WHERE mode = $2 AND wallet_id = $1 LIMIT 20`,
    values: [walletId, mode, text],
  });
  return rows.map((row) => Number(row.transaction_id));
}

/** The number of transactions that one statement reads, and how long one request continues to search, in milliseconds. */
const lookedThrough = 10_000;
const lookForMs = 100;

const querystring = Type.Object({
  limit: Type.Optional(pageLimit),
  cursor: Type.Optional(pageCursor),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'A reference (ours, the client’s or the operator’s), an operator’s receipt, a phone in any form, or an id.',
    }),
  ),
  type: Type.Optional(transactionType),
  status: Type.Optional(transactionStatus),
  phone: Type.Optional(
    Type.String({ pattern: '^256[0-9]{9}$', description: 'The phone of the counterparty, as 256 and nine digits.' }),
  ),
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
      const { search: text, ...filters } = request.query;
      const { value: page, asOf } = await reads.run(async (records) => {
        const result = text === undefined ? {} : await search(records, caller, text);
        return 'found' in result
          ? { data: result.found, pagination: { next_cursor: null, has_more: false } }
          : await pageOf(records, caller, { ...requestOf(filters), ...result });
      });
      setAsOf(reply, asOf);
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
