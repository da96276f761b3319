import { stat } from 'node:fs/promises';
import type { Mode } from '../ledger/transaction.ts';
import type { Operator } from '../operators/contract.ts';
import type { StatementColumns } from '../operators/statement-columns.ts';
import type { Queryable } from '../postgres/pool.ts';
import { takeHint } from '../settlement/callback-hints.ts';
import { casesOf, type DifferenceCase, type FoundDifference, type StatementOf } from './cases.ts';
import { type Difference, type JudgedRow, Matching, type OurPayment, type Period } from './match.ts';
import { findMovedPayments, refuseMovedPeriod } from './moved-payments.ts';
import {
  completedPayments,
  findPayments,
  findRefundsOf,
  type Scope,
  type StatementFloat,
  unnamedRefunds,
} from './our-payments.ts';
import { periodOf } from './period.ts';
import type { Reading } from './read-lines.ts';
import { readStatement, type StatementLine } from './read-statement.ts';
import type { StatementRow } from './statement-row.ts';

export interface Reconciliation {
  readonly operator: Operator;
  readonly mode: Mode;
  readonly statementPath: string;
  /** The name that the person gave it. */
  readonly statementName: string;
  readonly columns: StatementColumns;
  /** What to judge; null takes the days of the statement's rows. */
  readonly period: Period | null;
  readonly float: StatementFloat;
  /** Whether differences open review cases, and their payments are queried again. */
  readonly openCases: boolean;
}

/** What became of a row of the statement, or of a payment that the statement lacks. */
type EntryOutcome =
  | JudgedRow['outcome']
  | 'missing_there'
  | 'at_edge'
  /** A row without a name of ours, and a refund of its amount that the operator keeps no name of: perhaps the same. */
  | 'refund_by_amount'
  /** A completed refund that the operator keeps no name of, and no row has its amount. */
  | 'refund_not_seen'
  | 'ignored'
  | 'unreadable';

/** One line of the report. */
export interface ReportEntry {
  readonly outcome: EntryOutcome;
  /** Line of the statement; null where it has none. */
  readonly line: number | null;
  readonly row: StatementRow | null;
  readonly payment: OurPayment | null;
  readonly case: DifferenceCase | null;
  readonly why: string;
}

export type ReconcileStep =
  | { readonly is: 'entry'; readonly entry: ReportEntry }
  /** `share` of the statement that was read, 0 to 1; `readUntilMs` is how far our own payments were. */
  | { readonly is: 'progress'; readonly share: number; readonly rows: number; readonly readUntilMs: number | null };

export interface ReconcileSummary {
  readonly period: Period;
  readonly rows: number;
  readonly counts: Readonly<Record<EntryOutcome, number>>;
  /** Differences that nobody has resolved yet. */
  readonly differences: number;
  readonly casesOpened: number;
  /** Of the statement's bytes. */
  readonly sha256: string;
}

/** An entry before its case was looked for. */
type Found = Omit<ReportEntry, 'case'>;

/** Rows whose payments are looked up together. */
const rowsAtOnce = 1_000;

/**
 * Compares an operator's statement with our books: every row with our payment, then our payments of the period with
 * the rows. Moves no money: what differs goes to a person, and a status that differs is also asked of the operator again.
 * @param reader a session for reading; @param service one that may open review cases.
 * @throws OperatorUnknown, HeadingNotFound, NotText, PeriodUnknown, PeriodMoved, and what reading the file or the database throws.
 */
export async function* reconcile(
  databases: { readonly reader: Queryable; readonly service: Queryable },
  what: Reconciliation,
): AsyncGenerator<ReconcileStep, ReconcileSummary> {
  const { reader } = databases;
  const account = await operatorAccounts(reader, what.mode, what.operator);
  const scope: Scope = {
    mode: what.mode,
    operatorAccountIds: account.ids,
    float: what.float,
    sinceMs: account.sinceMs,
  };
  const statement: StatementOf = {
    mode: what.mode,
    operator: what.operator.name,
    operatorAccountId: account.newest,
    float: what.float,
    fileName: what.statementName,
  };
  if (what.period !== null) await refuseMovedPeriod(reader, what.period.fromMs);
  const matching = new Matching(what.period);
  const tally = new Tally();
  const report = (found: readonly Found[]) => withCases(databases.service, statement, found, what.openCases);

  const refundsHaveNames = what.operator.statements.nameRefunds;
  const mayBeRefund = (found: Found) => !refundsHaveNames && isUnknownAndLeft(found);
  const isUnnamedRefund = ({ payment }: Found) =>
    !refundsHaveNames && payment?.type === 'refund' && payment.receipt === null;
  const rowsLeft: Found[] = [];
  const refundsLeft: Found[] = [];
  const { size } = await stat(what.statementPath);
  const reading: Reading = { bytes: 0, sha256: null };
  for await (const lines of inBatches(readStatement(what.statementPath, what.columns, reading), rowsAtOnce)) {
    const found = await judged(reader, scope, matching, lines, refundsHaveNames);
    rowsLeft.push(...found.filter(mayBeRefund));
    for (const entry of await report(found.filter((one) => !mayBeRefund(one)))) {
      tally.count(entry);
      yield { is: 'entry', entry };
    }
    yield { is: 'progress', share: size === 0 ? 1 : reading.bytes / size, rows: tally.rows, readUntilMs: null };
  }

  const period = periodOf(what.period, matching.covers, await databaseNow(reader));
  const begunFromMs = Math.min(period.fromMs, matching.covers?.firstMs ?? period.fromMs);
  await refuseMovedPeriod(reader, begunFromMs);
  for await (const payments of completedPayments(reader, scope, period, begunFromMs)) {
    const found = missing(matching, payments, period);
    refundsLeft.push(...found.filter(isUnnamedRefund));
    for (const entry of await report(found.filter((one) => !isUnnamedRefund(one)))) {
      tally.count(entry);
      yield { is: 'entry', entry };
    }
    const readUntilMs = payments.at(-1)?.createdAtMs;
    if (readUntilMs !== undefined) yield { is: 'progress', share: 1, rows: tally.rows, readUntilMs };
  }
  const refunds = rowsLeft.length === 0 ? [] : await unnamedRefunds(reader, scope, aroundOf(period, begunFromMs));
  // What moved while the slices were read can be dropped by now, and was then not found missing.
  await refuseMovedPeriod(reader, begunFromMs);
  const unlisted = refunds.filter((refund) => matching.missing(refund, period.fromMs) !== null);
  for await (const found of inBatches(withoutNames(rowsLeft, refundsLeft, unlisted), rowsAtOnce)) {
    for (const entry of await report(found)) {
      tally.count(entry);
      yield { is: 'entry', entry };
    }
  }
  return { period, ...tally.end(), sha256: reading.sha256 ?? '' };
}

/** Clocks differ: the refund of a row may be one of the hour beside the period. */
function aroundOf({ toMs }: Period, begunFromMs: number): Period {
  const hourMs = 3_600_000;
  return { fromMs: begunFromMs - hourMs, toMs: toMs + hourMs };
}

/** Whether an entry is of money that left, as far as the statement says, and is of no payment of ours. */
function isUnknownAndLeft({ outcome, row, payment }: Found): boolean {
  return outcome === 'missing_here' && payment === null && row?.direction !== 'in';
}

/** The outcome of rows and refunds that were not matched by a reference or receipt. */
function withoutNames(
  rowsLeft: readonly Found[],
  refundsLeft: readonly Found[],
  refunds: readonly OurPayment[],
): Found[] {
  const rows = rowsLeft.flatMap(({ row }) => (row === null ? [] : [row]));
  const byAmount = refundsByAmount(rows, refunds);
  const taken = new Set(byAmount.map((refund) => refund?.transactionId));
  return [
    ...rowsLeft.map((found, index): Found => {
      const payment = byAmount[index] ?? null;
      if (payment === null) return found;
      const why = 'it has no reference, but one of our refunds has its amount; book it only if it is another payment';
      return { ...found, outcome: 'refund_by_amount', payment, why };
    }),
    ...refundsLeft.flatMap((found): Found[] => {
      if (taken.has(found.payment?.transactionId)) return [];
      if (found.outcome !== 'missing_there') return [found];
      const why = 'no row has the reference or the amount of this refund; check it at the operator';
      return [{ ...found, outcome: 'refund_not_seen', why }];
    }),
  ];
}

async function judged(
  reader: Queryable,
  scope: Scope,
  matching: Matching,
  lines: readonly StatementLine[],
  refundsHaveNames: boolean,
): Promise<Found[]> {
  const rows = lines.flatMap((line) => (line.is === 'payment' ? [line.row] : []));
  const moved = await findMovedPayments(reader, scope, rows);
  const { byReference, byReceipt } = await findPayments(reader, scope, rows);
  const foundBy = ({ reference, receipt }: StatementRow) => ({
    byReference: (reference === null ? null : byReference.get(reference)) ?? null,
    byReceipt: (receipt === null ? null : byReceipt.get(receipt)) ?? null,
  });
  const namedBy = (row: StatementRow) => foundBy(row).byReference ?? foundBy(row).byReceipt;
  const givenBack = refundsHaveNames
    ? []
    : rows.flatMap((row) => (row.direction === 'out' ? (namedBy(row) ?? []) : []));
  const refunds = await findRefundsOf(reader, givenBack);
  return lines.map((line) => {
    if (line.is !== 'payment') {
      const why = line.is === 'unreadable' ? line.because : '';
      return { outcome: line.is, line: line.line, row: null, payment: null, why };
    }
    const refund = refunds.get(namedBy(line.row)?.transactionId ?? 0) ?? null;
    const { reference, receipt } = line.row;
    const transactionId = moved.get(reference ?? '') ?? moved.get(receipt ?? '');
    const judged = matching.judge(line.row, { ...foundBy(line.row), refund });
    const why =
      judged.outcome === 'missing_here' && transactionId !== undefined
        ? `it names transaction ${transactionId}, which ended long ago; compare the two before it is booked`
        : judged.why;
    return { line: line.line, ...judged, why };
  });
}

function missing(matching: Matching, payments: readonly OurPayment[], period: Period): Found[] {
  return payments.flatMap((payment) => {
    const outcome = matching.missing(payment, period.fromMs);
    if (outcome === null) return [];
    const why =
      outcome === 'at_edge'
        ? 'it started before the statement; check the previous statement'
        : 'completed in our books, missing in the statement';
    return [{ outcome, line: null, row: null, payment, why }];
  });
}

/** Entries with the cases of those that differ; new contradictions of a status are asked of the operator again. */
async function withCases(
  service: Queryable,
  statement: StatementOf,
  entries: readonly Found[],
  open: boolean,
): Promise<ReportEntry[]> {
  const differences = entries.flatMap((entry): FoundDifference[] =>
    isDifference(entry.outcome) ? [{ ...entry, outcome: entry.outcome }] : [],
  );
  const cases = differences.length === 0 ? [] : await casesOf(service, statement, differences, open);
  for (const [index, { outcome, payment }] of differences.entries()) {
    const asksAgain = outcome === 'missing_here' || outcome === 'status_differs' || outcome === 'missing_there';
    // Not every operator can be queried for its refunds; a refund is only for the person of the case.
    if (!asksAgain || payment?.reference == null || payment.type === 'refund') continue;
    if (cases[index]?.state !== 'opened') continue;
    await takeHint(service, payment.operatorAccountId, payment.reference);
  }
  let next = 0;
  return entries.map((entry) => {
    if (!isDifference(entry.outcome)) return { ...entry, case: null };
    next += 1;
    return { ...entry, case: cases[next - 1] ?? null };
  });
}

const differences: Readonly<Record<Difference, true>> = {
  missing_here: true,
  missing_there: true,
  amount_differs: true,
  direction_differs: true,
  status_differs: true,
  receipt_differs: true,
  paid_twice: true,
};

export function isDifference(outcome: EntryOutcome): outcome is Difference {
  return Object.hasOwn(differences, outcome);
}

/** Counts what was reported. */
class Tally {
  rows = 0;
  #differences = 0;
  #casesOpened = 0;
  readonly #counts: Record<EntryOutcome, number> = {
    matched: 0,
    missing_here: 0,
    missing_there: 0,
    amount_differs: 0,
    direction_differs: 0,
    status_differs: 0,
    receipt_differs: 0,
    paid_twice: 0,
    unreadable: 0,
    at_edge: 0,
    refund_by_amount: 0,
    refund_not_seen: 0,
    repeated: 0,
    nothing_moved: 0,
    outside: 0,
    ignored: 0,
  };

  count({ outcome, line, case: found }: ReportEntry): void {
    this.#counts[outcome] += 1;
    if (line !== null) this.rows += 1;
    if (isDifference(outcome) && found?.state !== 'resolved') this.#differences += 1;
    if (found?.state === 'opened') this.#casesOpened += 1;
  }

  end(): Pick<ReconcileSummary, 'rows' | 'counts' | 'differences' | 'casesOpened'> {
    return { rows: this.rows, counts: this.#counts, differences: this.#differences, casesOpened: this.#casesOpened };
  }
}

async function* inBatches<T>(all: AsyncIterable<T> | Iterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const one of all) {
    batch.push(one);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function operatorAccounts(
  db: Queryable,
  mode: Mode,
  operator: Operator,
): Promise<{ ids: number[]; newest: number; sinceMs: number }> {
  const { rows } = await db.query<{ operator_account_id: number; since_ms: string }>(
    `SELECT operator_account_id, floor(extract(epoch FROM created_at) * 1000)::bigint AS since_ms
       FROM operator_account
      WHERE mode = $1 AND operator = $2 ORDER BY operator_account_id`,
    [mode, operator.name],
  );
  const newest = rows.at(-1);
  if (newest === undefined) throw new OperatorUnknown(mode, operator);
  return {
    ids: rows.map((row) => row.operator_account_id),
    newest: newest.operator_account_id,
    sinceMs: Math.min(...rows.map((row) => Number(row.since_ms))),
  };
}

async function databaseNow(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ now_ms: string }>(
    'SELECT round(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms',
  );
  return Number(rows[0]?.now_ms);
}

/** An operator with whom nothing was ever done in a mode. */
class OperatorUnknown extends Error {
  override readonly name = 'OperatorUnknown';

  constructor(mode: Mode, { key }: Operator) {
    super(`there is no account with ${key} in ${mode} mode: the service never ran with its settings there`);
  }
}

/**
 * Which refund each row may be: of the same amount, each refund once, the one whose beginning is nearest to the row's time.
 * No name shows it, so that it is a guess; but who booked such a row would book the refund twice. Pure.
 * @param rows money that went out under no name of ours. @param refunds those that no row names.
 * @returns for each row its refund; null where none is left.
 */
export function refundsByAmount(
  rows: readonly StatementRow[],
  refunds: readonly OurPayment[],
): readonly (OurPayment | null)[] {
  const left = Map.groupBy(refunds, ({ amount }) => amount);
  return rows.map(({ amount, atMs }) => {
    const candidates = left.get(amount) ?? [];
    const awayMs = ({ createdAtMs }: OurPayment) => (atMs === null ? 0 : Math.abs(createdAtMs - atMs));
    const nearest = candidates.toSorted((a, b) => awayMs(a) - awayMs(b))[0] ?? null;
    left.set(
      amount,
      candidates.filter((one) => one !== nearest),
    );
    return nearest;
  });
}
