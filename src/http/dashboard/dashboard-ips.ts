import { Type } from 'typebox';
import { dashboardIpsMax, readDashboardIps, setDashboardIps } from '../../access/dashboard-ips.ts';
import { sendData } from '../response.ts';
import type { DashboardIps } from './schemas/dashboard-ips.ts';
import type { DashboardApi, DashboardParts } from './server/api.ts';
import { actorOf, clientCallerOf } from './server/context.ts';

/** From which addresses people may use the pages of a client: set by its owners for themselves, or by staff for it. */
export function registerDashboardIpRoutes(api: DashboardApi, parts: DashboardParts): void {
  ownIps(api, parts);
  ipsAtPlatform(api, parts);
}

const params = Type.Object({ clientId: Type.String() });
const body = Type.Object({
  allowed_ips: Type.Array(Type.String({ maxLength: 64 }), {
    maxItems: dashboardIpsMax,
    description: 'Addresses and networks, IPv4 and IPv6; an empty list removes the limit.',
    examples: [['196.0.3.0/24', '2c0f:fe38::/32']],
  }),
});
const said = 'The addresses were saved.';

/** A rule for people, so it has the rights of the team. */
function ownIps(api: DashboardApi, { pool }: DashboardParts): void {
  const path = '/clients/:clientId/dashboard-ips';
  api.get(
    path,
    { schema: { summary: 'The addresses from which these pages can be used', params }, config: { right: 'team.read' } },
    async (request, reply) => {
      const { clientId } = clientCallerOf(request);
      sendData(reply, 'Addresses retrieved.', objectOf(await readDashboardIps(pool, clientId), request.ip));
    },
  );
  api.put(
    path,
    {
      schema: {
        summary: 'Set the addresses from which these pages can be used',
        description: 'The list must contain your own address. It holds for all people, staff of the service included.',
        params,
        body,
      },
      config: { right: 'team.write' },
    },
    async (request, reply) => {
      const { clientId } = clientCallerOf(request);
      const { allowed_ips: entries } = request.body;
      const change = { clientId, entries, ownAddress: request.ip, actor: actorOf(request) };
      sendData(reply, said, objectOf(await setDashboardIps(pool, change), request.ip));
    },
  );
}

/** The pages of the platform stay open to staff everywhere, so nobody locks themselves out here. */
function ipsAtPlatform(api: DashboardApi, { pool }: DashboardParts): void {
  const path = '/platform/clients/:clientId/dashboard-ips';
  api.get(
    path,
    {
      schema: { summary: 'The addresses from which a client’s pages can be used', params },
      config: { right: 'clients.read' },
    },
    async (request, reply) => {
      const { clientId } = clientCallerOf(request);
      sendData(reply, 'Addresses retrieved.', objectOf(await readDashboardIps(pool, clientId), request.ip));
    },
  );
  api.put(
    path,
    {
      schema: {
        summary: 'Set the addresses from which a client’s pages can be used',
        description: 'The list need not contain your own address: these pages stay open to you.',
        params,
        body,
      },
      config: { right: 'clients.write' },
    },
    async (request, reply) => {
      const { clientId } = clientCallerOf(request);
      const { allowed_ips: entries } = request.body;
      const change = { clientId, entries, ownAddress: null, actor: actorOf(request) };
      sendData(reply, said, objectOf(await setDashboardIps(pool, change), request.ip));
    },
  );
}

function objectOf(allowedIps: readonly string[], address: string): DashboardIps {
  return { allowed_ips: allowedIps, your_address: address };
}
