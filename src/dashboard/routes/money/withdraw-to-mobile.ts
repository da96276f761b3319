import { Type } from 'typebox';
import { sendMoneyAnswer } from '../../../http/money-answer.ts';
import { noteTaken } from '../../../http/money-route.ts';
import { amountOf, payoutBounds } from '../../../http/schemas/amount.ts';
import { descriptionText, phoneOf } from '../../../http/schemas/text.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import { formKeyOf } from '../../idempotency.ts';
import type { DashboardServices } from '../../services.ts';

const path = `${clientPath}/withdraw/mobile`;

const body = Type.Object({
  phone: phoneOf('The mobile-money account that gets it.'),
  amount: amountOf(payoutBounds, 'What the destination gets.'),
  description: Type.Optional(descriptionText),
});

export function withdrawToMobileRoute(api: DashboardApi, services: DashboardServices): void {
  api.post(
    path,
    {
      schema: { summary: 'Withdraw to a mobile-money account', params: Type.Object(clientParams), body },
      config: { right: 'money.move' },
    },
    async (request, reply) => {
      const caller = deskCallerOf(request);
      const form = formKeyOf(request, path);
      const answer = await services.wallet.withdrawToMobile(caller, request.body, form, noteTaken(reply));
      await sendMoneyAnswer(services, request, reply, form, answer, caller);
    },
  );
}
