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
        querystring: Type.Object({ phone: phoneOf('The number.') }),
      },
      config: { right: 'money.move' },
    },
    async (request, reply) => {
      sendData(reply, 'Phone number looked up.', await wallet.lookupPhone(deskCallerOf(request), request.query.phone));
    },
  );
}
