import type { DashboardApi } from '../../api.ts';
import type { DashboardServices } from '../../services.ts';
import { listTransactionsRoute } from './list-transactions.ts';
import { readTransactionRoute } from './read-transaction.ts';
import { refundTransaction } from './refund-transaction.ts';

/** A client's transactions: found, followed, and given back. */
export function serveTransactions(api: DashboardApi, services: DashboardServices): void {
  listTransactionsRoute(api, services);
  readTransactionRoute(api, services);
  refundTransaction(api, services);
}
