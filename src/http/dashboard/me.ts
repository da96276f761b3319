import { clientRightsOf, platformRightsOf } from '../../access/people/rights.ts';
import { sendData } from '../answer.ts';
import type { DashboardApi, DashboardParts } from './server/api.ts';
import { deskOf } from './server/desk.ts';
import { asksForTwoFactor } from './server/guard.ts';

/** Who is signed in, and what they may do where: what the browser shows and hides by. */
export function serveMe(api: DashboardApi, { settings }: DashboardParts): void {
  api.get(
    '/me',
    { schema: { summary: 'Who is signed in, and what they may do where' }, config: { right: 'signed_in' } },
    async (request, reply) => {
      const { person, memberships } = deskOf(request);
      const { platformRole, clients } = memberships;
      const ofStaff = platformRole === null ? [] : [platformRole];
      sendData(reply, 'Signed in.', {
        person: {
          id: person.id,
          email: person.email,
          name: person.name,
          two_factor_enabled: person.twoFactorEnabled,
          two_factor_required: settings.requireTwoFactor || asksForTwoFactor(memberships),
        },
        platform_role: platformRole,
        rights: platformRightsOf(platformRole),
        // What staff may do at any client, also where they have no role of their own.
        client_rights: { test: clientRightsOf(ofStaff, 'test'), live: clientRightsOf(ofStaff, 'live') },
        clients: clients.map(({ clientId, name, role }) => ({
          client_id: clientId,
          name,
          role,
          rights: {
            test: clientRightsOf([role, ...ofStaff], 'test'),
            live: clientRightsOf([role, ...ofStaff], 'live'),
          },
        })),
      });
    },
  );
}
