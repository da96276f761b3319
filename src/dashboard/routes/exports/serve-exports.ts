import type { DashboardApi } from '../../api.ts';
import type { DashboardServices } from '../../services.ts';
import { countExport } from './count-export.ts';
import { downloadTransactions } from './download-transactions.ts';

/** Transactions as files. */
export function serveExports(api: DashboardApi, services: DashboardServices): void {
  countExport(api, services);
  downloadTransactions(api, services);
}
