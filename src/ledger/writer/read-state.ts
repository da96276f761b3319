import { ugx } from '../../money/ugx.ts';
import { numberArray, textArray } from '../../postgres/array-parameter.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { sentTogether } from '../../postgres/sent-together.ts';
import type { Command } from '../commands/command.ts';
import { dependenciesOf } from '../commands/dependencies.ts';
import { type PlanState, promiseKey, type StoredPromise } from '../plan/state.ts';
import { readExternalReferences } from '../rows/adjustment-claim.ts';
import { readApprovals } from '../rows/approval.ts';
import { readReceipts } from '../rows/operator-receipt.ts';
import { readOpenCollections } from '../rows/payer-claim.ts';
import { readRefunds } from '../rows/refund-claim.ts';
import { lockCases, readReversedCollections } from '../rows/review-case.ts';
import { lockSends } from '../rows/submission.ts';
import { readSuspenseClaims } from '../rows/suspense-claim.ts';
import {
  readLockedTransactions,
  readTransactions,
  type TransactionRow,
  transactionFromRow,
} from '../rows/transaction.ts';
import { readPhoneOwners } from '../rows/wallet-phone.ts';
import { readListedNumbers } from '../rows/withdrawal-number.ts';

const moment = {
  name: 'ledger.moment',
  text: `
    SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms,
           pg_current_xact_id()::text AS database_transaction,
           (SELECT array_agg(nextval('transaction_number')) FROM generate_series(1, $1))::text AS numbers`,
};

const readPromises = {
  name: 'ledger.read_promises',
  text: `
    SELECT p.wallet_id, p.key, p.fingerprint, p.transaction_id, p.answer_status, p.answer,
           round(extract(epoch FROM p.answer_due_at) * 1000)::bigint AS answer_due_at_ms
      FROM unnest($1::bigint[], $2::text[]) AS asked (wallet_id, key)
      JOIN idempotency_key p ON p.wallet_id = asked.wallet_id AND p.key = asked.key`,
};

const readFirstBalances = {
  name: 'ledger.read_first_balances',
  text: `
    SELECT t.transaction_id, t.balance_after FROM unnest($1::bigint[], $2::bigint[]) AS asked (wallet_id, transaction_id)
      JOIN transfer t ON t.wallet_id = asked.wallet_id AND t.transaction_id = asked.transaction_id AND t.line = 1`,
};

/** The time of a batch, and its numbers. */
export interface Moment {
  /** The database's clock. */
  readonly nowMs: number;
  /** PostgreSQL's 64-bit id of this database transaction. */
  readonly databaseTransaction: string;
  /** Fresh transaction numbers. */
  readonly numbers: readonly number[];
}

/** Reads the clock and takes `count` fresh numbers; call it under the wallets' locks, so that both follow their order. */
export async function takeMoment(db: Queryable, count: number): Promise<Moment> {
  const { rows } = await db.query<{ now_ms: string; database_transaction: string; numbers: string | null }>({
    ...moment,
    values: [count],
  });
  const row = rows[0];
  if (row === undefined) throw new Error('the server did not return the time');
  return {
    nowMs: Number(row.now_ms),
    databaseTransaction: row.database_transaction,
    numbers: row.numbers === null ? [] : row.numbers.slice(1, -1).split(',').map(Number),
  };
}

/** What a batch reads besides its locked wallets. */
export type CommandState = Omit<PlanState, 'nowMs' | 'wallets' | 'systemAccounts'>;

/** Reads what the commands depend on, in statements after the lock so that nothing older than the lock is seen. */
export async function readCommandState(db: Queryable, commands: readonly Command[]): Promise<CommandState> {
  const on = dependenciesOf(commands);
  const [
    promises,
    phoneOwners,
    listedNumbers,
    openCollections,
    transactions,
    approvals,
    suspenseClaims,
    sends,
    refunds,
    reversed,
    reviewCases,
    receipts,
    externalReferences,
  ] = await sentTogether([
    readStoredPromises(db, commands),
    readPhoneOwners(db, on.phones),
    readListedNumbers(db, on.withdrawalNumbers),
    readOpenCollections(db, on.payers),
    readLockedTransactions(db, on.transactions),
    readApprovals(db, on.approvals),
    readSuspenseClaims(db, on.suspenseClaims),
    lockSends(db, on.sends),
    readRefunds(db, on.refundedCollections),
    readReversedCollections(db, on.refundedCollections),
    lockCases(db, on.reviewCases),
    readReceipts(db, on.receipts),
    readExternalReferences(db, on.externalReferences),
  ]);
  return {
    promises: await withOwedTransactions(db, promises),
    phoneOwners,
    listedNumbers,
    openCollections,
    transactions,
    approvals,
    suspenseClaims,
    sends,
    refunds,
    reversed,
    reviewCases,
    receipts,
    externalReferences,
  };
}

async function readStoredPromises(db: Queryable, commands: readonly Command[]) {
  const promises = new Map<string, StoredPromise & { walletId: number }>();
  const walletIds: number[] = [];
  const keys: string[] = [];
  for (const command of commands) {
    if (!('idempotency' in command) || command.idempotency === null) continue;
    walletIds.push(command.walletId);
    keys.push(command.idempotency.key);
  }
  if (keys.length === 0) return promises;
  const { rows } = await db.query<{
    wallet_id: string;
    key: string;
    fingerprint: string;
    transaction_id: string;
    answer_status: number | null;
    answer: string | null;
    answer_due_at_ms: string;
  }>({ ...readPromises, values: [numberArray(walletIds), textArray(keys)] });
  for (const row of rows) {
    const walletId = Number(row.wallet_id);
    promises.set(promiseKey(walletId, row.key), {
      walletId,
      fingerprint: row.fingerprint,
      transactionId: Number(row.transaction_id),
      answerDueAtMs: Number(row.answer_due_at_ms),
      answer:
        row.answer === null || row.answer_status === null ? null : { status: row.answer_status, text: row.answer },
      transaction: null,
      balanceWhenAccepted: null,
    });
  }
  return promises;
}

/** A promise whose answer is not kept is answered from its transaction, as that was accepted. */
async function withOwedTransactions(
  db: Queryable,
  promises: Map<string, StoredPromise & { walletId: number }>,
): Promise<Map<string, StoredPromise>> {
  const owed = [...promises.values()].filter((promise) => promise.answer === null);
  if (owed.length === 0) return promises;
  const values = [
    numberArray(owed.map((promise) => promise.walletId)),
    numberArray(owed.map((promise) => promise.transactionId)),
  ];
  const [transactions, balances] = await sentTogether([
    db.query<TransactionRow>({ ...readTransactions, values }),
    db.query<{ transaction_id: string; balance_after: string | null }>({ ...readFirstBalances, values }),
  ]);
  const byNumber = new Map(transactions.rows.map((row) => [Number(row.transaction_id), transactionFromRow(row)]));
  const balanceOf = new Map(balances.rows.map((row) => [Number(row.transaction_id), row.balance_after]));
  return new Map(
    [...promises].map(([key, promise]) => {
      const balance = balanceOf.get(promise.transactionId) ?? null;
      return [
        key,
        {
          ...promise,
          transaction: promise.answer === null ? (byNumber.get(promise.transactionId) ?? null) : null,
          balanceWhenAccepted: balance === null ? null : ugx(balance),
        },
      ];
    }),
  );
}
