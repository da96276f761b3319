import type { DashboardApi } from '../../api.ts';
import type { PeopleServices } from '../../people/services.ts';
import type { DashboardServices } from '../../services.ts';
import { changeTeamRole } from './change-team-role.ts';
import { inviteToTeam } from './invite-to-team.ts';
import { readActivity } from './read-activity.ts';
import { readTeam } from './read-team.ts';
import { removeFromTeam } from './remove-from-team.ts';
import { sendInvitationAgain } from './send-invitation-again.ts';
import { setSecondFactorRule } from './set-second-factor-rule.ts';

/** The people of a client. */
export function serveTeam(api: DashboardApi, services: DashboardServices, people: PeopleServices): void {
  readTeam(api, services);
  readActivity(api, services);
  inviteToTeam(api, services, people);
  sendInvitationAgain(api, services, people);
  changeTeamRole(api, services);
  removeFromTeam(api, services);
  setSecondFactorRule(api, services);
}
