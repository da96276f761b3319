import type { DashboardApi } from '../../api.ts';
import type { DashboardServices } from '../../services.ts';
import { listRequests } from './list-requests.ts';
import { readRequest } from './read-request.ts';
import { requestLogState } from './request-log-state.ts';

/** The log of what a client's programs asked of the API. */
export function serveRequests(api: DashboardApi, services: DashboardServices): void {
  listRequests(api, services);
  requestLogState(api, services);
  readRequest(api, services);
}
