import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { sendData } from '../../../../http/answer.ts';
import { bodyMayTake } from '../../../../http/slow-body.ts';
import { columnsOf } from '../../../../settlement/reconcile/columns.ts';
import { columnsOfMapping, readMapping } from '../../../../settlement/reconcile/mapped-columns.ts';
import { previewStatement } from '../../../../settlement/reconcile/preview.ts';
import { NotText } from '../../../../settlement/reconcile/read-lines.ts';
import { invalidField } from '../../../../wallet/refusal.ts';
import { WorkbookUnreadable } from '../../../../workbook/workbook.ts';
import type { DashboardApi } from '../../../api.ts';
import { asSentence } from '../../../as-sentence.ts';
import type { DashboardServices } from '../../../services.ts';
import { statementOperator } from './statement-columns.ts';
import { keepUpload, statementBodyBytesMax, uploadTimeMs } from './uploaded-file.ts';

/** The first lines of a statement whose columns a person is about to map; nothing is kept of it. */
export function previewStatementRoute(uploads: DashboardApi, { pool }: DashboardServices): void {
  uploads.post(
    '/platform/reconciliation/preview',
    {
      schema: {
        summary: 'The first lines of a statement, which column is probably what, and the mapping that is remembered',
        description: 'Of a CSV file its beginning is enough; an Excel workbook is needed whole.',
        querystring: Type.Object({ operator: statementOperator }),
      },
      config: { right: 'reconciliation.run' },
      bodyLimit: statementBodyBytesMax,
      onRequest: bodyMayTake(uploadTimeMs),
    },
    async (request, reply) => {
      if (!(request.body instanceof Readable)) throw invalidField('file', 'Send the statement as text/csv.');
      const { operator } = request.query;
      const file = await keepUpload(request.body);
      try {
        const remembered = await readMapping(pool, operator);
        const mapped = remembered === null ? null : columnsOfMapping(operator, remembered);
        const preview = await previewStatement(file.path, columnsOf[operator], mapped);
        sendData(reply, 'Statement read.', { ...preview, remembered });
      } catch (error) {
        if (error instanceof NotText || error instanceof WorkbookUnreadable) {
          throw invalidField('file', asSentence(error.message));
        }
        throw error;
      } finally {
        await file.remove();
      }
    },
  );
}
