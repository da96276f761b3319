import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { endOfKampalaDay, readKampalaDay } from '../ledger/kampala-day.ts';
import { operatorOfKey, operators } from '../operators/registry.ts';
import { replaceColumns } from '../reconciliation/columns-file.ts';
import { columnsFor } from '../reconciliation/mapped-columns.ts';
import type { Period } from '../reconciliation/match.ts';
import { createReconciliationReader } from '../reconciliation/reader.ts';
import { type ReconcileSummary, type Reconciliation, reconcile } from '../reconciliation/reconcile.ts';
import { recordReconciliation } from '../reconciliation/record.ts';
import { type ReportFormat, reportHeading, reportLine } from '../reconciliation/report.ts';
import type { Cli } from './cli.ts';
import { CommandRefused, newCommand } from './new-command.ts';
import { modeValue, momentValue, wordList } from './option-values.ts';
import { fieldLines, jsonLine, type OutputRecord } from './record.ts';
import { type CommandDatabase, withDatabase } from './with-database.ts';

const operatorKeys = operators.map(({ key }) => key);

/** nsimbi reconcile */
export function reconcileCommand(cli: Cli) {
  return newCommand(
    'reconcile',
    "Compare an operator's statement with the books and open a review case for each difference. Exits with 1 when there is a difference or an unreadable row.",
  )
    .addOption(
      new Option('--operator <name>', `the operator: ${wordList(operatorKeys, 'or')}`)
        .choices(operatorKeys)
        .makeOptionMandatory(),
    )
    .requiredOption('--mode <mode>', 'live or test', modeValue)
    .requiredOption('--statement <file>', 'the statement as CSV or as an Excel workbook (.xlsx)')
    .option(
      '--date <day>',
      "the day in Kampala to compare, YYYY-MM-DD; default the days of the statement's rows",
      dayValue,
    )
    .option(
      '--from <day>',
      'instead of --date: the first day, or a moment such as 2027-01-31T00:00:00Z',
      dayOrMomentValue,
    )
    .option('--to <day>', 'with --from: the last day, or the moment before which it ends', dayOrMomentValue)
    .addOption(
      new Option('--float <account>', 'when the statement is of one account only: collection or disbursement').choices([
        'collection',
        'disbursement',
      ] as const),
    )
    .option(
      '--columns <file>',
      "JSON that replaces some of the operator's known columns, instead of those mapped on the page (docs/operators.md)",
    )
    .addOption(
      new Option('--format <format>', 'the format of the report: table, csv or json')
        .choices(['table', 'csv', 'json'] as const)
        .default('table' as const, 'table, with --json json'),
    )
    .option('--report <file>', 'write the report to this file, and print its summary')
    .option('--no-cases', 'only report: open no review cases')
    .action(async (options, command) => {
      const { json, mode, statement } = options;
      const operator = operatorOfKey(options.operator);
      const asJson = json === true;
      const period = askedPeriod(options);
      const format: ReportFormat =
        asJson && command.getOptionValueSource('format') === 'default' ? 'json' : options.format;
      const replaced =
        options.columns === undefined
          ? null
          : replaceColumns(operator.statements.columns, await readFile(options.columns, 'utf8'));
      const float = options.float === undefined ? null : (`${options.float}_float` as const);
      const openCases = options.cases;
      const asked: Omit<Reconciliation, 'columns'> = {
        operator,
        mode,
        statementPath: statement,
        statementName: basename(statement),
        period,
        float,
        openCases,
      };
      const file = options.report === undefined ? null : await ReportFile.create(options.report);
      const write = async (line: string) => (file === null ? cli.output.print(line) : await file.write(line));
      const summary = await withDatabase(cli, async (database) => {
        const what = { ...asked, columns: replaced ?? (await columnsFor(database.pool, operator)) };
        const ended = await report(cli, database, what, format, write);
        if (openCases) await recordReconciliation(database.pool, cli.actor, what, ended);
        return ended;
      }).catch(async (error: unknown) => {
        await file?.discard();
        throw error;
      });
      await file?.keep();
      tell(cli, summaryRecord(asked, summary), { asJson, format, inFile: file !== null });
      if (summary.differences > 0 || summary.counts.unreadable > 0) cli.exitCode = 1;
    });
}

async function report(
  cli: Cli,
  { target, pool }: CommandDatabase,
  what: Reconciliation,
  format: ReportFormat,
  write: (line: string) => Promise<void>,
): Promise<ReconcileSummary> {
  const reader = createReconciliationReader(target);
  let lines = 0;
  const writeLine = async (line: string) => {
    if (lines === 0) for (const heading of reportHeading(format)) await write(heading);
    lines += 1;
    cli.output.progress('');
    await write(line);
  };
  try {
    const steps = reconcile({ reader, service: pool }, what);
    for (;;) {
      const step = await steps.next();
      if (step.done === true) {
        cli.output.progress('');
        if (lines === 0 && format === 'csv') for (const heading of reportHeading(format)) await write(heading);
        return step.value;
      }
      if (step.value.is === 'entry') {
        const line = reportLine(format, step.value.entry);
        if (line !== null) await writeLine(line);
        continue;
      }
      const { share, rows, readUntilMs } = step.value;
      cli.output.progress(
        readUntilMs === null
          ? `${Math.round(share * 100)} % of the statement, ${rows} rows`
          : `${rows} rows; our payments until ${new Date(readUntilMs).toISOString()}`,
      );
    }
  } finally {
    await reader.end();
  }
}

function summaryRecord(
  { operator: { key: operator }, mode, statementName }: Pick<Reconciliation, 'operator' | 'mode' | 'statementName'>,
  { period, rows, counts, differences, casesOpened }: ReconcileSummary,
): OutputRecord {
  return {
    operator,
    mode,
    statement: statementName,
    from: new Date(period.fromMs).toISOString(),
    to: new Date(period.toMs).toISOString(),
    rows,
    ...counts,
    differences,
    cases_opened: casesOpened,
  };
}

function tell(
  cli: Cli,
  summary: OutputRecord,
  { asJson, format, inFile }: { asJson: boolean; format: ReportFormat; inFile: boolean },
): void {
  if (asJson || (format === 'json' && !inFile)) cli.output.print(jsonLine({ summary }));
  // What stands in standard output then is a CSV file and nothing else.
  else if (format === 'csv' && !inFile) for (const line of fieldLines(summary)) cli.output.say(line);
  else for (const line of fieldLines(summary)) cli.output.print(line);
}

/** A day of Kampala, `2027-01-31`, from its first moment up to that of the next. */
function dayValue(text: string): Period {
  const fromMs = readKampalaDay(text);
  if (fromMs === null) throw new InvalidArgumentError('It must be a day such as 2027-01-31.');
  return { fromMs, toMs: endOfKampalaDay(fromMs) };
}

/** A day, or a moment with its offset, which has no length. */
function dayOrMomentValue(text: string): Period {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return dayValue(text);
  const atMs = momentValue(text);
  return { fromMs: atMs, toMs: atMs };
}

/** The period that options ask for; null when they ask for none. @throws CommandRefused */
function askedPeriod(options: { date?: Period; from?: Period; to?: Period }): Period | null {
  const { date, from, to } = options;
  if (date !== undefined) {
    if (from !== undefined || to !== undefined) throw new CommandRefused('give --date, or --from and --to, not both');
    return date;
  }
  if (from === undefined && to === undefined) return null;
  if (from === undefined || to === undefined) throw new CommandRefused('give both --from and --to');
  if (from.fromMs >= to.toMs) throw new CommandRefused('--from must be before --to');
  return { fromMs: from.fromMs, toMs: to.toMs };
}

const charactersAtOnce = 65_536;

/** A file of lines that appears under its name only when it is whole. */
class ReportFile {
  readonly #path: string;
  readonly #handle: FileHandle;
  #waiting = '';

  private constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  /** Opens a file for its owner alone. @throws what opening a file throws. */
  static async create(path: string): Promise<ReportFile> {
    return new ReportFile(path, await open(partOf(path), 'w', 0o600));
  }

  async write(line: string): Promise<void> {
    this.#waiting += `${line}\n`;
    if (this.#waiting.length >= charactersAtOnce) await this.#flush();
  }

  /** Gives the file its name; what was there under it before is replaced. */
  async keep(): Promise<void> {
    await this.#flush();
    await this.#handle.sync();
    await this.#handle.close();
    await rename(partOf(this.#path), this.#path);
  }

  async discard(): Promise<void> {
    await this.#handle.close();
    await rm(partOf(this.#path), { force: true });
  }

  async #flush(): Promise<void> {
    const text = this.#waiting;
    this.#waiting = '';
    await this.#handle.appendFile(text);
  }
}

function partOf(path: string): string {
  return `${path}.part`;
}
