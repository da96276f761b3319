import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type ApprovalState, readApprovals } from '../../../access/first-approvals.ts';
import { isRehearsal, readLiveMode } from '../../../access/live-mode.ts';
import { mayAtPlatform } from '../../../access/people/rights.ts';
import { actions } from '../../../dual-control/actions.ts';
import { countUnreviewed, reviewBreakGlass } from '../../../dual-control/break-glass.ts';
import type { ChangeServices } from '../../../dual-control/change-kind.ts';
import { approvedAs, approveProposal, rejectProposal } from '../../../dual-control/decide.ts';
import { findProposal, listProposals, type Proposal } from '../../../dual-control/proposals.ts';
import { requestChange } from '../../../dual-control/request-change.ts';
import { countWaiting, listWaiting, type Waiting } from '../../../dual-control/waiting.ts';
import { isoTime } from '../../../ledger/transaction-object.ts';
import { notFound } from '../../../refusal.ts';
import { sendData, sendPage } from '../../response.ts';
import { idCursor, pageLimit, positiveId } from '../../schemas/id.ts';
import { noteOf } from '../../schemas/text.ts';
import type { ProposalMade, ProposalObject, ServiceState, WaitingObject } from '../schemas/proposals.ts';
import type { DashboardApi } from '../server/api.ts';
import { actorOf, staffContextOf } from '../server/context.ts';

/** Changes that two people make together, and everything that waits for a second person. */
export function registerProposalRoutes(api: DashboardApi, changes: ChangeServices): void {
  listWaitingRoute(api, changes);
  listProposalsRoute(api, changes);
  readProposal(api, changes);
  decideProposal(api, changes);
  reviewOrder(api, changes);
  proposeLiveMode(api, changes);
  readServiceState(api, changes);
}

/** What fits on one page; more than that is a sign that nobody decides. */
const waitingMax = 500;

function listWaitingRoute(api: DashboardApi, { pool, settings }: ChangeServices): void {
  api.get(
    '/platform/waiting',
    {
      schema: { summary: 'Everything that waits for a second person, oldest first' },
      config: { right: 'proposals.read' },
    },
    async (request, reply) => {
      const { email } = staffContextOf(request).person;
      const waiting = await listWaiting(pool, { expiryMs: settings.approvalExpiryMs, email, limit: waitingMax });
      sendData(reply, 'Pending decisions retrieved.', waiting.map(waitingObject));
    },
  );
}

function waitingObject(waiting: Waiting): WaitingObject {
  return {
    action: waiting.action,
    title: actions[waiting.action].title,
    client_id: waiting.clientId,
    client_name: waiting.clientName,
    mode: waiting.mode,
    amount: waiting.amount,
    by: waiting.by,
    since: isoTime(waiting.sinceMs),
    page: pageOf(waiting),
  };
}

function pageOf({ action, id, clientId, mode }: Waiting): string {
  switch (actions[action].waitsAt) {
    case 'approvals':
      return `/clients/${clientId}/${mode}/approvals`;
    case 'bulk payouts':
      return `/clients/${clientId}/${mode}/bulk-payouts/${id}`;
    case 'corrections':
      return '/platform/approvals';
    case 'reviews':
      return `/platform/reviews/${id}`;
    case 'proposals':
      return `/platform/proposals/${id}`;
  }
}

const listQuery = Type.Object({
  open: Type.Optional(
    Type.Boolean({ default: true, description: 'Those that wait for somebody; else only the others.' }),
  ),
  limit: Type.Optional(pageLimit),
  cursor: Type.Optional(idCursor),
});

function listProposalsRoute(api: DashboardApi, changes: ChangeServices): void {
  const { pool, settings } = changes;
  api.get(
    '/platform/proposals',
    { schema: { summary: 'Proposals, newest first', querystring: listQuery }, config: { right: 'proposals.read' } },
    async (request, reply) => {
      const { open: isOpen = true, limit = 25, cursor } = request.query;
      const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor);
      const found = await listProposals(pool, { isOpen, before, limit: limit + 1 }, settings.approvalExpiryMs);
      const data = await proposalObjects(changes, found.slice(0, limit), request);
      const has_more = found.length > limit;
      sendPage(reply, 'Proposals retrieved.', {
        data,
        pagination: { has_more, next_cursor: has_more ? String(data.at(-1)?.id) : null },
      });
    },
  );
}

const proposalPath = '/platform/proposals/:proposalId';
const params = Type.Object({ proposalId: positiveId('The number of the proposal.') });

function readProposal(api: DashboardApi, changes: ChangeServices): void {
  api.get(
    proposalPath,
    { schema: { summary: 'One proposal', params }, config: { right: 'proposals.read' } },
    async (request, reply) => {
      sendData(reply, 'Proposal retrieved.', await proposalNumbered(changes, request.params.proposalId, request));
    },
  );
}

/** @throws Refusal `not_found` */
async function proposalNumbered(
  changes: ChangeServices,
  proposalId: number,
  request: FastifyRequest,
): Promise<ProposalObject> {
  const proposal = await findProposal(changes.pool, proposalId, changes.settings.approvalExpiryMs);
  const [object] = proposal === null ? [] : await proposalObjects(changes, [proposal], request);
  if (object === undefined) throw notFound();
  return object;
}

async function proposalObjects(
  { pool, settings }: ChangeServices,
  proposals: readonly Proposal[],
  request: FastifyRequest,
): Promise<ProposalObject[]> {
  const approvals = await readApprovals(pool, 'change', proposals.map(approvedAs), settings);
  return proposals.flatMap((proposal) => {
    const approval = approvals.get(proposal.proposalId);
    return approval === undefined ? [] : [proposalObject(proposal, approval, request)];
  });
}

function proposalObject(proposal: Proposal, approval: ApprovalState, request: FastifyRequest): ProposalObject {
  const { change, decision, breakGlass } = proposal;
  return {
    id: proposal.proposalId,
    status: proposal.status,
    title: actions[change.kind].title,
    change,
    before: proposal.before,
    client_id: proposal.clientId,
    client_name: proposal.clientName,
    proposed_by: proposal.proposedBy,
    proposed_at: isoTime(proposal.proposedAtMs),
    is_yours: proposal.proposedBy === staffContextOf(request).person.email,
    digest: proposal.digest,
    ...approval,
    decided_by: decision?.by ?? null,
    decided_at: decision === null ? null : isoTime(decision.atMs),
    comment: decision?.comment ?? null,
    transaction_id: proposal.transactionId,
    created_client_id: proposal.createdClientId,
    refusal: proposal.refusal,
    break_glass:
      breakGlass === null
        ? null
        : {
            by: breakGlass.by,
            reason: breakGlass.reason,
            due_at: breakGlass.dueAt,
            reviewed_by: breakGlass.reviewedBy,
          },
  };
}

const digest = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'The digest of the proposal as it was read.',
});

function approvedText({ status }: ProposalObject): string {
  if (status === 'waiting') return 'Approved. Another person must approve it too.';
  return status === 'refused' ? 'Approved, but it could not be booked.' : 'Approved. The change was made.';
}

/** What a second person decides. The body repeats what they have seen. */
function decideProposal(api: DashboardApi, changes: ChangeServices): void {
  api.post(
    `${proposalPath}/approve`,
    {
      schema: {
        summary: 'Approve a proposal, which makes its change',
        description:
          'A link or an API key that it makes is only in this response. What was proposed at the command line is made by the second of two approvals.',
        params,
        body: Type.Object({ digest }),
      },
      config: { right: 'proposals.decide', stepUp: 'always' },
    },
    async (request, reply) => {
      const { proposalId } = request.params;
      const actor = actorOf(request);
      const shown = await approveProposal(changes, { proposalId, actor, digest: request.body.digest });
      const proposal = await proposalNumbered(changes, proposalId, request);
      const made: ProposalMade = { ...proposal, link: shown.link ?? null, api_key: shown.apiKey?.apiKey ?? null };
      sendData(reply, approvedText(proposal), made);
    },
  );

  api.post(
    `${proposalPath}/reject`,
    {
      schema: {
        summary: 'Reject a proposal, or withdraw one’s own',
        params,
        body: Type.Object({
          digest,
          comment: Type.Optional(
            noteOf(255, 'The reason, shown to the other person.', 'The reason must have 1 to 255 characters.'),
          ),
        }),
      },
      config: { right: 'proposals.decide', stepUp: 'always' },
    },
    async (request, reply) => {
      const { proposalId } = request.params;
      const actor = actorOf(request);
      const { digest: seen, comment = null } = request.body;
      await rejectProposal(changes, { proposalId, actor, digest: seen, comment });
      sendData(reply, 'Rejected. Nothing was changed.', await proposalNumbered(changes, proposalId, request));
    },
  );
}

function reviewOrder(api: DashboardApi, changes: ChangeServices): void {
  api.post(
    `${proposalPath}/review`,
    {
      schema: { summary: 'Note that a change without a second person was reviewed', params },
      config: { right: 'proposals.decide', stepUp: 'always' },
    },
    async (request, reply) => {
      const { proposalId } = request.params;
      await reviewBreakGlass(changes, { proposalId, actor: actorOf(request) });
      sendData(reply, 'Marked as reviewed.', await proposalNumbered(changes, proposalId, request));
    },
  );
}

function proposeLiveMode(api: DashboardApi, changes: ChangeServices): void {
  api.post(
    '/platform/live-mode',
    {
      schema: {
        summary: 'Propose to enable live mode',
        description: 'Another administrator approves it; both need a second factor. It cannot be disabled again.',
      },
      config: { right: 'proposals.decide', stepUp: 'always' },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      const requested = await requestChange(changes, { kind: 'live_mode' }, { actor, by: 'staff' });
      if (requested.is !== 'proposed') throw new Error('one person enabled live mode');
      const proposal = await proposalNumbered(changes, requested.proposalId, request);
      sendData(reply, 'Proposed. Another administrator must approve it.', proposal);
    },
  );
}

/** What every page says about the service, and how much waits for this person. */
function readServiceState(api: DashboardApi, { pool, settings }: ChangeServices): void {
  api.get(
    '/service-state',
    {
      schema: { summary: 'Whether live mode is enabled, and how much waits for a second person' },
      config: { right: 'signed_in' },
    },
    async (request, reply) => {
      const { person, memberships } = staffContextOf(request);
      const { platformRole, clients } = memberships;
      const clientIds = clients.map(({ clientId }) => clientId);
      const counts = await countWaiting(pool, { expiryMs: settings.approvalExpiryMs, email: person.email }, clientIds);
      const state: ServiceState = {
        is_rehearsal: await isRehearsal(pool, settings),
        is_live_enabled: (await readLiveMode(pool)) !== null,
        unreviewed_break_glass: await countUnreviewed(pool),
        waiting_on_platform: mayAtPlatform(platformRole, 'proposals.read') ? counts.platform : null,
        waiting_at_clients: counts.clients.map(({ clientId, mode, count }) => ({ client_id: clientId, mode, count })),
      };
      sendData(reply, 'Retrieved the state of the service.', state);
    },
  );
}
