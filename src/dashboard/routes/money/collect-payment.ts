import { Type } from 'typebox';
import { sendMoneyAnswer } from '../../../http/money-answer.ts';
import { noteTaken } from '../../../http/money-route.ts';
import { amountOf, collectionBounds } from '../../../http/schemas/amount.ts';
import { descriptionText, phoneOf, textOf } from '../../../http/schemas/text.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import { formKeyOf } from '../../idempotency.ts';
import type { DashboardServices } from '../../services.ts';

const path = `${clientPath}/collect-payment`;

const body = Type.Object({
  customer_phone: phoneOf('Who is asked to pay.'),
  amount: amountOf(collectionBounds, 'What the customer pays; the fee comes out of it.'),
  description: Type.Optional(descriptionText),
  customer_name: Type.Optional(textOf(120, 'The customer, as you know them.', 'Nakato Sarah')),
});

export function collectPaymentRoute(api: DashboardApi, services: DashboardServices): void {
  api.post(
    path,
    {
      schema: { summary: 'Ask a customer to pay', params: Type.Object(clientParams), body },
      config: { right: 'money.move' },
    },
    async (request, reply) => {
      const caller = deskCallerOf(request);
      const form = formKeyOf(request, path);
      const answer = await services.wallet.collectPayment(caller, request.body, form, noteTaken(reply));
      await sendMoneyAnswer(services, request, reply, form, answer, caller);
    },
  );
}
