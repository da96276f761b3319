import { Type } from 'typebox';
import { recordAudit } from '../../../access/audit-log.ts';
import { type ApprovalState, readApprovals } from '../../../access/first-approvals.ts';
import type { SecondPersonSettings } from '../../../access/second-person.ts';
import type { Records } from '../../../history/records.ts';
import { referenceOf } from '../../../ledger/reference.ts';
import { isoTime, transactionObject } from '../../../ledger/transaction-object.ts';
import { ugxToJson } from '../../../money/ugx.ts';
import { inDatabaseTransaction } from '../../../postgres/database-transaction.ts';
import type { Queryable } from '../../../postgres/pool.ts';
import { notFound } from '../../../refusal.ts';
import { factsOf } from '../../../reviews/case-facts.ts';
import { type FoundCase, findCase, listCases } from '../../../reviews/cases.ts';
import { approvedAs, takeConfirmation } from '../../../reviews/confirm-resolution.ts';
import { meaningOfKind } from '../../../reviews/kinds.ts';
import { previewResolutions } from '../../../reviews/preview-resolutions.ts';
import { findProposals, type ResolutionProposal, withdrawProposal } from '../../../reviews/proposals.ts';
import { proposeFittingResolution } from '../../../reviews/propose-resolution.ts';
import { meaningFor, meaningOfResolution } from '../../../reviews/resolutions.ts';
import { resolveCase } from '../../../reviews/resolve.ts';
import { write } from '../../../wallet/operation.ts';
import { refusalOf } from '../../../wallet/sentences.ts';
import { readOperatorCalls } from '../../../wallet/transaction-trail.ts';
import { sendData, sendPage } from '../../response.ts';
import { idCursor, pageLimit, positiveId } from '../../schemas/id.ts';
import { noteOf } from '../../schemas/text.ts';
import { modeFilter } from '../../schemas/transaction.ts';
import type { CaseEvidence, Proposal, ResolutionEffect, ReviewCase } from '../schemas/reviews.ts';
import type { DashboardApi, DashboardParts } from '../server/api.ts';
import { actorOf } from '../server/context.ts';

/** Review cases: what only a person can decide, and a second one confirms. */
export function registerReviewRoutes(api: DashboardApi, parts: DashboardParts): void {
  listReviewCases(api, parts);
  readReviewCase(api, parts);
  previewResolutionsRoute(api, parts);
  readEvidence(api, parts);
  proposeResolutionRoute(api, parts);
  confirmResolutionRoute(api, parts);
  withdrawProposalRoute(api, parts);
}

const query = Type.Object({
  mode: modeFilter,
  all: Type.Optional(Type.Boolean({ default: false, description: 'Also resolved cases.' })),
  limit: Type.Optional(pageLimit),
  cursor: Type.Optional(idCursor),
});

function listReviewCases(api: DashboardApi, { pool, records, settings }: DashboardParts): void {
  api.get(
    '/platform/reviews',
    { schema: { summary: 'Review cases, oldest first', querystring: query }, config: { right: 'reviews.read' } },
    async (request, reply) => {
      const { mode = null, all = false, limit = 25, cursor = '0' } = request.query;
      const found = await listCases(records, { mode, all, after: Number(cursor), limit: limit + 1 });
      const cases = found.slice(0, limit);
      const [proposals, parties] = await Promise.all([proposalsOf(pool, cases, settings), partiesOf(pool, cases)]);
      const has_more = found.length > limit;
      sendPage(reply, 'Review cases retrieved.', {
        data: cases.map((one) => reviewCaseObject(one, proposals.get(one.reviewCaseId) ?? null, parties)),
        pagination: { has_more, next_cursor: has_more ? String(cases.at(-1)?.reviewCaseId) : null },
      });
    },
  );
}

/** A proposed resolution, and who has confirmed it. */
interface ProposalAtDesk extends ApprovalState {
  readonly proposal: ResolutionProposal;
}

/** What is proposed for some cases, by their numbers. */
async function proposalsOf(
  db: Queryable,
  cases: readonly FoundCase[],
  settings: SecondPersonSettings,
): Promise<ReadonlyMap<number, ProposalAtDesk>> {
  const proposals = await findProposals(
    db,
    cases.map(({ reviewCaseId }) => reviewCaseId),
  );
  const proposed = cases.flatMap((found) => {
    const proposal = proposals.get(found.reviewCaseId);
    return proposal === undefined ? [] : [approvedAs(found, proposal)];
  });
  const approvals = await readApprovals(db, 'review_resolution', proposed, settings);
  return new Map(
    [...proposals].flatMap(([id, proposal]) => {
      const approval = approvals.get(id);
      return approval === undefined ? [] : [[id, { ...approval, proposal }]];
    }),
  );
}

interface CaseAtDesk {
  readonly found: FoundCase;
  readonly proposal: ResolutionProposal | null;
  /** As the API shows it. */
  readonly object: ReviewCase;
}

/** A case with what is proposed for it. @throws Refusal `not_found` */
async function findReviewCase(
  records: Records,
  reviewCaseId: number,
  settings: SecondPersonSettings,
): Promise<CaseAtDesk> {
  const found = await findCase(records, reviewCaseId);
  if (found === null) throw notFound();
  const proposed = (await proposalsOf(records, [found], settings)).get(reviewCaseId) ?? null;
  const parties = await partiesOf(records, [found]);
  return { found, proposal: proposed?.proposal ?? null, object: reviewCaseObject(found, proposed, parties) };
}

/** Whom cases are about. */
interface Parties {
  /** By wallet number. */
  readonly clients: ReadonlyMap<number, { readonly id: number; readonly name: string }>;
  /** Names of operators by operator account. */
  readonly operators: ReadonlyMap<number, string>;
}

async function partiesOf(db: Queryable, cases: readonly FoundCase[]): Promise<Parties> {
  const wallets = cases.flatMap(({ transaction }) => (transaction === null ? [] : [transaction.walletId]));
  const accounts = cases.flatMap(({ operatorAccountId }) => operatorAccountId ?? []);
  const [clients, operators] = await Promise.all([
    db.query<{ wallet_id: string; client_id: string; name: string }>(
      'SELECT wallet_id, client_id, name FROM wallet JOIN client USING (client_id) WHERE wallet_id = ANY ($1::bigint[])',
      [wallets],
    ),
    db.query<{ operator_account_id: number; operator: string }>(
      'SELECT operator_account_id, operator FROM operator_account WHERE operator_account_id = ANY ($1::integer[])',
      [accounts],
    ),
  ]);
  return {
    clients: new Map(clients.rows.map((row) => [Number(row.wallet_id), { id: Number(row.client_id), name: row.name }])),
    operators: new Map(operators.rows.map((row) => [row.operator_account_id, row.operator])),
  };
}

/** A review case as the dashboard's API shows it. Amounts in shillings. */
function reviewCaseObject(
  found: FoundCase,
  proposed: ProposalAtDesk | null,
  { clients, operators }: Parties,
): ReviewCase {
  const { transaction, resolved, operatorAccountId } = found;
  const client = transaction === null ? undefined : clients.get(transaction.walletId);
  return {
    id: found.reviewCaseId,
    mode: found.mode,
    kind: found.kind,
    meaning: meaningOfKind[found.kind],
    found: found.found,
    in_suspense: Number(found.inSuspense),
    opened_at: isoTime(found.openedAtMs),
    operator: transaction?.provider ?? (operatorAccountId === null ? null : (operators.get(operatorAccountId) ?? null)),
    client_id: client?.id ?? null,
    client_name: client?.name ?? null,
    transaction: transaction === null ? null : transactionObject(transaction),
    customer: { phone: transaction?.counterpartyPhone ?? null, name: transaction?.counterpartyName ?? null },
    facts: factsOf(found),
    resolutions: found.fitting.map((as) => ({ resolution: as, meaning: meaningFor(found, as) })),
    proposal: proposed === null ? null : proposalObject(found, proposed),
    resolved:
      resolved === null
        ? null
        : {
            resolution: resolved.as,
            reason: resolved.reason,
            resolved_by: resolved.by,
            confirmed_by: resolved.confirmedBy,
            resolved_at: isoTime(resolved.atMs),
            transaction_id: resolved.transactionId,
          },
  };
}

function proposalObject(found: FoundCase, { proposal, approvers_needed, first_approver }: ProposalAtDesk): Proposal {
  return {
    resolution: proposal.resolution,
    meaning: meaningFor(found, proposal.resolution),
    reason: proposal.reason,
    client_id: proposal.clientId,
    proposed_by: proposal.by,
    proposed_at: isoTime(proposal.atMs),
    approvers_needed,
    first_approver,
  };
}

const caseParams = Type.Object({ caseId: positiveId('The number of the case.') });

function readReviewCase(api: DashboardApi, { records, settings }: DashboardParts): void {
  api.get(
    '/platform/reviews/:caseId',
    { schema: { summary: 'One review case', params: caseParams }, config: { right: 'reviews.read' } },
    async (request, reply) => {
      sendData(
        reply,
        'Review case retrieved.',
        (await findReviewCase(records, request.params.caseId, settings)).object,
      );
    },
  );
}

function previewResolutionsRoute(api: DashboardApi, { pool, records }: DashboardParts): void {
  api.get(
    '/platform/reviews/:caseId/effects',
    {
      schema: {
        summary: 'What each resolution of a case would book now, and what the client would see; nothing is written',
        description:
          'Decided by the function that books it. Where a payment without a transaction is credited or charged to a client, the client must be named; ' +
          'resolutions that need one are left out until then.',
        params: caseParams,
        querystring: Type.Object({ client_id: Type.Optional(positiveId('The number of a client.')) }),
      },
      config: { right: 'reviews.read' },
    },
    async (request, reply) => {
      const found = await findCase(records, request.params.caseId);
      if (found === null) throw notFound();
      const effects = await previewResolutions(pool, records, found, request.query.client_id ?? null);
      sendData(
        reply,
        'Effects calculated.',
        effects.map(
          ({
            resolution,
            refusal,
            entries,
            status,
            correction,
            balanceChange,
            events,
            isDelivered,
          }): ResolutionEffect => ({
            resolution,
            refusal,
            entries: entries.map((entry) => ({ ...entry, amount: Number(entry.amount) })),
            status,
            correction:
              correction === null
                ? null
                : {
                    direction: correction.direction,
                    amount: ugxToJson(correction.amount),
                    fee_amount: ugxToJson(correction.feeAmount),
                    net_amount: ugxToJson(correction.netAmount),
                  },
            balance_change: Number(balanceChange),
            events,
            is_delivered: isDelivered,
          }),
        ),
      );
    },
  );
}

function readEvidence(api: DashboardApi, { records }: DashboardParts): void {
  api.get(
    '/platform/reviews/:caseId/evidence',
    {
      schema: {
        summary: 'The calls of the operator about the transaction of a case, masked, for as long as they are kept',
        params: caseParams,
      },
      config: { right: 'reviews.read' },
    },
    async (request, reply) => {
      const found = await findCase(records, request.params.caseId);
      if (found === null) throw notFound();
      const { transaction } = found;
      const kept = transaction === null ? { calls: [], leftOut: 0 } : await readOperatorCalls(records, transaction);
      const evidence: CaseEvidence = {
        calls: kept.calls.map(
          ({ operator: _operator, simulated: _simulated, send_no: _sendNo, duration_ms: _, ...call }) => call,
        ),
        left_out: kept.leftOut,
      };
      sendData(reply, 'Evidence retrieved.', evidence);
    },
  );
}

function proposeResolutionRoute(api: DashboardApi, { pool, records, settings }: DashboardParts): void {
  api.post(
    '/platform/reviews/:caseId/proposal',
    {
      schema: { summary: 'Propose a resolution of a case', params: caseParams, body: proposedEnd },
      config: { right: 'reviews.resolve' },
    },
    async (request, reply) => {
      const { caseId: reviewCaseId } = request.params;
      const { resolution, reason, client_id: clientId = null } = request.body;
      const { found } = await findReviewCase(records, reviewCaseId, settings);
      await proposeFittingResolution(pool, found, { resolution, reason, clientId, actor: actorOf(request) });
      sendData(
        reply,
        'Proposed. Another person must confirm it.',
        (await findReviewCase(records, reviewCaseId, settings)).object,
      );
    },
  );
}

/** How a case is to be resolved: what one person proposes, and what the other has seen and confirms. */
const proposedEnd = Type.Object({
  resolution: Type.Enum(Object.keys(meaningOfResolution) as (keyof typeof meaningOfResolution)[]),
  client_id: Type.Optional(
    Type.Union([positiveId('The number of a client.'), Type.Null()], {
      description: 'The client that is credited or charged for a payment without a transaction.',
      sentence: 'client_id must be the number of a client.',
    }),
  ),
  reason: noteOf(500, 'Shown to the client if its balance changes.', 'The reason must have 1 to 500 characters.'),
});

/** The body repeats what the person has seen: an end that was proposed anew in the meantime is not confirmed with it. */
function confirmResolutionRoute(api: DashboardApi, { pool, records, settings, money }: DashboardParts): void {
  api.post(
    '/platform/reviews/:caseId/confirm',
    {
      schema: {
        summary: 'Confirm the resolution of a case, as a second person',
        params: caseParams,
        body: proposedEnd,
      },
      config: { right: 'reviews.resolve', stepUp: 'always' },
    },
    async (request, reply) => {
      const { caseId } = request.params;
      const { resolution, reason, client_id: clientId = null } = request.body;
      const actor = actorOf(request);
      const { found, proposal } = await findReviewCase(records, caseId, settings);
      if (found.resolved !== null || proposal === null) throw refusalOf({ code: 'case_not_open' });
      if (proposal.resolution !== resolution || proposal.reason !== reason || proposal.clientId !== clientId) {
        throw refusalOf({ code: 'proposal_gone' });
      }
      const submit = (command: Parameters<typeof write>[1]) => write(money, command);
      const { by: maker, atMs: proposedAtMs } = proposal;
      const { transaction } = found;
      const shown = {
        kind: found.kind,
        found: found.found,
        mode: found.mode,
        transaction:
          transaction === null
            ? null
            : {
                reference: referenceOf(transaction.type, transaction.createdAtMs, transaction.transactionId),
                amount: ugxToJson(transaction.amount),
                phone: transaction.counterpartyPhone,
                name: transaction.counterpartyName,
              },
        resolution,
        reason,
        client_id: clientId,
        proposed_by: maker,
      };
      const confirmed = await takeConfirmation(pool, { found, proposal, actor, shown, settings });
      if (confirmed.is === 'first') {
        const { object } = await findReviewCase(records, caseId, settings);
        return sendData(reply, 'Confirmed. Another person must confirm it too.', object);
      }
      const { approver, firstApprover } = confirmed;
      if (maker === approver) throw refusalOf({ code: 'approver_is_maker' });
      const decision = { resolution, reason, clientId, maker, approver, firstApprover, actor, shown, proposedAtMs };
      await resolveCase({ pool, records, submit }, found, decision);
      sendData(reply, 'The case is resolved.', (await findReviewCase(records, caseId, settings)).object);
    },
  );
}

function withdrawProposalRoute(api: DashboardApi, { pool, records, settings }: DashboardParts): void {
  api.delete(
    '/platform/reviews/:caseId/proposal',
    {
      schema: { summary: 'Withdraw or reject a proposed resolution', params: caseParams },
      config: { right: 'reviews.resolve', stepUp: 'always' },
    },
    async (request, reply) => {
      const { caseId: reviewCaseId } = request.params;
      const actor = actorOf(request);
      await inDatabaseTransaction(pool, async (db) => {
        const proposal = await withdrawProposal(db, reviewCaseId);
        if (proposal === null) throw notFound();
        await recordAudit(db, {
          actor,
          action: 'review_case.proposal_withdrawn',
          subject: `review case ${reviewCaseId}`,
          details: { resolution: proposal.resolution, reason: proposal.reason, proposed_by: proposal.by },
        });
      });
      sendData(reply, 'The proposal was withdrawn.', (await findReviewCase(records, reviewCaseId, settings)).object);
    },
  );
}
