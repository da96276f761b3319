import { Type } from 'typebox';
import { amountOf, payoutBounds } from '../../../http/schemas/amount.ts';
import { descriptionText, phoneOf } from '../../../http/schemas/text.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import type { DashboardServices } from '../../services.ts';
import { moveByForm } from './move-by-form.ts';
import { shownFee } from './shown-fee.ts';

const path = `${clientPath}/send-money`;

const body = Type.Object({
  recipient_phone: phoneOf('Who gets it.'),
  amount: amountOf(payoutBounds, 'What the recipient gets; what leaves the wallet when sender_pays_fee is false.'),
  description: Type.Optional(descriptionText),
  sender_pays_fee: Type.Optional(Type.Boolean({ default: true, description: 'Whether the fee comes on top.' })),
  fee_amount: shownFee,
});

export function sendMoneyRoute(api: DashboardApi, services: DashboardServices): void {
  api.post(
    path,
    {
      schema: { summary: 'Send money to a phone number', params: Type.Object(clientParams), body },
      config: { right: 'money.move' },
    },
    async (request, reply) => {
      const { body } = request;
      await moveByForm(services, request, reply, path, (caller, form, onTaken) =>
        services.wallet.sendMoney(caller, body, form, onTaken, body.fee_amount),
      );
    },
  );
}
