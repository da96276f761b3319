import { Type } from 'typebox';
import { callerOf } from '../answer.ts';
import { type Api, anyKey } from '../api.ts';
import type { Deadlines } from '../deadline.ts';
import { sendMoneyAnswer } from '../money-answer.ts';
import { beginMoving, moneyFailures } from '../money-route.ts';
import { amountOf, shillings, testFundBounds } from '../schemas/amount.ts';
import { envelopeOf } from '../schemas/envelope.ts';
import { moment, nullable } from '../schemas/text.ts';
import type { HttpServices } from '../services.ts';

const fundRequest = Type.Object({
  amount: amountOf(testFundBounds, 'Test shillings to add.'),
});

const funded = Type.Object({
  transaction_id: Type.Integer({ examples: [42] }),
  reference: Type.String({ examples: ['DEP_1781000000_42'] }),
  amount: shillings('What was added.'),
  new_balance: nullable(shillings('The balance after it.')),
  created_at: moment('When it was booked.'),
});

export function fundTestWallet(api: Api, services: HttpServices, deadlines: Deadlines): void {
  api.post(
    '/test/wallet/fund',
    {
      schema: {
        operationId: 'fundTestWallet',
        summary: 'Put test shillings in the wallet',
        description: 'Test mode only: with a live key there is nothing at this address.',
        tags: ['Test mode'],
        body: fundRequest,
      },
      config: {
        access: { limit: 'webhooks', permissions: anyKey, testModeOnly: true },
        answer: envelopeOf(funded, 'Test wallet funded.'),
        failures: [...moneyFailures, 'not_found'],
        idempotent: true,
      },
    },
    async (request, reply) => {
      const idempotent = beginMoving(request, reply, '/api/v1/test/wallet/fund', deadlines);
      const answer = await services.wallet.fundTestWallet(callerOf(request), request.body, idempotent);
      await sendMoneyAnswer(services, request, reply, idempotent, answer);
    },
  );
}
