import { type Static, Type } from 'typebox';
import type { HistoryRequest } from '../../wallet/history.ts';
import type { WalletOperations } from '../../wallet/operations.ts';
import { type Api, callerOf } from '../api.ts';
import { sendData, sendPage, setAsOf } from '../response.ts';
import { envelopeOf, pageOf } from '../schemas/envelope.ts';
import { pageCursor, pageLimit, pageLimitDefault, positiveId } from '../schemas/id.ts';
import { momentOf } from '../schemas/moment.ts';
import { transactionFilters, transactionSchema } from '../schemas/transaction.ts';

/** The history of the wallet. */
export function registerTransactionRoutes(api: Api, wallet: WalletOperations): void {
  listTransactions(api, wallet);
  readTransaction(api, wallet);
}

const listTransactionsMessage = 'Transactions retrieved.';

const querystring = Type.Object({
  limit: Type.Optional(pageLimit),
  cursor: Type.Optional(pageCursor),
  ...transactionFilters,
});

function listTransactions(api: Api, wallet: WalletOperations): void {
  api.get(
    '/wallet/transactions',
    {
      schema: {
        operationId: 'listTransactions',
        summary: 'List transactions, newest first',
        description:
          'With filters, a page searches a limited part of the history, so it may contain few transactions or none while has_more is true.',
        tags: ['Wallet'],
        querystring,
      },
      config: {
        access: { limit: 'history', permissions: ['wallet:read'] },
        response: pageOf(transactionSchema, listTransactionsMessage),
        readsStandby: true,
        failures: ['invalid_request', 'history_unavailable'],
      },
    },
    async (request, reply) => {
      const { value: page, asOf } = await wallet.listTransactions(callerOf(request), queryOf(request.query));
      setAsOf(reply, asOf);
      sendPage(reply, listTransactionsMessage, page);
    },
  );
}

function queryOf({ limit = pageLimitDefault, from, to, ...filters }: Static<typeof querystring>): HistoryRequest {
  return {
    ...filters,
    limit,
    ...(from === undefined ? {} : { fromMs: momentOf(from) }),
    ...(to === undefined ? {} : { toMs: momentOf(to) }),
  };
}

const readTransactionMessage = 'Transaction retrieved.';

function readTransaction(api: Api, wallet: WalletOperations): void {
  api.get(
    '/wallet/transactions/:id',
    {
      schema: {
        operationId: 'readTransaction',
        summary: 'Read one transaction',
        tags: ['Wallet'],
        params: Type.Object({ id: positiveId('The transaction id.') }),
      },
      config: {
        access: { limit: 'transaction', permissions: ['wallet:read'] },
        response: envelopeOf(transactionSchema, readTransactionMessage),
        failures: ['not_found', 'history_unavailable'],
      },
    },
    async (request, reply) => {
      sendData(reply, readTransactionMessage, await wallet.readTransaction(callerOf(request), request.params.id));
    },
  );
}
