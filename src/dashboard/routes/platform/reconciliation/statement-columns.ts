import { Type } from 'typebox';
import { sendData } from '../../../../http/answer.ts';
import { type ColumnsFile, ColumnsUnreadable, columnsFile } from '../../../../settlement/reconcile/columns-file.ts';
import {
  type ColumnMapping,
  columnsOfMapping,
  forgetMapping,
  problemOfMapping,
  rememberMapping,
} from '../../../../settlement/reconcile/mapped-columns.ts';
import { mappedFields } from '../../../../settlement/reconcile/mapped-fields.ts';
import { tryColumns } from '../../../../settlement/reconcile/preview.ts';
import type { RowReading } from '../../../../settlement/reconcile/statement-row.ts';
import { invalidField } from '../../../../wallet/refusal.ts';
import type { DashboardApi } from '../../../api.ts';
import { asSentence } from '../../../as-sentence.ts';
import { deskOf } from '../../../desk.ts';
import type { DashboardServices } from '../../../services.ts';

export const statementOperator = Type.Union([Type.Literal('mtn'), Type.Literal('airtel')]);

const params = Type.Object({ operator: statementOperator });
const cells = Type.Array(Type.String({ maxLength: 65_536 }), { maxItems: 1_000 });
const path = '/platform/reconciliation/columns/:operator';
const right = 'reconciliation.run';

/** Which columns of an operator's statements mean what. */
export function serveStatementColumns(api: DashboardApi, { pool }: DashboardServices): void {
  api.post(
    `${path}/try`,
    {
      schema: {
        summary: 'How rows of a statement would be read by a mapping of its columns; nothing is kept',
        params,
        body: Type.Object({ columns: columnsFile, heading: cells, rows: Type.Array(cells, { maxItems: 30 }) }),
      },
      config: { right },
      bodyLimit: 4 * 1024 * 1024,
    },
    (request, reply) => {
      const mapping = mappingOf(request.body.columns);
      const { heading, rows } = request.body;
      const problem = problemOfMapping(mapping);
      const tried =
        problem === null ? tryColumns(heading, rows, columnsOfMapping(request.params.operator, mapping)) : { problem };
      sendData(
        reply,
        'Mapping tried.',
        'problem' in tried
          ? { problem: asSentence(tried.problem), readings: [] }
          : { problem: null, readings: tried.readings.map(readingObject) },
      );
    },
  );

  api.put(
    path,
    {
      schema: {
        summary: 'Remember which columns of an operator’s statements mean what',
        description: 'In place of what was remembered. The fields are those of a file for nsimbi reconcile --columns.',
        params,
        body: Type.Object({ columns: columnsFile }),
      },
      config: { right },
    },
    async (request, reply) => {
      const mapping = mappingOf(request.body.columns);
      await rememberMapping(pool, deskOf(request).person.email, request.params.operator, mapping).catch(
        (error: unknown) => {
          if (error instanceof ColumnsUnreadable) throw invalidField('columns', asSentence(error.message));
          throw error;
        },
      );
      sendData(reply, 'The columns are remembered.', mapping);
    },
  );

  api.delete(
    path,
    {
      schema: { summary: 'Read an operator’s statements by the known headings again', params },
      config: { right },
    },
    async (request, reply) => {
      await forgetMapping(pool, deskOf(request).person.email, request.params.operator);
      sendData(reply, 'The known headings are used again.', {});
    },
  );
}

/** A field that is left out is a column that the statement does not have. */
function mappingOf(columns: ColumnsFile): ColumnMapping {
  const none = Object.fromEntries(mappedFields.map((field) => [field, []]));
  return { ...none, ...columns } as ColumnMapping;
}

function readingObject(reading: RowReading): object {
  if (reading.is === 'unreadable') return { is: 'unreadable', because: reading.because };
  if (reading.is === 'ignored') return { is: 'ignored' };
  const { receipt, reference, amount, direction, status, atMs } = reading.row;
  const at = atMs === null ? null : new Date(atMs).toISOString();
  return { is: 'payment', receipt, reference, amount: Number(amount), direction, status, at };
}
