import type { Records } from '../history/records.ts';
import { changeableRecords } from '../ledger/changeable-records.ts';
import type { Queryable } from '../postgres/pool.ts';
import { approvalChecks, bookingPageChecks } from './booking-checks.ts';
import { pageSteps, readPagedTables } from './boundary.ts';
import type { Check, Finding, PageCheck } from './check.ts';
import { snapshotCheck } from './event-checks.ts';
import { keyPageChecks } from './key-checks.ts';
import { differingRuns, movedChecks } from './moved-checks.ts';
import { accountCheck, operatorPageChecks } from './operator-checks.ts';
import { unpairedPayments } from './pairs.ts';
import { reviewPageChecks } from './review-checks.ts';
import type { AuditRule } from './rules.ts';
import { runCheck } from './run-check.ts';
import { settingChecks } from './setting-checks.ts';
import { readTransactionRanges, readWalletSteps, type StepSize, stepSize, type WalletStep } from './steps.ts';
import { wrongSystemAccounts } from './system-accounts.ts';
import { totalChecks } from './total-checks.ts';
import { transactionCheck } from './transaction-facts.ts';
import { walletChecks } from './wallet-checks.ts';

/** How far an audit is. It can be continued behind this point: nothing before it is read again. */
export interface Progress {
  readonly walletsDone: number;
  readonly walletsTotal: number;
  /** The id of the last wallet that is done. */
  readonly walletsUpTo: string;
}

export type AuditStep =
  | { readonly is: 'progress'; readonly progress: Progress }
  | { readonly is: 'finding'; readonly finding: Finding };

export interface AuditOptions {
  readonly size?: StepSize;
  /** Where an audit that was cut off had got to. */
  readonly after?: Pick<Progress, 'walletsDone' | 'walletsUpTo'>;
}

/** Steps of wallets that are read at the same time, on as many connections: a statement keeps one processor busy. */
const stepsAtOnce = 2;
/** Pages of 8 kB of a table beside the ledger that are read in one statement. */
const pagesPerStep = 2_048;
/** As many where transactions have moved: those that the rows name are read from the history store for each step. */
const pagesPerStepOfMoved = 8;

/** The checks of tables that are read page by page. */
export const pageChecks: readonly PageCheck[] = [
  ...operatorPageChecks,
  ...reviewPageChecks,
  ...bookingPageChecks,
  ...keyPageChecks,
];

/** The checks that are one statement each, of tables that have a row for each client, operator account or act of a person. */
export const wholeChecks: readonly Check[] = [
  accountCheck,
  ...approvalChecks,
  ...settingChecks,
  ...movedChecks,
  ...totalChecks,
];

/** All checks that are statements; `addedUp` and `differingRuns` are functions. */
export const allChecks: readonly (Check | PageCheck)[] = [
  ...walletChecks,
  transactionCheck,
  snapshotCheck,
  ...pageChecks,
  ...wholeChecks,
];

/**
 * Proves the books: wallet by wallet in short statements, then the tables beside the ledger page by page, then the totals. Works
 * while payments go on: whatever a rule compares is read in one statement, so it is of one moment. What has moved to the history store
 * never changes, and is read there. Yields progress and findings as it goes.
 * @throws HistoryUnavailable
 */
export async function* audit(
  records: Records,
  { size = stepSize, after = { walletsDone: 0, walletsUpTo: '' } }: AuditOptions = {},
): AsyncGenerator<AuditStep> {
  const total = await records.query<{ count: string }>('SELECT count(*) FROM wallet');
  const walletsTotal = Number(total.rows[0]?.count ?? 0);
  let { walletsDone } = after;
  const group: WalletStep[] = [];
  const finish = async function* (): AsyncGenerator<AuditStep> {
    const found = await Promise.all(group.map((step) => findingsOfStep(records, step, size)));
    for (const finding of found.flat()) yield { is: 'finding', finding };
    walletsDone += group.reduce((sum, { wallets }) => sum + wallets, 0);
    const walletsUpTo = group.at(-1)?.walletIds[1] ?? '';
    yield { is: 'progress', progress: { walletsDone, walletsTotal, walletsUpTo } };
    group.length = 0;
  };
  for await (const step of readWalletSteps(records, size, after.walletsUpTo)) {
    group.push(step);
    if (group.length === stepsAtOnce) yield* finish();
  }
  if (group.length > 0) yield* finish();

  for (const finding of await findingsOfTables(records)) yield { is: 'finding', finding };
  for (const check of wholeChecks) {
    for (const finding of await runCheck(records, check, [])) yield { is: 'finding', finding };
  }
  for (const [rule, find] of addedUp) {
    for (const detail of await find(records)) yield { is: 'finding', finding: { rule, detail } };
  }
}

/** What is added up in steps of its own, and the rights of the service's role. */
export const addedUp: readonly (readonly [AuditRule, (records: Records) => Promise<readonly string[]>])[] = [
  ['sent_and_received_pair', unpairedPayments],
  ['system_account_is_its_transfers', wrongSystemAccounts],
  [
    'records_cannot_be_changed',
    async (records) => (await changeableRecords(records)).map((privilege) => `the service may ${privilege}`),
  ],
];

async function findingsOfStep(records: Records, step: WalletStep, size: StepSize): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of walletChecks) findings.push(...(await runCheck(records, check, step.walletIds)));
  for (const detail of await differingRuns(records, step.walletIds))
    findings.push({ rule: 'moved_runs_are_their_records', detail });
  for await (const transactionIds of readTransactionRanges(records, step, size)) {
    for (const check of [transactionCheck, snapshotCheck])
      findings.push(...(await runCheck(records, check, [...step.walletIds, ...transactionIds])));
  }
  return findings;
}

async function findingsOfTables(records: Records): Promise<Finding[]> {
  const { movedBelow } = await records.boundary();
  const pages = movedBelow === 0 ? pagesPerStep : pagesPerStepOfMoved;
  const findings: Finding[] = [];
  for (const [table, checks] of Map.groupBy(pageChecks, (check) => check.table)) {
    for (const bounds of await pagesOf(records, table, pages)) {
      for (const check of checks) findings.push(...(await runCheck(records, check, bounds)));
    }
  }
  return findings;
}

/** The ranges of pages of a table. They are those of the largest partition, because a condition on them holds for each. */
export async function pagesOf(
  db: Queryable,
  table: string,
  pages = pagesPerStep,
): Promise<(readonly [from: string, to: string])[]> {
  const partitions = await readPagedTables(db, table);
  return [...pageSteps(Math.max(0, ...partitions.map((partition) => partition.pages)), pages)];
}
