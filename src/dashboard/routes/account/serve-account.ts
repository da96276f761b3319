import type { DashboardApi } from '../../api.ts';
import type { PeopleServices } from '../../people/services.ts';
import type { DashboardServices } from '../../services.ts';
import { changeName } from './change-name.ts';
import { endAllSessions } from './end-all-sessions.ts';
import { endSession } from './end-session.ts';
import { listSessions } from './list-sessions.ts';

/** A person's own account. Password and second factor are the sign-in library's routes. */
export function serveAccount(
  api: DashboardApi,
  services: DashboardServices,
  people: Pick<PeopleServices, 'signInLog'>,
): void {
  changeName(api, services);
  listSessions(api, services);
  endSession(api, services, people);
  endAllSessions(api, services, people);
}
