import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { checkedDashboardIps, dashboardIpsMax, readDashboardIps } from '../../access/dashboard-ips.ts';
import type { ChangeServices } from '../../dual-control/change-kind.ts';
import { requestChange } from '../../dual-control/request-change.ts';
import { sendData } from '../response.ts';
import { askerOf, sendRequested } from './proposed.ts';
import type { DashboardIps } from './schemas/dashboard-ips.ts';
import type { DashboardApi, DashboardParts } from './server/api.ts';
import { clientCallerOf } from './server/context.ts';

/** From which addresses people may use the pages of a client: set by its owners for themselves, or by staff for it. */
export function registerDashboardIpRoutes(api: DashboardApi, parts: DashboardParts, changes: ChangeServices): void {
  ownIps(api, parts, changes);
  ipsAtPlatform(api, parts, changes);
}

const params = Type.Object({ clientId: Type.String() });
const body = Type.Object({
  allowed_ips: Type.Array(Type.String({ maxLength: 64 }), {
    maxItems: dashboardIpsMax,
    description: 'Addresses and networks, IPv4 and IPv6; an empty list removes the limit.',
    examples: [['196.0.3.0/24', '2c0f:fe38::/32']],
  }),
});

/** A rule for people, so it has the rights of the team. */
function ownIps(api: DashboardApi, { pool }: DashboardParts, changes: ChangeServices): void {
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
      config: { right: 'team.write', stepUp: 'always' },
    },
    async (request, reply) => {
      await answerChange(changes, request, reply, checkedDashboardIps(request.body.allowed_ips, request.ip));
    },
  );
}

/** The pages of the platform stay open to staff everywhere, so nobody locks themselves out here. */
function ipsAtPlatform(api: DashboardApi, { pool }: DashboardParts, changes: ChangeServices): void {
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
      config: { right: 'clients.write', stepUp: 'always' },
    },
    async (request, reply) => {
      await answerChange(changes, request, reply, checkedDashboardIps(request.body.allowed_ips, null));
    },
  );
}

/** Answers with the list as it is now, which is the one before while a second person must approve the change. */
async function answerChange(
  changes: ChangeServices,
  request: FastifyRequest,
  reply: FastifyReply,
  entries: readonly string[],
): Promise<void> {
  const { clientId } = clientCallerOf(request);
  const change = { kind: 'dashboard_ips', client_id: clientId, allowed_ips: entries } as const;
  const requested = await requestChange(changes, change, askerOf(request));
  const list = objectOf(await readDashboardIps(changes.pool, clientId), request.ip);
  sendRequested(reply, requested, 'The addresses were saved.', { ...list });
}

function objectOf(allowedIps: readonly string[], address: string): DashboardIps {
  return { allowed_ips: allowedIps, your_address: address };
}
