import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import { payoutBounds } from '../../../http/schemas/amount.ts';
import { checkBulk } from '../../../wallet/bulk/check-bulk.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { BulkCheckObject } from '../../schemas/bulk-payouts.ts';
import type { DashboardServices } from '../../services.ts';
import { beforeFile, bulkBodyBytesMax, csvText } from './bulk-request.ts';

/** How many problems and duplicates are told one by one. */
const toldMax = 100;

export function checkBulkFile(api: DashboardApi, { pool, money }: DashboardServices): void {
  api.post(
    `${clientPath}/bulk-payouts/check`,
    {
      schema: {
        summary: 'Check a file of payouts row by row; nothing moves and nothing is kept',
        params: Type.Object(clientParams),
        body: Type.Object({ csv: csvText }),
      },
      config: { right: 'money.move' },
      bodyLimit: bulkBodyBytesMax,
      onRequest: beforeFile,
    },
    async (request, reply) => {
      const check = await checkBulk(pool, money, deskCallerOf(request), request.body.csv, payoutBounds);
      const total = check.amount + check.fees;
      sendData(reply, 'File checked.', {
        row_count: check.rows.length,
        amount: check.amount,
        fees: check.fees,
        total_deducted: total,
        available: check.available,
        is_affordable: total <= check.available,
        is_frozen: check.frozen,
        requires_approval: check.needsApproval,
        problems: check.problems.slice(0, toldMax),
        problem_count: check.problems.length,
        duplicates: check.duplicates
          .slice(0, toldMax)
          .map(({ line, sameAsLine, phone, amount }) => ({ line, same_as_line: sameAsLine, phone, amount })),
        duplicate_count: check.duplicates.length,
      } satisfies BulkCheckObject);
    },
  );
}
