import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import { invalidField } from '../../../wallet/refusal.ts';
import { WorkbookUnreadable, workbookAsCsv } from '../../../workbook/workbook.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { asSentence } from '../../as-sentence.ts';
import { beforeFile, bulkBodyBytesMax } from './bulk-request.ts';

/** The page sends an Excel workbook here first, and then works with its CSV. */
export function readWorkbookRoute(api: DashboardApi): void {
  api.register(async (uploads: DashboardApi) => {
    uploads.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    uploads.post(
      `${clientPath}/bulk-payouts/workbook`,
      {
        schema: {
          summary: 'The sheet of an Excel workbook (.xlsx), sent as application/octet-stream, as CSV; nothing is kept',
          params: Type.Object(clientParams),
        },
        config: { right: 'money.move' },
        bodyLimit: bulkBodyBytesMax,
        onRequest: beforeFile,
      },
      async (request, reply) => {
        if (!Buffer.isBuffer(request.body)) {
          throw invalidField('file', 'Send the workbook as application/octet-stream.');
        }
        const csv = await workbookAsCsv(request.body).catch((error: unknown) => {
          if (error instanceof WorkbookUnreadable) throw invalidField('file', asSentence(error.message));
          throw error;
        });
        sendData(reply, 'Workbook read.', { csv });
      },
    );
  });
}
