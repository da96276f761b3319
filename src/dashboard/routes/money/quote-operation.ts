import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import { compileQuoteValidator } from '../../../http/routes/quote-fee.ts';
import { phoneOf } from '../../../http/schemas/text.ts';
import { readPayingPower } from '../../../wallet/paying-power.ts';
import { quoteFee } from '../../../wallet/quote-fee.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';

const querystring = Type.Object({
  operation: Type.Enum(['send_money', 'withdrawal', 'collection']),
  amount: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Shillings.' }),
  recipient_phone: Type.Optional(phoneOf('Who would get it; decides between internal and external.')),
  sender_pays_fee: Type.Optional(Type.Boolean({ default: true, description: 'Of send_money.' })),
});

/** What a person is shown before confirming: the cost, what the wallet has, and whether somebody else must approve. */
export function quoteOperation(api: DashboardApi, { money, pool }: DashboardServices): void {
  api.get(
    `${clientPath}/quote`,
    {
      validatorCompiler: compileQuoteValidator,
      schema: { summary: 'What an operation would cost and ask for', params: Type.Object(clientParams), querystring },
      config: { right: 'money.move' },
    },
    async (request, reply) => {
      const { operation } = request.query;
      const caller = deskCallerOf(request);
      const quote = await quoteFee(money, caller, request.query);
      const { available, approvalThreshold } = await readPayingPower(pool, caller.walletId);
      const isPayout = operation !== 'collection';
      sendData(reply, 'Fee calculated.', {
        ...quote,
        available,
        is_affordable: !isPayout || quote.total_deducted <= available,
        requires_approval: isPayout && approvalThreshold !== null && quote.total_deducted >= approvalThreshold,
      });
    },
  );
}
