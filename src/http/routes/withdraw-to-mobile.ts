import { Type } from 'typebox';
import { callerOf } from '../answer.ts';
import type { Api } from '../api.ts';
import type { Deadlines } from '../deadline.ts';
import { sendMoneyAnswer } from '../money-answer.ts';
import { beginMoving, noteTaken, withdrawalFailures } from '../money-route.ts';
import { amountOf, payoutBounds } from '../schemas/amount.ts';
import { envelopeOf } from '../schemas/envelope.ts';
import { withdrawal } from '../schemas/payout.ts';
import { descriptionText, phoneOf } from '../schemas/text.ts';
import type { HttpServices } from '../services.ts';

const withdrawalRequest = Type.Object({
  phone: phoneOf('The mobile-money account that gets it.'),
  amount: amountOf(payoutBounds, 'What the destination gets.'),
  description: Type.Optional(descriptionText),
});

export function withdrawToMobile(api: Api, services: HttpServices, deadlines: Deadlines): void {
  api.post(
    '/wallet/withdraw/mobile',
    {
      schema: {
        operationId: 'withdrawToMobile',
        summary: 'Withdraw to a mobile-money account',
        description: 'The destination gets the amount; the fee comes on top.',
        tags: ['Wallet'],
        body: withdrawalRequest,
      },
      config: {
        access: { limit: 'withdrawal', permissions: ['wallet:withdraw'] },
        answer: envelopeOf(withdrawal, 'Withdrawal accepted.'),
        failures: withdrawalFailures,
        idempotent: true,
      },
    },
    async (request, reply) => {
      const idempotent = beginMoving(request, reply, '/api/v1/wallet/withdraw/mobile', deadlines);
      const answer = await services.wallet.withdrawToMobile(
        callerOf(request),
        request.body,
        idempotent,
        noteTaken(reply),
      );
      await sendMoneyAnswer(services, request, reply, idempotent, answer);
    },
  );
}
