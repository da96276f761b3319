import type { DashboardApi } from '../../api.ts';
import type { DashboardServices } from '../../services.ts';
import { approveBulkPayoutRoute } from './approve-bulk-payout.ts';
import { cancelBulkPayoutRoute } from './cancel-bulk-payout.ts';
import { checkBulkFile } from './check-bulk-file.ts';
import { createBulkPayout } from './create-bulk-payout.ts';
import { downloadResult } from './download-result.ts';
import { listBulkPayoutsRoute } from './list-bulk-payouts.ts';
import { listBulkRows } from './list-bulk-rows.ts';
import { readBulkPayoutRoute } from './read-bulk-payout.ts';
import { readWorkbookRoute } from './read-workbook.ts';
import { rejectBulkPayoutRoute } from './reject-bulk-payout.ts';

/** Payments of a file. */
export function serveBulkPayouts(api: DashboardApi, services: DashboardServices): void {
  readWorkbookRoute(api);
  checkBulkFile(api, services);
  createBulkPayout(api, services);
  listBulkPayoutsRoute(api, services);
  readBulkPayoutRoute(api, services);
  listBulkRows(api, services);
  downloadResult(api, services);
  approveBulkPayoutRoute(api, services);
  rejectBulkPayoutRoute(api, services);
  cancelBulkPayoutRoute(api, services);
}
