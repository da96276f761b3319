import { sentTogether } from '../../postgres/pipeline.ts';
import type { Queryable } from '../../postgres/pool.ts';
import type { Command } from '../commands/command.ts';
import { dependenciesOf, failedBy } from '../commands/dependencies.ts';
import { readKeys, usedKeysOf } from '../idempotency.ts';
import { countedIn } from '../plan/key-budget.ts';
import type { PlanState } from '../plan/state.ts';
import { readExternalReferences } from '../rows/adjustment-claim.ts';
import { readApprovals } from '../rows/approval.ts';
import { readClientReferences } from '../rows/client-reference.ts';
import { type KeyBudget, readKeyBudgets } from '../rows/key-budget.ts';
import { readReceipts } from '../rows/operator-receipt.ts';
import { readOpenCollections } from '../rows/payer-claim.ts';
import { readRefunds } from '../rows/refund-claim.ts';
import { lockCases, readReversedCollections } from '../rows/review-case.ts';
import { lockFreeSends, lockSends } from '../rows/submission.ts';
import { readSuspenseClaims } from '../rows/suspense-claim.ts';
import { readLockedTransactions } from '../rows/transaction.ts';
import { readPhoneOwners } from '../rows/wallet-phone.ts';
import { readListedNumbers } from '../rows/withdrawal-number.ts';

const moment = {
  name: 'ledger.moment',
  text: `
    SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms,
           floor(extract(epoch FROM trusted_now()) * 1000)::bigint AS trusted_now_ms,
           pg_current_xact_id()::text AS database_transaction,
           current_setting('synchronous_standby_names') <> ''
             AND current_setting('synchronous_commit') IN ('on', 'remote_apply') AS waits_for_standby,
           (SELECT array_agg(nextval('transaction_number')) FROM generate_series(1, $1))::text AS numbers`,
};

/** The time of a batch, and its numbers. */
export interface Moment {
  /** The database's clock. */
  readonly nowMs: number;
  /** The clock that deadlines count by. */
  readonly trustedNowMs: number;
  /** PostgreSQL's 64-bit id of this database transaction. */
  readonly databaseTransaction: string;
  /** Fresh transaction numbers. */
  readonly numbers: readonly number[];
  /** Whether its commit waits until a synchronous standby has stored it. */
  readonly waitsForStandby: boolean;
}

interface MomentRow {
  readonly now_ms: string;
  readonly trusted_now_ms: string;
  readonly database_transaction: string;
  readonly numbers: string | null;
  readonly waits_for_standby: boolean;
}

/** Reads the clocks and takes `count` fresh numbers; call it under the wallets' locks, so that both follow their order. */
export async function takeMoment(db: Queryable, count: number): Promise<Moment> {
  const { rows } = await db.query<MomentRow>({ ...moment, values: [count] });
  const row = rows[0];
  if (row === undefined) throw new Error('the server did not return the time');
  return momentOf(row);
}

function momentOf(row: MomentRow): Moment {
  return {
    nowMs: Number(row.now_ms),
    trustedNowMs: Number(row.trusted_now_ms),
    databaseTransaction: row.database_transaction,
    numbers: row.numbers === null ? [] : row.numbers.slice(1, -1).split(',').map(Number),
    waitsForStandby: row.waits_for_standby,
  };
}

const pastMoment = {
  name: 'ledger.past_moment',
  text: `
    SELECT now_ms, trusted_now_ms, database_transaction, waits_for_standby, numbers
      FROM (SELECT $2::bigint AS now_ms,
                   floor(extract(epoch FROM trusted_now()) * 1000)::bigint AS trusted_now_ms,
                   pg_current_xact_id()::text AS database_transaction,
                   false AS waits_for_standby,
                   (SELECT array_agg(nextval('transaction_number')) FROM generate_series(1, $1))::text AS numbers
             WHERE NOT EXISTS (SELECT FROM live_mode)
               AND $2::bigint <= floor(extract(epoch FROM clock_timestamp()) * 1000)) AS allowed`,
};

/**
 * As `takeMoment`, at a given time of the wall clock; trusted time is that of now, because it only counts deadlines. The statement
 * itself gives nothing where live mode was ever enabled, or for a time to come.
 * @throws PastNotAllowed
 */
export async function takePastMoment(db: Queryable, count: number, atMs: number): Promise<Moment> {
  const { rows } = await db.query<MomentRow>({ ...pastMoment, values: [count, atMs] });
  const row = rows[0];
  if (row === undefined) {
    throw new PastNotAllowed('live mode was enabled in this database, or the time is still to come');
  }
  return momentOf(row);
}

/** A batch may not be written at the time in the past that was asked for. */
export class PastNotAllowed extends Error {
  override readonly name = 'PastNotAllowed';

  constructor(reason: string) {
    super(`nothing was written at a time in the past: ${reason}`);
  }
}

/** The rows that a batch locks besides its wallets, as they are under their locks. */
export type LockedRows = Pick<PlanState, 'sends' | 'reviewCases'>;

/** What a batch reads and does not lock. */
export type CommandState = Omit<PlanState, 'nowMs' | 'trustedNowMs' | 'wallets' | 'systemAccounts' | keyof LockedRows>;

/**
 * Reads what the commands depend on, in statements after the lock so that nothing older than the lock is seen. All are sent
 * together, but for those that need the result of another and so are sent only when all have succeeded: had one of them failed,
 * the server would refuse them, and that refusal would hide why the batch failed.
 */
export async function readCommandState(db: Queryable, commands: readonly Command[]): Promise<CommandState> {
  const on = dependenciesOf(commands);
  const [
    keys,
    phoneOwners,
    listedNumbers,
    openCollections,
    clientReferences,
    transactions,
    approvals,
    suspenseClaims,
    refunds,
    reversed,
    receipts,
    externalReferences,
    budgetsOfPayers,
  ] = await sentTogether([
    readKeys(db, keysOf(commands)),
    readPhoneOwners(db, on.phones),
    readListedNumbers(db, on.withdrawalNumbers),
    readOpenCollections(db, on.payers),
    readClientReferences(db, on.clientReferences),
    readLockedTransactions(db, on.transactions),
    readApprovals(db, on.approvals),
    readSuspenseClaims(db, on.suspenseClaims),
    readRefunds(db, on.refundedCollections),
    readReversedCollections(db, on.refundedCollections),
    readReceipts(db, on.receipts),
    readExternalReferences(db, on.externalReferences),
    readKeyBudgets(db, on.keyBudgets),
  ]);
  return {
    usedKeys: await usedKeysOf(db, keys),
    keyBudgets: await withBudgetsToGiveBackTo(db, budgetsOfPayers, commands, transactions),
    phoneOwners,
    listedNumbers,
    openCollections,
    clientReferences,
    transactions,
    approvals,
    suspenseClaims,
    refunds,
    reversed,
    receipts,
    externalReferences,
  };
}

/** The budgets that were read, and those that payments counted against which commands can fail: none is read for other commands. */
async function withBudgetsToGiveBackTo(
  db: Queryable,
  read: ReadonlyMap<number, KeyBudget>,
  commands: readonly Command[],
  transactions: PlanState['transactions'],
): Promise<ReadonlyMap<number, KeyBudget>> {
  const failing = commands.flatMap((command) => transactions.get(failedBy(command) ?? 0) ?? []);
  const missing = failing.flatMap((transaction) => {
    const lineage = countedIn(transaction)?.lineage;
    return lineage === undefined || read.has(lineage) ? [] : [{ walletId: transaction.walletId, lineage }];
  });
  return missing.length === 0 ? read : new Map([...read, ...(await readKeyBudgets(db, missing))]);
}

/**
 * Locks submissions and review cases, those of commands whose wallets are locked already: every session locks in this order.
 * Waits for those that another session has locked.
 */
export async function lockRows(db: Queryable, commands: readonly Command[]): Promise<LockedRows> {
  const on = dependenciesOf(commands);
  const [sends, reviewCases] = await sentTogether([lockSends(db, on.sends), lockCases(db, on.reviewCases)]);
  return { sends, reviewCases };
}

/**
 * As `lockRows`, without waiting, for commands that lock no case.
 * @returns also the transactions whose submissions another session has locked: nothing can be decided about them now.
 */
export async function lockFreeRows(
  db: Queryable,
  commands: readonly Command[],
): Promise<{ readonly rows: LockedRows; readonly heldTransactions: ReadonlySet<number> }> {
  const { sends, held } = await lockFreeSends(db, dependenciesOf(commands).sends);
  return { rows: { sends, reviewCases: new Map() }, heldTransactions: held };
}

function keysOf(commands: readonly Command[]): { readonly walletId: number; readonly key: string }[] {
  return commands.flatMap((command) =>
    'idempotency' in command && command.idempotency !== null
      ? [{ walletId: command.walletId, key: command.idempotency.key }]
      : [],
  );
}
