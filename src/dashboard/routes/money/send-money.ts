import { Type } from 'typebox';
import { sendMoneyAnswer } from '../../../http/money-answer.ts';
import { noteTaken } from '../../../http/money-route.ts';
import { amountOf, payoutBounds } from '../../../http/schemas/amount.ts';
import { descriptionText, phoneOf } from '../../../http/schemas/text.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import { formKeyOf } from '../../idempotency.ts';
import type { DashboardServices } from '../../services.ts';

const path = `${clientPath}/send-money`;

const body = Type.Object({
  recipient_phone: phoneOf('Who gets it.'),
  amount: amountOf(payoutBounds, 'What the recipient gets; what leaves the wallet when sender_pays_fee is false.'),
  description: Type.Optional(descriptionText),
  sender_pays_fee: Type.Optional(Type.Boolean({ default: true, description: 'Whether the fee comes on top.' })),
});

export function sendMoneyRoute(api: DashboardApi, services: DashboardServices): void {
  api.post(
    path,
    {
      schema: { summary: 'Send money to a phone number', params: Type.Object(clientParams), body },
      config: { right: 'money.move' },
    },
    async (request, reply) => {
      const caller = deskCallerOf(request);
      const form = formKeyOf(request, path);
      const answer = await services.wallet.sendMoney(caller, request.body, form, noteTaken(reply));
      await sendMoneyAnswer(services, request, reply, form, answer, caller);
    },
  );
}
