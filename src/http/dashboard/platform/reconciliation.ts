import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Type } from 'typebox';
import { endOfKampalaDay, readKampalaDay } from '../../../ledger/kampala-day.ts';
import type { Actor } from '../../../ledger/rows/audit-log.ts';
import { isoTime } from '../../../ledger/transaction-object.ts';
import { operatorOfKey, operators } from '../../../operators/registry.ts';
import type { StatementColumns } from '../../../operators/statement-columns.ts';
import { type ColumnsFile, ColumnsUnreadable, columnsFile } from '../../../reconciliation/columns-file.ts';
import {
  type ColumnMapping,
  columnsFor,
  columnsOfMapping,
  forgetMapping,
  problemOfMapping,
  readMapping,
  rememberMapping,
} from '../../../reconciliation/mapped-columns.ts';
import { mappedFields } from '../../../reconciliation/mapped-fields.ts';
import { previewStatement, tryColumns } from '../../../reconciliation/preview.ts';
import { NotText } from '../../../reconciliation/read-lines.ts';
import { createReconciliationReader } from '../../../reconciliation/reader.ts';
import {
  type ReconcileStep,
  type ReconcileSummary,
  type Reconciliation,
  reconcile,
} from '../../../reconciliation/reconcile.ts';
import { reconciledAction, recordReconciliation } from '../../../reconciliation/record.ts';
import { reportRecord } from '../../../reconciliation/report.ts';
import type { RowReading } from '../../../reconciliation/statement-row.ts';
import { invalidField, Refusal } from '../../../refusal.ts';
import { WorkbookUnreadable } from '../../../workbook/workbook.ts';
import { allowBodyTime } from '../../client-errors.ts';
import { sendData } from '../../response.ts';
import { chosenMode } from '../../schemas/transaction.ts';
import type { StatementOperator } from '../schemas/reconciliation.ts';
import { asSentence, type DashboardApi, type DashboardParts } from '../server/api.ts';
import { actorOf, staffContextOf } from '../server/context.ts';

const day = (name: string, description: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d\\d-\\d\\d$',
    description,
    sentence: `${name} must be a day such as 2026-11-21.`,
  });

const statementOperator = Type.Union(operators.map(({ key }) => Type.Literal(key)));

const query = Type.Object({
  operator: statementOperator,
  mode: chosenMode,
  from: Type.Optional(day('from', 'The first day in Kampala; default the days of the statement.')),
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
export function registerReconciliationRoutes(api: DashboardApi, parts: DashboardParts): void {
  api.get(
    '/platform/reconciliation/operators',
    { schema: { summary: 'The operators whose statements can be compared' }, config: { right: 'reconciliation.read' } },
    async (_request, reply) => {
      const named: StatementOperator[] = operators.map(({ key, name }) => ({ key, name }));
      sendData(reply, 'Operators retrieved.', named);
    },
  );
  api.get(
    '/platform/reconciliation',
    { schema: { summary: 'The latest comparisons' }, config: { right: 'reconciliation.read' } },
    async (_request, reply) => {
      const { rows } = await parts.pool.query<{ actor: string; subject: string; details: object; at_ms: string }>(
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

  serveStatementColumns(api, parts);
  api.register(async (uploads: DashboardApi) => {
    takeStatements(uploads);
    previewStatementRoute(uploads, parts);
    uploads.post(
      '/platform/reconciliation',
      {
        schema: {
          summary:
            'Compare a statement, a CSV file or an Excel workbook sent as text/csv; the response is lines of JSON',
          querystring: query,
        },
        config: { right: 'reconciliation.run' },
        bodyLimit: statementBodyBytesMax,
        onRequest: allowBodyTime(uploadTimeMs),
      },
      async (request, reply) => {
        const { mode, from, to, float, open_cases: openCases = true, name = 'statement.csv' } = request.query;
        const operator = operatorOfKey(request.query.operator);
        if ((from === undefined) !== (to === undefined)) throw invalidField('to', 'Give both days, or neither.');
        const period =
          from === undefined || to === undefined
            ? null
            : { fromMs: startOfDay(from), toMs: endOfKampalaDay(startOfDay(to)) };
        if (period !== null && period.fromMs >= period.toMs)
          throw invalidField('to', 'It must not be before the first day.');
        if (!(request.body instanceof Readable)) throw invalidField('file', 'Send the statement as text/csv.');
        const file = await keepUpload(request.body);
        let columns: StatementColumns;
        try {
          // The guard looked before half an hour of upload, perhaps.
          await staffContextOf(request).recheck();
          columns = await columnsFor(parts.pool, operator);
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
        const lines = Readable.from(reportLines(parts, what, actorOf(request)));
        // Emitted also when the browser disconnects before the first line is read.
        lines.once('close', () => {
          file.remove().catch((error: unknown) => parts.logger.error({ err: error }, 'an upload was not removed'));
        });
        return reply.type('application/x-ndjson; charset=utf-8').send(lines);
      },
    );
  });
}

/** The first moment of a day in Kampala. @throws Refusal for a day that no calendar has. */
function startOfDay(text: string): number {
  const startMs = readKampalaDay(text);
  if (startMs === null) throw invalidField('from', `There is no day ${text}.`);
  return startMs;
}

/**
 * The report as lines of JSON: `progress`, an `entry` for each row that is not simply right, and at the end `summary`, or
 * `failed` with a sentence when the file cannot be compared.
 */
async function* reportLines(
  { target, pool, logger }: DashboardParts,
  what: Reconciliation,
  actor: Actor,
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
    // When the browser disconnects, the comparison stops and releases the file.
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
  return [
    'OperatorUnknown',
    'HeadingNotFound',
    'NotText',
    'WorkbookUnreadable',
    'PeriodUnknown',
    'PeriodMoved',
  ].includes(name);
}

function line(kind: string, content: object): string {
  return `${JSON.stringify({ [kind]: content })}\n`;
}

const params = Type.Object({ operator: statementOperator });
const cells = Type.Array(Type.String({ maxLength: 65_536 }), { maxItems: 1_000 });
const path = '/platform/reconciliation/columns/:operator';
const right = 'reconciliation.run';

/** Which columns of an operator's statements mean what. */
function serveStatementColumns(api: DashboardApi, { pool }: DashboardParts): void {
  api.post(
    `${path}/try`,
    {
      schema: {
        summary: 'Preview how rows of a statement are read with a mapping; nothing is stored',
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
        problem === null
          ? tryColumns(heading, rows, columnsOfMapping(operatorOfKey(request.params.operator), mapping))
          : { problem };
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
        summary: 'Save the column mapping of an operator’s statements',
        description: 'Replaces the saved mapping. The fields are those of a file for nsimbi reconcile --columns.',
        params,
        body: Type.Object({ columns: columnsFile }),
      },
      config: { right },
    },
    async (request, reply) => {
      const mapping = mappingOf(request.body.columns);
      await rememberMapping(pool, actorOf(request), operatorOfKey(request.params.operator), mapping).catch(
        (error: unknown) => {
          if (error instanceof ColumnsUnreadable) throw invalidField('columns', asSentence(error.message));
          throw error;
        },
      );
      sendData(reply, 'The columns were saved.', mapping);
    },
  );

  api.delete(
    path,
    {
      schema: { summary: 'Use the default columns of an operator’s statements again', params },
      config: { right },
    },
    async (request, reply) => {
      await forgetMapping(pool, actorOf(request), operatorOfKey(request.params.operator));
      sendData(reply, 'The default columns are used again.', {});
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

/** A statement on a slow line: at 64 kB a second it is 115 MB. */
const uploadTimeMs = 1_800_000;
/** More than a statement may have, so that keepUpload says how large one may be. */
const statementBodyBytesMax = 600 * 1024 * 1024;
/** A statement of some five million rows. */
const bytesMax = 512 * 1024 * 1024;

/** Lets routes of a plugin get a statement as a stream. Its content says what it is, whatever the browser calls it. */
function takeStatements(uploads: DashboardApi): void {
  uploads.addContentTypeParser(['text/csv', 'text/plain', 'application/vnd.ms-excel'], (_request, payload, done) =>
    done(null, payload),
  );
}

/** A file that a browser sent, while it is worked on. */
interface UploadedFile {
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * Keeps an upload in a folder of its own for as long as it is needed.
 * @throws Refusal `body_too_large`
 */
async function keepUpload(upload: Readable): Promise<UploadedFile> {
  const folder = await mkdtemp(join(tmpdir(), 'nsimbi-statement-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, 'statement.csv');
    await pipeline(upload, atMost(bytesMax), createWriteStream(path, { mode: 0o600 }));
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

function atMost(bytes: number): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed > bytes) done(new Refusal('body_too_large', `A statement may have at most ${bytes >> 20} MiB.`));
      else done(null, chunk);
    },
  });
}

/** The first lines of a statement, for a person who maps its columns; they are not stored. */
function previewStatementRoute(uploads: DashboardApi, { pool }: DashboardParts): void {
  uploads.post(
    '/platform/reconciliation/preview',
    {
      schema: {
        summary: 'The first lines of a statement, the suggested mapping of its columns, and the saved mapping',
        description: 'The start of a CSV file is enough; an Excel workbook must be complete.',
        querystring: Type.Object({ operator: statementOperator }),
      },
      config: { right: 'reconciliation.run' },
      bodyLimit: statementBodyBytesMax,
      onRequest: allowBodyTime(uploadTimeMs),
    },
    async (request, reply) => {
      if (!(request.body instanceof Readable)) throw invalidField('file', 'Send the statement as text/csv.');
      const operator = operatorOfKey(request.query.operator);
      const file = await keepUpload(request.body);
      try {
        const remembered = await readMapping(pool, operator);
        const mapped = remembered === null ? null : columnsOfMapping(operator, remembered);
        const preview = await previewStatement(file.path, operator.statements.columns, mapped);
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
