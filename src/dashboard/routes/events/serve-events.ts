import type { DashboardApi } from '../../api.ts';
import type { DashboardServices } from '../../services.ts';
import { listEvents } from './list-events.ts';
import { readEvent } from './read-event.ts';
import { streamEvents } from './stream-events.ts';

/** The event log of a client's wallet. */
export function serveEvents(api: DashboardApi, services: DashboardServices): void {
  listEvents(api, services);
  streamEvents(api, services);
  readEvent(api, services);
}
