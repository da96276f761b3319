import type { DashboardApi } from '../../api.ts';
import type { DashboardServices } from '../../services.ts';
import { readHome } from './read-home.ts';

/** The first page of a client. */
export function serveHome(api: DashboardApi, services: DashboardServices): void {
  readHome(api, services);
}
