import type { DashboardApi } from '../../api.ts';
import type { DashboardServices } from '../../services.ts';
import { changeName } from './change-name.ts';
import { endAllSessions } from './end-all-sessions.ts';
import { endSession } from './end-session.ts';
import { listSessions } from './list-sessions.ts';

/** A person's own account. Password and second factor are the sign-in library's routes. */
export function serveAccount(api: DashboardApi, services: DashboardServices): void {
  changeName(api, services);
  listSessions(api, services);
  endSession(api, services);
  endAllSessions(api, services);
}
