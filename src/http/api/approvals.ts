import { Type } from 'typebox';
import type { ApprovalOperations } from '../../approvals/operations.ts';
import { type Access, type Api, callerOf, placedCallerOf } from '../api.ts';
import type { Deadlines } from '../deadline.ts';
import { sendData, sendPage } from '../response.ts';
import {
  approvalDecision,
  approvalDecisionObject,
  approvalSchema,
  approveFields,
  rejectFields,
} from '../schemas/approval.ts';
import { envelopeOf, pageOf } from '../schemas/envelope.ts';
import { idCursor, pageLimit, pageLimitDefault, positiveId } from '../schemas/id.ts';

const path = '/approvals';
const tags = ['Approvals'];
const params = Type.Object({ transactionId: positiveId('The id of the transaction.') });
const readAccess: Access = { limit: 'approvals', permissions: ['approvals:read'] };
const decideAccess: Access = { limit: 'approvals', permissions: ['approvals:decide'] };

/** Payments that wait for a second person. */
export function registerApprovalRoutes(api: Api, approvals: ApprovalOperations, deadlines: Deadlines): void {
  listApprovals(api, approvals);
  readApproval(api, approvals);
  approvePayment(api, approvals, deadlines);
  rejectPayment(api, approvals, deadlines);
}

function listApprovals(api: Api, approvals: ApprovalOperations): void {
  const message = 'Approvals retrieved.';
  api.get(
    path,
    {
      schema: {
        operationId: 'listApprovals',
        summary: 'List the payments that wait for a second person, oldest first',
        description:
          'Payments and withdrawals, also those that people made in the dashboard. Bulk payouts are not among them.',
        tags,
        querystring: Type.Object({ limit: Type.Optional(pageLimit), cursor: Type.Optional(idCursor) }),
      },
      config: { access: readAccess, response: pageOf(approvalSchema, message), failures: ['invalid_request'] },
    },
    async (request, reply) => {
      const { limit = pageLimitDefault, cursor = '0' } = request.query;
      const found = await approvals.list(callerOf(request), { after: Number(cursor), limit: limit + 1 });
      const data = found.slice(0, limit);
      const has_more = found.length > limit;
      sendPage(reply, message, {
        data,
        pagination: { has_more, next_cursor: has_more ? String(data.at(-1)?.transaction_id) : null },
      });
    },
  );
}

function readApproval(api: Api, approvals: ApprovalOperations): void {
  const message = 'Approval retrieved.';
  api.get(
    `${path}/:transactionId`,
    {
      schema: {
        operationId: 'readApproval',
        summary: 'Read one payment that waits for a second person',
        tags,
        params,
      },
      config: {
        access: readAccess,
        response: envelopeOf(approvalSchema, message),
        failures: ['not_found', 'not_pending', 'history_unavailable'],
      },
    },
    async (request, reply) => {
      sendData(reply, message, await approvals.read(callerOf(request), request.params.transactionId));
    },
  );
}

function approvePayment(api: Api, approvals: ApprovalOperations, deadlines: Deadlines): void {
  const message = 'The payment was approved.';
  api.post(
    `${path}/:transactionId/approve`,
    {
      schema: {
        operationId: 'approvePayment',
        summary: 'Approve a payment as a second person',
        description:
          'With live money the key acts for the person who created it or rolled it last, who must be another person than each one who made or ' +
          'approved the payment. With test money another key than the one that made it is enough. Approving it again changes nothing.',
        tags,
        params,
        body: Type.Object(approveFields),
      },
      config: {
        access: decideAccess,
        response: envelopeOf(approvalDecision, message),
        failures: [
          'invalid_request',
          'not_found',
          'not_pending',
          'approver_is_maker',
          'second_person_required',
          'wallet_frozen',
          'operator_unavailable',
          'history_unavailable',
          'outcome_unknown',
        ],
      },
    },
    async (request, reply) => {
      deadlines.changing.start(reply);
      const { transactionId } = request.params;
      const transaction = await approvals.approve(placedCallerOf(request), transactionId, request.body.amount);
      const isWaiting = transaction.status === 'pending';
      const sentence = isWaiting ? 'The payment was approved; another person must approve it too.' : message;
      sendData(reply, sentence, approvalDecisionObject(transaction));
    },
  );
}

function rejectPayment(api: Api, approvals: ApprovalOperations, deadlines: Deadlines): void {
  const message = 'The payment was rejected; its money is back in the wallet.';
  api.post(
    `${path}/:transactionId/reject`,
    {
      schema: {
        operationId: 'rejectPayment',
        summary: 'Reject a payment that waits for a second person',
        description: 'The key that made the payment may reject it too. Rejecting it again changes nothing.',
        tags,
        params,
        body: Type.Object(rejectFields),
      },
      config: {
        access: decideAccess,
        response: envelopeOf(approvalDecision, message),
        failures: [
          'invalid_request',
          'not_found',
          'not_pending',
          'second_person_required',
          'history_unavailable',
          'outcome_unknown',
        ],
      },
    },
    async (request, reply) => {
      deadlines.changing.start(reply);
      const { transactionId } = request.params;
      const reason = request.body.reason?.trim() ?? null;
      const transaction = await approvals.reject(placedCallerOf(request), transactionId, reason);
      sendData(reply, message, approvalDecisionObject(transaction));
    },
  );
}
