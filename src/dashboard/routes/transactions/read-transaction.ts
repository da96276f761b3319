import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import { positiveId } from '../../../http/schemas/id.ts';
import type { Transaction } from '../../../ledger/transaction.ts';
import { findTransaction } from '../../../wallet/history.ts';
import { Refusal } from '../../../wallet/refusal.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { clientDeskOf, deskOf } from '../../desk.ts';
import { type ClientRight, mayAtClient } from '../../people/rights.ts';
import type { TransactionTrail } from '../../schemas/transactions.ts';
import type { DashboardServices } from '../../services.ts';
import { readTrail } from './read-trail.ts';

export const transactionParams = Type.Object({
  ...clientParams,
  transactionId: positiveId('The number of the transaction.'),
});

export function readTransactionRoute(api: DashboardApi, { pool }: DashboardServices): void {
  api.get(
    `${clientPath}/transactions/:transactionId`,
    {
      schema: {
        summary: 'One transaction with everything that happened to it',
        description:
          'Requests, and what its operator was sent and said, are shown to those who may see the request log, masked, for ' +
          'as long as they are kept.',
        params: transactionParams,
      },
      config: { right: 'transactions.read' },
    },
    async (request, reply) => {
      const { caller, roles, mode } = clientDeskOf(request);
      const { memberships } = deskOf(request);
      const transaction = await findTransaction(pool, caller.walletId, request.params.transactionId);
      if (transaction === null) throw new Refusal('not_found', 'This wallet has no transaction with that id.');
      const may = (right: ClientRight) => mayAtClient(roles, right, mode);
      const isStaff = memberships.platformRole !== null;
      const trail = await readTrail(pool, transaction, { isStaff, seesRequests: may('requests.read') });
      const answer: TransactionTrail = {
        ...trail,
        can: {
          refund: may('money.move') && isRefundable(transaction) && trail.links.refunded_by.length === 0,
          decide: may('approvals.decide') && transaction.status === 'pending',
        },
      };
      sendData(reply, 'Transaction retrieved.', answer);
    },
  );
}

/** Whether a refund is worth trying; the ledger decides it under the lock. */
function isRefundable({ type, status, operatorAccountId }: Transaction): boolean {
  return type === 'collection' && status === 'completed' && operatorAccountId !== null;
}
