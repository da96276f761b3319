import type { DashboardApi } from '../../api.ts';
import type { DashboardServices } from '../../services.ts';
import { approve } from './approve.ts';
import { listApprovals } from './list-approvals.ts';
import { readApproval } from './read-approval.ts';
import { reject } from './reject.ts';

/** Payments of a client that wait for a second person. */
export function serveApprovals(api: DashboardApi, services: DashboardServices): void {
  listApprovals(api, services);
  readApproval(api, services);
  approve(api, services);
  reject(api, services);
}
