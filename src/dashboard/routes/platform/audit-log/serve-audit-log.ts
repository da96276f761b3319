import type { DashboardApi } from '../../../api.ts';
import type { DashboardServices } from '../../../services.ts';
import { exportActs } from './export-acts.ts';
import { listActs } from './list-acts.ts';

/** The audit log: who did what to what, and when. */
export function serveAuditLog(api: DashboardApi, services: DashboardServices): void {
  listActs(api, services);
  exportActs(api, services);
}
