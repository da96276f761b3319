import { Type } from 'typebox';
import { statementPeriod } from '../../statements/days.ts';
import { readHolder } from '../../statements/holder.ts';
import { issuerOf } from '../../statements/issuer.ts';
import { readStatement, statementRows, sumsBeforeFees } from '../../statements/statement.ts';
import { sendData, setAsOf } from '../response.ts';
import { sendFile } from './send-file.ts';
import { clientParams, clientPath, type DashboardApi, type DashboardParts } from './server/api.ts';
import { clientCallerOf } from './server/context.ts';

/** What came and went in a run of days. */
export function registerStatementRoutes(api: DashboardApi, parts: DashboardParts): void {
  readStatementRoute(api, parts);
  downloadStatement(api, parts);
}

function readStatementRoute(api: DashboardApi, { reads }: DashboardParts): void {
  api.get(
    `${clientPath}/statements`,
    {
      schema: {
        summary: 'The sums of a statement: opening + in - out = closing',
        description:
          'Money in is after fees, money out with fees, as on the home page. Before fees, as the PDF prints them: opening + in - out - fees = closing. ' +
          'Balances include held amounts; a failed payment is not a movement.',
        params: Type.Object(clientParams),
        querystring: statementQuery,
      },
      config: { right: 'transactions.read' },
    },
    async (request, reply) => {
      const { from, to } = request.query;
      const { walletId } = clientCallerOf(request);
      const { value: records, asOf } = reads.long();
      const statement = await readStatement(records, walletId, statementPeriod(from, to));
      const before = sumsBeforeFees(statement);
      setAsOf(reply, asOf);
      sendData(reply, 'Statement added up.', {
        from,
        to,
        opening_balance: Number(statement.opening),
        money_in: Number(statement.moneyIn),
        money_out: Number(statement.moneyOut),
        money_in_before_fees: Number(before.moneyIn),
        money_out_before_fees: Number(before.moneyOut),
        fees: Number(statement.fees),
        closing_balance: Number(statement.closing),
        closing_held: Number(statement.closingHeld),
        row_count: statement.rowCount,
      });
    },
  );
}

const day = (description: string) => Type.String({ description, examples: ['2027-01-31'] });

const statementQuery = Type.Object({
  from: day('The first day, in Kampala.'),
  to: day('The last day, in Kampala; at most a year after the first.'),
});

function downloadStatement(api: DashboardApi, { pool, reads, settings }: DashboardParts): void {
  api.get(
    `${clientPath}/statements/statement.pdf`,
    {
      schema: {
        summary: 'A statement as PDF',
        params: Type.Object(clientParams),
        querystring: statementQuery,
      },
      config: { right: 'transactions.read' },
    },
    async (request, reply) => {
      const caller = clientCallerOf(request);
      const { walletId } = caller;
      const { value: records, asOf } = reads.long();
      const statement = await readStatement(records, walletId, statementPeriod(request.query.from, request.query.to));
      setAsOf(reply, asOf);
      const { fromDay, toDay } = statement.period;
      // The PDF library takes 20 MB, so it is loaded with the first statement.
      const { statementPdf } = await import('../../statements/statement-pdf.ts');
      const madeAtMs = asOf?.getTime() ?? Date.now();
      const holder = await readHolder(pool, caller, { issuer: issuerOf(settings), madeAtMs });
      return sendFile(pool, request, reply, {
        name: `statement-${walletId}-${fromDay}-${toDay}.pdf`,
        type: 'application/pdf',
        pieces: statementPdf(holder, statement, () => statementRows(records, statement)),
      });
    },
  );
}
