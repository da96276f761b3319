import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import { payoutBounds } from '../../../http/schemas/amount.ts';
import { openBulkPayout } from '../../../wallet/bulk/open-bulk-payout.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import { formKeyOf } from '../../idempotency.ts';
import type { DashboardServices } from '../../services.ts';
import { bulkPayoutObject } from './bulk-payout-object.ts';
import { beforeFile, bulkBodyBytesMax, csvText } from './bulk-request.ts';

const path = `${clientPath}/bulk-payouts`;

const body = Type.Object({
  name: Type.String({ pattern: '^(?=.*\\S)[^\\u0000-\\u001F\\u007F-\\u009F]{1,120}$', examples: ['Wages, March'] }),
  csv: csvText,
  total_deducted: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description:
      'What the check said would leave the wallet, in shillings. Refused when it would be something else now.',
  }),
  ask_approval: Type.Optional(Type.Boolean({ description: 'Wait for another person also below the threshold.' })),
});

export function createBulkPayout(api: DashboardApi, { pool, money, bulkPayouts }: DashboardServices): void {
  api.post(
    path,
    {
      schema: { summary: 'Make a bulk payout of a file', params: Type.Object(clientParams), body },
      config: { right: 'money.move' },
      bodyLimit: bulkBodyBytesMax,
      onRequest: beforeFile,
    },
    async (request, reply) => {
      const form = formKeyOf(request, path);
      const bulk = await openBulkPayout(pool, money, deskCallerOf(request), request.body, form, payoutBounds);
      bulkPayouts.wake();
      sendData(reply, 'The bulk payout was made.', bulkPayoutObject(bulk));
    },
  );
}
