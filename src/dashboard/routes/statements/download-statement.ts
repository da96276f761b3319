import { Type } from 'typebox';
import { statementPeriod } from '../../../wallet/statement/days.ts';
import { readStatement, statementRows } from '../../../wallet/statement/statement.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { clientDeskOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { sendFile } from '../exports/send-file.ts';
import { statementQuery } from './statement-query.ts';

export function downloadStatement(api: DashboardApi, { pool, reader }: DashboardServices): void {
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
      const { name, caller } = clientDeskOf(request);
      const { walletId, mode } = caller;
      const statement = await readStatement(reader, walletId, statementPeriod(request.query.from, request.query.to));
      const { fromDay, toDay } = statement.period;
      // What draws it takes 20 MB, which whoever never asks for a statement keeps.
      const { statementPdf } = await import('../../../wallet/statement/statement-pdf.ts');
      const holder = { clientName: name, walletId, mode, madeAtMs: Date.now() };
      return sendFile(pool, request, reply, {
        name: `statement-${walletId}-${fromDay}-${toDay}.pdf`,
        type: 'application/pdf',
        pieces: statementPdf(holder, statement, () => statementRows(reader, statement)),
      });
    },
  );
}
