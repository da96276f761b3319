import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { isRehearsal } from '../../access/live-mode.ts';
import { mayAtClient } from '../../access/people/rights.ts';
import {
  admitApprover,
  dependenceOf,
  readTies,
  type SecondPersonSettings,
  type Tie,
} from '../../access/second-person.ts';
import {
  digestOfShown,
  listWaitingPayments,
  makersOf,
  readWaitingPayment,
  shownPayment,
  type WaitingPayment,
} from '../../approvals/approvals.ts';
import { approveTransaction, rejectTransaction, submitDecision } from '../../approvals/decide-approval.ts';
import { isMaker } from '../../ledger/commands/decide-approval.ts';
import type { Mode } from '../../ledger/transaction.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { invalidField } from '../../refusal.ts';
import { sendData, sendPage } from '../response.ts';
import { approvalDecisionObject } from '../schemas/approval.ts';
import { idCursor, pageLimit, pageLimitDefault } from '../schemas/id.ts';
import { lineOf } from '../schemas/text.ts';
import type { Approval, Decided } from './schemas/approvals.ts';
import { clientParams, clientPath, type DashboardApi, type DashboardParts } from './server/api.ts';
import { actorOf, clientCallerOf, clientContextOf, staffContextOf } from './server/context.ts';
import { transactionParams } from './transactions.ts';

/** Payments of a client that wait for a second person. */
export function registerApprovalRoutes(api: DashboardApi, parts: DashboardParts): void {
  listApprovals(api, parts);
  readApproval(api, parts);
  approve(api, parts);
  reject(api, parts);
}

const querystring = Type.Object({
  limit: Type.Optional(pageLimit),
  cursor: Type.Optional(idCursor),
});

function listApprovals(api: DashboardApi, { pool, settings }: DashboardParts): void {
  api.get(
    `${clientPath}/approvals`,
    {
      schema: {
        summary: 'Payments that wait for a second person, oldest first',
        params: Type.Object(clientParams),
        querystring,
      },
      config: { right: 'approvals.read' },
    },
    async (request, reply) => {
      const { limit = pageLimitDefault, cursor = '0' } = request.query;
      const { walletId } = clientCallerOf(request);
      const found = await listWaitingPayments(pool, walletId, { after: Number(cursor), limit: limit + 1 });
      const has_more = found.length > limit;
      const shownTo = await viewerOf(request, found, pool, settings);
      const data = found.slice(0, limit).map((payment) => approvalFor(shownTo, payment));
      const next_cursor = has_more ? String(data.at(-1)?.transaction_id) : null;
      sendPage(reply, 'Approvals retrieved.', { data, pagination: { next_cursor, has_more } });
    },
  );
}

/** A person to whom payments are shown, with what decides whether they may approve them. */
interface Viewer {
  readonly email: string;
  readonly mode: Mode;
  readonly mayDecide: boolean;
  readonly ties: readonly Tie[];
  readonly settings: SecondPersonSettings;
  readonly isRehearsal: boolean;
}

async function viewerOf(
  request: FastifyRequest,
  payments: readonly WaitingPayment[],
  db: Queryable,
  settings: SecondPersonSettings,
): Promise<Viewer> {
  const { roles, mode } = clientContextOf(request);
  const { email } = staffContextOf(request).person;
  const mayDecide = mayAtClient(roles, 'approvals.decide', mode);
  const ties = mode === 'live' && mayDecide ? await readTies(db, [email, ...payments.flatMap(makersOf)]) : [];
  return { email, mode, mayDecide, ties, settings, isRehearsal: await isRehearsal(db, settings) };
}

/** A payment that waits for approval, as this person sees it. */
function approvalFor(
  { email, mode, mayDecide, ties, settings, isRehearsal }: Viewer,
  payment: WaitingPayment,
): Approval {
  const shown = shownPayment(payment);
  const is_maker = isMaker(payment, email, mode);
  const dependence = dependenceOf(makersOf(payment), email, ties, settings.secondPersonAfterMs);
  const not_independent = dependence === 'same_person' || isRehearsal ? null : dependence;
  const isAnother = isRehearsal || (!is_maker && payment.firstApprover !== email && not_independent === null);
  return {
    ...shown,
    shown: digestOfShown(shown),
    is_maker,
    not_independent,
    may_approve: mayDecide && isAnother,
    may_reject: mayDecide,
  };
}

function readApproval(api: DashboardApi, { pool, records, settings }: DashboardParts): void {
  api.get(
    `${clientPath}/approvals/:transactionId`,
    {
      schema: { summary: 'One payment that waits for a second person', params: transactionParams },
      config: { right: 'approvals.read' },
    },
    async (request, reply) => {
      const payment = await readWaitingPayment(records, clientCallerOf(request).walletId, request.params.transactionId);
      sendData(reply, 'Approval retrieved.', approvalFor(await viewerOf(request, [payment], pool, settings), payment));
    },
  );
}

const approveBody = Type.Object({
  shown: Type.String({ minLength: 1, maxLength: 100, description: 'The digest of the payment as it was shown.' }),
});

/** Approves a payment exactly as it was shown to the approver. */
function approve(api: DashboardApi, parts: DashboardParts): void {
  api.post(
    `${clientPath}/approvals/:transactionId/approve`,
    {
      schema: { summary: 'Approve a payment as a second person', params: transactionParams, body: approveBody },
      config: { right: 'approvals.decide', stepUp: 'live' },
    },
    async (request, reply) => {
      const caller = clientCallerOf(request);
      const payment = await readWaitingPayment(parts.records, caller.walletId, request.params.transactionId);
      const shown = shownPayment(payment);
      if (digestOfShown(shown) !== request.body.shown) {
        throw invalidField('shown', 'The payment has changed; read it again before you approve it.');
      }
      const { email } = staffContextOf(request).person;
      const pair = { mode: caller.mode, makers: makersOf(payment), approver: email };
      // A repeated first approval changes nothing.
      const isRepeated = payment.firstApprover === email && !(await isRehearsal(parts.pool, parts.settings));
      const approver = isRepeated ? email : await admitApprover(parts.pool, pair, parts.settings);
      const decider = { approver, actor: actorOf(request), firstApproverSeen: payment.firstApprover, shown };
      const submit = submitDecision(parts.money, caller.mode);
      const transaction = await approveTransaction(submit, payment.transaction, decider);
      const message =
        transaction.status === 'pending'
          ? 'Approved. Another person must approve this payment too.'
          : 'Approved. The payment is being sent.';
      sendData(reply, message, approvalDecisionObject(transaction) satisfies Decided);
    },
  );
}

const rejectBody = Type.Object({
  reason: lineOf(255, 'The reason, shown to the person who requested it.'),
});

/** Stops a payment; its maker may do so as well. */
function reject(api: DashboardApi, parts: DashboardParts): void {
  api.post(
    `${clientPath}/approvals/:transactionId/reject`,
    {
      schema: { summary: 'Reject a payment, with a reason', params: transactionParams, body: rejectBody },
      config: { right: 'approvals.decide', stepUp: 'live' },
    },
    async (request, reply) => {
      const caller = clientCallerOf(request);
      const payment = await readWaitingPayment(parts.records, caller.walletId, request.params.transactionId);
      const { email } = staffContextOf(request).person;
      const transaction = await rejectTransaction(
        submitDecision(parts.money, caller.mode),
        payment.transaction,
        { approver: email, actor: actorOf(request) },
        request.body.reason.trim(),
      );
      sendData(
        reply,
        'Rejected. The money was returned to the wallet.',
        approvalDecisionObject(transaction) satisfies Decided,
      );
    },
  );
}
