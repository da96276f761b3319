import { Type } from 'typebox';
import { amountOf, collectionBounds } from '../../../http/schemas/amount.ts';
import { descriptionText, phoneOf, textOf } from '../../../http/schemas/text.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import type { DashboardServices } from '../../services.ts';
import { moveByForm } from './move-by-form.ts';
import { shownFee } from './shown-fee.ts';

const path = `${clientPath}/collect-payment`;

const body = Type.Object({
  customer_phone: phoneOf('Who is asked to pay.'),
  amount: amountOf(collectionBounds, 'What the customer pays; the fee comes out of it.'),
  description: Type.Optional(descriptionText),
  customer_name: Type.Optional(textOf(120, 'The customer, as you know them.', 'Nakato Sarah')),
  fee_amount: shownFee,
});

export function collectPaymentRoute(api: DashboardApi, services: DashboardServices): void {
  api.post(
    path,
    {
      schema: { summary: 'Ask a customer to pay', params: Type.Object(clientParams), body },
      config: { right: 'money.move' },
    },
    async (request, reply) => {
      const { body } = request;
      await moveByForm(services, request, reply, path, (caller, form, onTaken) =>
        services.wallet.collectPayment(caller, body, form, onTaken, body.fee_amount),
      );
    },
  );
}
