import type { DashboardApi } from '../../../api.ts';
import type { DashboardServices } from '../../../services.ts';
import { clearFeesRoute } from './clear-fees.ts';
import { previewFees } from './preview-fees.ts';
import { readFees } from './read-fees.ts';
import { setFeesRoute } from './set-fees.ts';

/** Fee schedules: what counts, what will, what did, and what amounts would cost. */
export function serveFees(api: DashboardApi, services: DashboardServices): void {
  readFees(api, services);
  setFeesRoute(api, services);
  clearFeesRoute(api, services);
  previewFees(api, services);
}
