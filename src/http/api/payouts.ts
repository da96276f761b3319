import { Type } from 'typebox';
import { type RateLimiter, rateLimitOf } from '../../access/rate-limits.ts';
import { type Api, callerOf, principalOf } from '../api.ts';
import type { Deadlines } from '../deadline.ts';
import { countOtherPayments } from '../guard.ts';
import { type MoneyRouteParts, sendMoneyAnswer } from '../money-answer.ts';
import { batchFailures, beginMoving, noteTaken, sendMoneyFailures, withdrawalFailures } from '../money-route.ts';
import { envelopeOf } from '../schemas/envelope.ts';
import {
  batch,
  batchBodyBytesMax,
  batchRequest,
  sendMoneyFields,
  sentMoney,
  withdrawal,
  withdrawalFields,
} from '../schemas/payout.ts';
import { namedQuote } from '../schemas/quote.ts';

/** What the routes of payments call. */
export interface PayoutRouteParts extends MoneyRouteParts {
  readonly rateLimiter: Pick<RateLimiter, 'hit'>;
}

/** Payments out of the wallet. */
export function registerPayoutRoutes(api: Api, parts: PayoutRouteParts, deadlines: Deadlines): void {
  sendMoney(api, parts, deadlines);
  sendBatch(api, parts, deadlines);
  withdrawToMobile(api, parts, deadlines);
}

function sendMoney(api: Api, parts: MoneyRouteParts, deadlines: Deadlines): void {
  api.post(
    '/wallet/send-money',
    {
      schema: {
        operationId: 'sendMoney',
        summary: 'Send money to a phone number',
        description: 'At once to the wallet with that phone in this service, otherwise to mobile money.',
        tags: ['Wallet'],
        body: Type.Object({ ...sendMoneyFields, quote_id: namedQuote }),
      },
      config: {
        access: { limit: 'send_money', permissions: ['wallet:send'] },
        response: envelopeOf(sentMoney, 'Money sent.'),
        failures: sendMoneyFailures,
        idempotent: true,
      },
    },
    async (request, reply) => {
      const idempotent = beginMoving(request, reply, '/api/v1/wallet/send-money', deadlines);
      const { body } = request;
      const answer = await parts.wallet.sendMoney(callerOf(request), body, idempotent, noteTaken(reply), {
        quoteId: body.quote_id,
      });
      await sendMoneyAnswer(parts, request, reply, idempotent, answer);
    },
  );
}

function sendBatch(api: Api, parts: PayoutRouteParts, deadlines: Deadlines): void {
  const path = '/wallet/batches';
  api.post(
    path,
    {
      schema: {
        operationId: 'sendBatch',
        summary: 'Make up to 256 payments together, all or none',
        description:
          'Every recipient must have a wallet of this service. If one payment cannot be made, none is, and the errors name it, such as ' +
          '`payments[2].recipient_phone`. Limits and budgets look at the sum as if it were one payment; one that needs approval is refused. Each ' +
          "payment counts against the key's rate limit of payments.",
        tags: ['Wallet'],
        body: batchRequest,
      },
      config: {
        access: { limit: 'send_money', permissions: ['wallet:send'] },
        response: envelopeOf(batch, 'All 2 payments were made.'),
        failures: batchFailures,
        idempotent: true,
      },
      bodyLimit: batchBodyBytesMax,
    },
    async (request, reply) => {
      const idempotent = beginMoving(request, reply, `/api/v1${path}`, deadlines);
      const principal = principalOf(request);
      await countOtherPayments(parts.rateLimiter, principal, reply, request.body.payments.length);
      const paymentsMax = rateLimitOf('send_money', principal);
      const answer = await parts.wallet.sendBatch(principal, request.body, idempotent, paymentsMax);
      await sendMoneyAnswer(parts, request, reply, idempotent, answer);
    },
  );
}

function withdrawToMobile(api: Api, parts: MoneyRouteParts, deadlines: Deadlines): void {
  api.post(
    '/wallet/withdraw/mobile',
    {
      schema: {
        operationId: 'withdrawToMobile',
        summary: 'Withdraw to a mobile-money account',
        description: 'The destination gets the amount; the fee comes on top.',
        tags: ['Wallet'],
        body: Type.Object({ ...withdrawalFields, quote_id: namedQuote }),
      },
      config: {
        access: { limit: 'withdrawal', permissions: ['wallet:withdraw'] },
        response: envelopeOf(withdrawal, 'Withdrawal accepted.'),
        failures: withdrawalFailures,
        idempotent: true,
      },
    },
    async (request, reply) => {
      const idempotent = beginMoving(request, reply, '/api/v1/wallet/withdraw/mobile', deadlines);
      const { body } = request;
      const answer = await parts.wallet.withdrawToMobile(callerOf(request), body, idempotent, noteTaken(reply), {
        quoteId: body.quote_id,
      });
      await sendMoneyAnswer(parts, request, reply, idempotent, answer);
    },
  );
}
