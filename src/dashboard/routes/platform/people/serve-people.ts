import type { DashboardApi } from '../../../api.ts';
import type { PeopleServices } from '../../../people/services.ts';
import type { DashboardServices } from '../../../services.ts';
import { changePerson } from './change-person.ts';
import { inviteStaff } from './invite-staff.ts';
import { listPeopleRoute } from './list-people.ts';
import { sendPasswordLink } from './send-password-link.ts';

/** Everybody who can sign in, and what they are at the service. */
export function servePeople(api: DashboardApi, services: DashboardServices, people: PeopleServices): void {
  listPeopleRoute(api, services);
  inviteStaff(api, services, people);
  changePerson(api, services);
  sendPasswordLink(api, services, people);
}
