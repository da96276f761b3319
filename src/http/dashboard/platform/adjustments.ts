import { Type } from 'typebox';
import { type ApprovalState, readApprovals } from '../../../access/first-approvals.ts';
import { isRehearsal } from '../../../access/live-mode.ts';
import type { SecondPersonSettings } from '../../../access/second-person.ts';
import { bookAdjustment } from '../../../adjustments/book.ts';
import { approvedAs, decideAdjustment } from '../../../adjustments/decide.ts';
import { findProposal, listProposals } from '../../../adjustments/find-proposals.ts';
import { type AdjustmentProposal, digestOf, statusOf } from '../../../adjustments/proposal.ts';
import { proposeAdjustment } from '../../../adjustments/propose.ts';
import { isoTime } from '../../../ledger/transaction-object.ts';
import { ugx, ugxToJson } from '../../../money/ugx.ts';
import type { Queryable } from '../../../postgres/pool.ts';
import { invalidField, notFound } from '../../../refusal.ts';
import { sendData, sendPage } from '../../response.ts';
import { enteredAmount } from '../../schemas/amount.ts';
import { idCursor, pageLimit, positiveId } from '../../schemas/id.ts';
import { lineOf, noteOf } from '../../schemas/text.ts';
import { modeFilter } from '../../schemas/transaction.ts';
import type { AdjustmentObject } from '../schemas/adjustments.ts';
import { clientParams, type DashboardApi, type DashboardParts } from '../server/api.ts';
import { actorOf, clientContextOf } from '../server/context.ts';
import { formKeyOf } from '../server/idempotency.ts';

/** Top-ups and corrections of wallets: one person proposes, another decides. */
export function registerAdjustmentRoutes(api: DashboardApi, parts: DashboardParts): void {
  readAdjustments(api, parts);
  proposeAdjustmentRoute(api, parts);
  decideAdjustmentRoute(api, parts);
}

const adjustmentParams = Type.Object({ adjustmentId: positiveId('The number of the proposal.') });

const query = Type.Object({
  open: Type.Optional(Type.Boolean({ description: 'Only waiting proposals, or only decided ones; default all.' })),
  client_id: Type.Optional(positiveId('Only proposals of this client.')),
  mode: modeFilter,
  limit: Type.Optional(pageLimit),
  cursor: Type.Optional(idCursor),
});

function readAdjustments(api: DashboardApi, { pool, settings }: DashboardParts): void {
  api.get(
    '/platform/adjustments',
    {
      schema: { summary: 'Top-ups and corrections with their decisions, newest first', querystring: query },
      config: { right: 'adjustments.read' },
    },
    async (request, reply) => {
      const { open = null, client_id: clientId = null, mode = null, limit = 25, cursor } = request.query;
      const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor);
      const found = await listProposals(pool, { open, clientId, mode, before, limit: limit + 1 });
      const data = await adjustmentObjects(pool, found.slice(0, limit), settings);
      const has_more = found.length > limit;
      sendPage(reply, 'Proposals retrieved.', {
        data,
        pagination: { has_more, next_cursor: has_more ? String(data.at(-1)?.id) : null },
      });
    },
  );

  api.get(
    '/platform/adjustments/:adjustmentId',
    {
      schema: { summary: 'One top-up or correction', params: adjustmentParams },
      config: { right: 'adjustments.read' },
    },
    async (request, reply) => {
      sendData(reply, 'Proposal retrieved.', await adjustmentNumbered(pool, request.params.adjustmentId, settings));
    },
  );
}

/** @throws Refusal `not_found` */
async function adjustmentNumbered(
  db: Queryable,
  adjustmentId: number,
  settings: SecondPersonSettings,
): Promise<AdjustmentObject> {
  const proposal = await findProposal(db, adjustmentId);
  const [object] = proposal === null ? [] : await adjustmentObjects(db, [proposal], settings);
  if (object === undefined) throw notFound();
  return object;
}

async function adjustmentObjects(
  db: Queryable,
  proposals: readonly AdjustmentProposal[],
  settings: SecondPersonSettings,
): Promise<AdjustmentObject[]> {
  const approvals = await readApprovals(db, 'adjustment', proposals.map(approvedAs), settings);
  return proposals.flatMap((proposal) => {
    const approval = approvals.get(proposal.proposalId);
    return approval === undefined ? [] : [adjustmentObject(proposal, approval)];
  });
}

/** A proposal as the dashboard's API shows it. */
function adjustmentObject(proposal: AdjustmentProposal, approval: ApprovalState): AdjustmentObject {
  const { decision, outcome } = proposal;
  return {
    id: proposal.proposalId,
    status: statusOf(proposal),
    client_id: proposal.clientId,
    client_name: proposal.clientName,
    mode: proposal.mode,
    type: proposal.type,
    direction: proposal.direction,
    amount: ugxToJson(proposal.amount),
    reason: proposal.reason,
    external_reference: proposal.externalReference,
    proposed_by: proposal.proposedBy,
    proposed_at: isoTime(proposal.proposedAtMs),
    digest: digestOf(proposal),
    ...approval,
    decision:
      decision === null
        ? null
        : { decision: decision.is, by: decision.by, at: isoTime(decision.atMs), comment: decision.comment },
    transaction_id: outcome?.is === 'booked' ? outcome.transactionId : null,
    refusal: outcome?.is === 'refused' ? outcome.sentence : null,
    ended_at: outcome === null ? null : isoTime(outcome.atMs),
  };
}

const body = Type.Object({
  type: Type.Union([Type.Literal('deposit'), Type.Literal('adjustment')], {
    description: 'deposit: the client paid us. adjustment: a mistake is put right.',
    sentence: 'The kind must be deposit or adjustment.',
  }),
  direction: Type.Union([Type.Literal('in'), Type.Literal('out')], {
    description: 'Into or out of the wallet; a deposit is in.',
    sentence: 'The direction must be in or out.',
  }),
  amount: enteredAmount(1, 'In shillings.'),
  reason: lineOf(255, 'The reason, shown to the client.', {
    sentence: 'The reason must be a sentence of at most 255 characters.',
  }),
  external_reference: Type.Optional(
    Type.Union(
      [
        lineOf(255, 'The slip or statement line; each is booked once.', {
          sentence: 'The reference must have at most 255 characters.',
        }),
        Type.Null(),
      ],
      {
        description: 'The slip or statement line; each is booked once. Required for live money.',
        sentence: 'The reference must be text of at most 255 characters, or empty for test money.',
      },
    ),
  ),
  at_once: Type.Optional(
    Type.Boolean({ default: false, description: 'Test money only: book it without a second person.' }),
  ),
});

function proposeAdjustmentRoute(api: DashboardApi, { pool, settings, money }: DashboardParts): void {
  api.post(
    '/platform/clients/:clientId/:mode/adjustments',
    {
      schema: {
        summary: 'Propose a top-up or correction for another person’s approval',
        params: Type.Object(clientParams),
        body,
      },
      config: { right: 'adjustments.make' },
    },
    async (request, reply) => {
      const { clientId, walletId, mode } = clientContextOf(request).caller;
      const actor = actorOf(request);
      const { type, direction, amount, reason, external_reference = null, at_once = false } = request.body;
      if (type === 'deposit' && direction === 'out') throw invalidField('direction', 'A deposit goes into the wallet.');
      if (at_once && mode === 'live' && !(await isRehearsal(pool, settings))) {
        throw invalidField('at_once', 'Live money needs a second person; propose it for another person’s approval.');
      }
      const form = formKeyOf(request, `/platform/clients/${clientId}/${mode}/adjustments`);
      const proposal = await proposeAdjustment(pool, {
        clientId,
        walletId,
        mode,
        type,
        direction,
        amount: ugx(amount),
        reason: reason.trim(),
        externalReference: external_reference?.trim() ?? null,
        actor,
        formKey: form.key,
        fingerprint: form.fingerprint,
      });
      const { proposalId } = proposal;
      if (at_once) {
        const digest = digestOf(proposal);
        await decideAdjustment(pool, {
          proposalId,
          decision: 'approved',
          actor,
          digest,
          comment: null,
          settings,
        });
        await bookAdjustment({ pool, money }, proposalId);
      }
      const message = at_once
        ? 'Booked at once, because this is test money.'
        : 'Proposed. Another person must approve it.';
      sendData(reply, message, await adjustmentNumbered(pool, proposalId, settings));
    },
  );
}

const digest = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'The digest of the proposal as it was read; a changed proposal is refused.',
});
const comment = Type.Optional(
  noteOf(255, 'The comment, shown to the other person.', 'The comment must have 1 to 255 characters.'),
);

function approvedText({ status }: AdjustmentObject): string {
  if (status === 'waiting') return 'Approved. Another person must approve it too.';
  return status === 'booked' ? 'Booked.' : 'Approved, but the ledger refused it.';
}

/** What a second person decides. The body repeats what they have seen. */
function decideAdjustmentRoute(api: DashboardApi, { pool, settings, money }: DashboardParts): void {
  api.post(
    '/platform/adjustments/:adjustmentId/approve',
    {
      schema: {
        summary: 'Approve a top-up or correction and book it',
        params: adjustmentParams,
        body: Type.Object({ digest }),
      },
      config: { right: 'adjustments.approve', stepUp: 'always' },
    },
    async (request, reply) => {
      const { adjustmentId: proposalId } = request.params;
      const actor = actorOf(request);
      const seen = request.body.digest;
      await decideAdjustment(pool, { proposalId, decision: 'approved', actor, digest: seen, comment: null, settings });
      // What is cut off here is booked by the background duty of the same module.
      await bookAdjustment({ pool, money }, proposalId);
      const ended = await adjustmentNumbered(pool, proposalId, settings);
      sendData(reply, approvedText(ended), ended);
    },
  );

  api.post(
    '/platform/adjustments/:adjustmentId/reject',
    {
      schema: {
        summary: 'Reject a top-up or correction, or withdraw one’s own',
        params: adjustmentParams,
        body: Type.Object({ digest, comment }),
      },
      config: { right: 'adjustments.approve', stepUp: 'always' },
    },
    async (request, reply) => {
      const { adjustmentId: proposalId } = request.params;
      const actor = actorOf(request);
      const { digest: seen, comment: why = null } = request.body;
      await decideAdjustment(pool, { proposalId, decision: 'rejected', actor, digest: seen, comment: why, settings });
      sendData(reply, 'Rejected. Nothing was booked.', await adjustmentNumbered(pool, proposalId, settings));
    },
  );
}
