import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import { statementPeriod } from '../../../wallet/statement/days.ts';
import { readStatement } from '../../../wallet/statement/statement.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { statementQuery } from './statement-query.ts';

export function readStatementRoute(api: DashboardApi, { reader }: DashboardServices): void {
  api.get(
    `${clientPath}/statements`,
    {
      schema: {
        summary: 'The sums of a statement: opening + in - out = closing',
        description:
          'Money in is after fees, money out with fees, as on the home page. Balances contain what is held; a payment that failed moved nothing.',
        params: Type.Object(clientParams),
        querystring: statementQuery,
      },
      config: { right: 'transactions.read' },
    },
    async (request, reply) => {
      const { from, to } = request.query;
      const { walletId } = deskCallerOf(request);
      const statement = await readStatement(reader, walletId, statementPeriod(from, to));
      sendData(reply, 'Statement added up.', {
        from,
        to,
        opening_balance: Number(statement.opening),
        money_in: Number(statement.moneyIn),
        money_out: Number(statement.moneyOut),
        fees: Number(statement.fees),
        closing_balance: Number(statement.closing),
        closing_held: Number(statement.closingHeld),
        row_count: statement.rowCount,
      });
    },
  );
}
