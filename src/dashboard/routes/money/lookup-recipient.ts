import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import { phoneOf } from '../../../http/schemas/text.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';

export function lookupRecipient(api: DashboardApi, { wallet }: DashboardServices): void {
  api.get(
    `${clientPath}/lookup`,
    {
      schema: {
        summary: 'Whose phone number it is, before money is sent',
        params: Type.Object(clientParams),
        querystring: Type.Object({
          phone: phoneOf('The number.'),
          operation: Type.Optional(
            Type.Enum(['send_money', 'withdrawal', 'collection'], {
              default: 'send_money',
              description:
                'A withdrawal reaches mobile money, and a collection comes from there, also where the phone has a wallet.',
            }),
          ),
        }),
      },
      config: { right: 'money.move' },
    },
    async (request, reply) => {
      const { phone, operation = 'send_money' } = request.query;
      const destination = operation === 'send_money' ? 'wallet_or_mobile_money' : 'mobile_money';
      sendData(reply, 'Phone number looked up.', await wallet.lookupPhone(deskCallerOf(request), phone, destination));
    },
  );
}
