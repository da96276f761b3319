import type { DashboardApi } from '../../../api.ts';
import type { DashboardServices } from '../../../services.ts';
import { decideAdjustmentRoute } from './decide-adjustment.ts';
import { proposeAdjustmentRoute } from './propose-adjustment.ts';
import { readAdjustments } from './read-adjustments.ts';

/** Top-ups and corrections of wallets: one person proposes, another decides. */
export function serveAdjustments(api: DashboardApi, services: DashboardServices): void {
  readAdjustments(api, services);
  proposeAdjustmentRoute(api, services);
  decideAdjustmentRoute(api, services);
}
