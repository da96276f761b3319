import { Type } from 'typebox';
import { callerOf } from '../answer.ts';
import type { Api } from '../api.ts';
import type { Deadlines } from '../deadline.ts';
import { sendMoneyAnswer } from '../money-answer.ts';
import { beginMoving, noteTaken, sendMoneyFailures, withdrawalFailures } from '../money-route.ts';
import { amountOf, payoutBounds } from '../schemas/amount.ts';
import { envelopeOf } from '../schemas/envelope.ts';
import { sentMoney, withdrawal } from '../schemas/payout.ts';
import { descriptionText, phoneOf } from '../schemas/text.ts';
import type { HttpServices } from '../services.ts';

const sendMoneyRequest = Type.Object({
  recipient_phone: phoneOf('The recipient.'),
  amount: amountOf(
    payoutBounds,
    'The amount that the recipient receives, or the amount that leaves the wallet when sender_pays_fee is false.',
  ),
  description: Type.Optional(descriptionText),
  sender_pays_fee: Type.Optional(Type.Boolean({ default: true, description: 'Whether the fee comes on top.' })),
});

export function sendMoney(api: Api, services: HttpServices, deadlines: Deadlines): void {
  api.post(
    '/wallet/send-money',
    {
      schema: {
        operationId: 'sendMoney',
        summary: 'Send money to a phone number',
        description: 'At once to the wallet with that phone in this service, otherwise to mobile money.',
        tags: ['Wallet'],
        body: sendMoneyRequest,
      },
      config: {
        access: { limit: 'send_money', permissions: ['wallet:send'] },
        answer: envelopeOf(sentMoney, 'Money sent.'),
        failures: sendMoneyFailures,
        idempotent: true,
      },
    },
    async (request, reply) => {
      const idempotent = beginMoving(request, reply, '/api/v1/wallet/send-money', deadlines);
      const answer = await services.wallet.sendMoney(callerOf(request), request.body, idempotent, noteTaken(reply));
      await sendMoneyAnswer(services, request, reply, idempotent, answer);
    },
  );
}

const withdrawalRequest = Type.Object({
  phone: phoneOf('The mobile-money account that gets it.'),
  amount: amountOf(payoutBounds, 'The amount that the destination receives.'),
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
