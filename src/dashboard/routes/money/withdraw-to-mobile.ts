import { Type } from 'typebox';
import { amountOf, payoutBounds } from '../../../http/schemas/amount.ts';
import { descriptionText, phoneOf } from '../../../http/schemas/text.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import type { DashboardServices } from '../../services.ts';
import { moveByForm } from './move-by-form.ts';
import { shownFee } from './shown-fee.ts';

const path = `${clientPath}/withdraw/mobile`;

const body = Type.Object({
  phone: phoneOf('The mobile-money account that gets it.'),
  amount: amountOf(payoutBounds, 'What the destination gets.'),
  description: Type.Optional(descriptionText),
  fee_amount: shownFee,
});

export function withdrawToMobileRoute(api: DashboardApi, services: DashboardServices): void {
  api.post(
    path,
    {
      schema: { summary: 'Withdraw to a mobile-money account', params: Type.Object(clientParams), body },
      config: { right: 'money.move' },
    },
    async (request, reply) => {
      const { body } = request;
      await moveByForm(services, request, reply, path, (caller, form, onTaken) =>
        services.wallet.withdrawToMobile(caller, body, form, onTaken, body.fee_amount),
      );
    },
  );
}
