import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { sendData } from '../../../../http/answer.ts';
import { bodyMayTake } from '../../../../http/slow-body.ts';
import { endOfKampalaDay } from '../../../../ledger/kampala-day.ts';
import { isoTime } from '../../../../ledger/transaction-object.ts';
import type { StatementColumns } from '../../../../settlement/reconcile/columns.ts';
import { columnsFor } from '../../../../settlement/reconcile/mapped-columns.ts';
import { startOfKampalaDay } from '../../../../settlement/reconcile/period.ts';
import { createReconciliationReader } from '../../../../settlement/reconcile/reader.ts';
import {
  type ReconcileStep,
  type ReconcileSummary,
  type Reconciliation,
  reconcile,
} from '../../../../settlement/reconcile/reconcile.ts';
import { reconciledAction, recordReconciliation } from '../../../../settlement/reconcile/record.ts';
import { reportRecord } from '../../../../settlement/reconcile/report.ts';
import { invalidField } from '../../../../wallet/refusal.ts';
import type { DashboardApi } from '../../../api.ts';
import { asSentence } from '../../../as-sentence.ts';
import { deskOf } from '../../../desk.ts';
import type { DashboardServices } from '../../../services.ts';
import { previewStatementRoute } from './preview-statement.ts';
import { serveStatementColumns } from './statement-columns.ts';
import { keepUpload, statementBodyBytesMax, takeStatements, uploadTimeMs } from './uploaded-file.ts';

const day = (name: string, description: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d\\d-\\d\\d$',
    description,
    sentence: `${name} must be a day such as 2026-11-21.`,
  });

const query = Type.Object({
  operator: Type.Union([Type.Literal('mtn'), Type.Literal('airtel')]),
  mode: Type.Union([Type.Literal('test'), Type.Literal('live')]),
  from: Type.Optional(day('from', 'The first day in Kampala; the days of the statement when left out.')),
  to: Type.Optional(day('to', 'The last day.')),
  float: Type.Optional(
    Type.Union([Type.Literal('collection'), Type.Literal('disbursement')], {
      description: 'When the statement is of one account only.',
    }),
  ),
  open_cases: Type.Optional(Type.Boolean({ default: true, description: 'Whether differences become review cases.' })),
  name: Type.Optional(Type.String({ maxLength: 200, pattern: '^[^\\p{Cc}]*$', description: 'The name of the file.' })),
});

/** Comparing an operator's statement with our books, and who did it when. */
export function serveReconciliation(api: DashboardApi, services: DashboardServices): void {
  api.get(
    '/platform/reconciliation',
    { schema: { summary: 'The latest comparisons' }, config: { right: 'reconciliation.read' } },
    async (_request, reply) => {
      const { rows } = await services.pool.query<{ actor: string; subject: string; details: object; at_ms: string }>(
        `SELECT actor, subject, details, round(extract(epoch FROM at) * 1000)::bigint AS at_ms
           FROM audit_log WHERE action = $1 ORDER BY audit_log_id DESC LIMIT 50`,
        [reconciledAction],
      );
      sendData(
        reply,
        'Comparisons retrieved.',
        rows.map(({ actor, subject, details, at_ms }) => ({
          by: actor,
          of: subject,
          at: isoTime(Number(at_ms)),
          ...details,
        })),
      );
    },
  );

  serveStatementColumns(api, services);
  api.register(async (uploads: DashboardApi) => {
    takeStatements(uploads);
    previewStatementRoute(uploads, services);
    uploads.post(
      '/platform/reconciliation',
      {
        schema: {
          summary: 'Compare a statement, a CSV file or an Excel workbook sent as text/csv; the answer is lines of JSON',
          querystring: query,
        },
        config: { right: 'reconciliation.run' },
        bodyLimit: statementBodyBytesMax,
        onRequest: bodyMayTake(uploadTimeMs),
      },
      async (request, reply) => {
        const { operator, mode, from, to, float, open_cases: openCases = true, name = 'statement.csv' } = request.query;
        if ((from === undefined) !== (to === undefined)) throw invalidField('to', 'Give both days, or neither.');
        const period =
          from === undefined || to === undefined
            ? null
            : { fromMs: noon(from, startOfKampalaDay), toMs: noon(to, endOfKampalaDay) };
        if (period !== null && period.fromMs >= period.toMs)
          throw invalidField('to', 'It must not be before the first day.');
        if (!(request.body instanceof Readable)) throw invalidField('file', 'Send the statement as text/csv.');
        const file = await keepUpload(request.body);
        let columns: StatementColumns;
        try {
          // The guard looked before half an hour of upload, perhaps.
          await deskOf(request).askAgain();
          columns = await columnsFor(services.pool, operator);
        } catch (refusal) {
          await file.remove();
          throw refusal;
        }
        const what: Reconciliation = {
          operator,
          mode,
          statementPath: file.path,
          statementName: basename(name.replaceAll('\\', '/')) || 'statement.csv',
          columns,
          period,
          float: float === undefined ? null : `${float}_float`,
          openCases,
        };
        const lines = Readable.from(reportLines(services, what, deskOf(request).person.email));
        // Comes also where the browser left before a line was asked for.
        lines.once('close', () => {
          file.remove().catch((error: unknown) => services.logger.error({ err: error }, 'an upload was not removed'));
        });
        return reply.type('application/x-ndjson; charset=utf-8').send(lines);
      },
    );
  });
}

/** A moment of a Kampala day. @throws Refusal where the month does not have the day. */
function noon(text: string, momentOf: (ms: number) => number): number {
  const ms = Date.parse(`${text}T12:00:00+03:00`);
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text) {
    throw invalidField('from', `There is no day ${text}.`);
  }
  return momentOf(ms);
}

/**
 * The report as lines of JSON: `progress`, an `entry` for each row that is not simply right, and at the end `summary`, or
 * `failed` with a sentence when the file cannot be compared.
 */
async function* reportLines(
  { target, pool, logger }: DashboardServices,
  what: Reconciliation,
  actor: string,
): AsyncGenerator<string> {
  const reader = createReconciliationReader(target);
  const steps: AsyncIterator<ReconcileStep, ReconcileSummary> = reconcile({ reader, service: pool }, what);
  try {
    for (;;) {
      const step = await steps.next();
      if (step.done === true) {
        const { period, rows, counts, differences, casesOpened } = step.value;
        if (what.openCases) await recordReconciliation(pool, actor, what, step.value);
        yield line('summary', {
          from: isoTime(period.fromMs),
          to: isoTime(period.toMs),
          rows,
          counts,
          differences,
          cases_opened: casesOpened,
        });
        return;
      }
      if (step.value.is === 'progress') yield line('progress', { share: step.value.share, rows: step.value.rows });
      else if (step.value.entry.outcome !== 'matched') yield line('entry', reportRecord(step.value.entry));
    }
  } catch (error) {
    if (error instanceof Error && isAboutTheFile(error))
      yield line('failed', { message: asSentence(error.message), code: codeOf(error) });
    else {
      logger.error({ err: error }, 'a statement could not be compared');
      yield line('failed', { message: 'Something went wrong on our side; try again.', code: 'internal_error' });
    }
  } finally {
    // Where the browser has left, the comparison ends in its middle and lets go of the file.
    await steps.return?.();
    await reader.end();
  }
}

/** Tells the page when it has to ask which columns mean what. */
function codeOf({ name }: Error): 'columns_unknown' | 'statement_unreadable' {
  return name === 'HeadingNotFound' ? 'columns_unknown' : 'statement_unreadable';
}

/** What the person who sent the file can mend. */
function isAboutTheFile({ name }: Error): boolean {
  return ['OperatorUnknown', 'HeadingNotFound', 'NotText', 'WorkbookUnreadable', 'PeriodUnknown'].includes(name);
}

function line(kind: string, content: object): string {
  return `${JSON.stringify({ [kind]: content })}\n`;
}
