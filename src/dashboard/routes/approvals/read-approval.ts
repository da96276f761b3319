import { sendData } from '../../../http/answer.ts';
import { clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { transactionParams } from '../transactions/read-transaction.ts';
import { approvalFor, waitingPayment } from './approval.ts';

export function readApproval(api: DashboardApi, { pool }: DashboardServices): void {
  api.get(
    `${clientPath}/approvals/:transactionId`,
    {
      schema: { summary: 'One payment that waits for a second person', params: transactionParams },
      config: { right: 'approvals.read' },
    },
    async (request, reply) => {
      const payment = await waitingPayment(pool, deskCallerOf(request), request.params.transactionId);
      sendData(reply, 'Approval retrieved.', approvalFor(request, payment));
    },
  );
}
