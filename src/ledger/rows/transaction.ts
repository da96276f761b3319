import { GroupedLookup } from '../../jobs/grouped-lookup.ts';
import { ugx } from '../../money/ugx.ts';
import { numberArray, textArray } from '../../postgres/array-parameter.ts';
import type { Queryable } from '../../postgres/pool.ts';
import type { Failure, Transaction } from '../transaction.ts';
import { arrayStatement, type CopiedTable, copyStatement, exactly, type Send } from './statement.ts';

/** The columns of `transaction` that make a Transaction; times as milliseconds since 1970. */
export const transactionColumns = `
  wallet_id, transaction_id, mode, type, direction, route, status, amount, fee_amount, net_amount, sender_pays_fee,
  fee_schedule_id, description, counterparty_phone, counterparty_name, counterparty_wallet_id, provider,
  operator_account_id, external_reference, operator_receipt, api_key_id, api_triggered, details, balance_after,
  failure_stage, failure_code, failure_reason, transfer_count, event_count,
  round(extract(epoch FROM created_at) * 1000)::bigint AS created_at_ms,
  round(extract(epoch FROM completed_at) * 1000)::bigint AS completed_at_ms,
  round(extract(epoch FROM failed_at) * 1000)::bigint AS failed_at_ms`;

/** A bigint as the driver reads it from a column, as text, or from JSON. None of ours is beyond 2^53. */
type WholeNumber = string | number;

export interface TransactionRow {
  wallet_id: WholeNumber;
  transaction_id: WholeNumber;
  mode: Transaction['mode'];
  type: Transaction['type'];
  direction: Transaction['direction'];
  route: Transaction['route'];
  status: Transaction['status'];
  amount: WholeNumber;
  fee_amount: WholeNumber;
  net_amount: WholeNumber;
  sender_pays_fee: boolean | null;
  fee_schedule_id: WholeNumber | null;
  description: string | null;
  counterparty_phone: string | null;
  counterparty_name: string | null;
  counterparty_wallet_id: WholeNumber | null;
  provider: string | null;
  operator_account_id: number | null;
  external_reference: string | null;
  operator_receipt: string | null;
  api_key_id: WholeNumber | null;
  api_triggered: boolean;
  details: Record<string, unknown> | null;
  balance_after: WholeNumber | null;
  failure_stage: Failure['stage'] | null;
  failure_code: Failure['code'] | null;
  failure_reason: string | null;
  transfer_count: number;
  event_count: number;
  created_at_ms: WholeNumber;
  completed_at_ms: WholeNumber | null;
  failed_at_ms: WholeNumber | null;
}

/** A stored row as the ledger's Transaction. */
export function transactionFromRow(row: TransactionRow): Transaction {
  return {
    walletId: Number(row.wallet_id),
    transactionId: Number(row.transaction_id),
    mode: row.mode,
    type: row.type,
    direction: row.direction,
    route: row.route,
    status: row.status,
    amount: ugx(row.amount),
    feeAmount: ugx(row.fee_amount),
    netAmount: ugx(row.net_amount),
    senderPaysFee: row.sender_pays_fee,
    feeScheduleId: numberOrNull(row.fee_schedule_id),
    description: row.description,
    counterpartyPhone: row.counterparty_phone,
    counterpartyName: row.counterparty_name,
    counterpartyWalletId: numberOrNull(row.counterparty_wallet_id),
    provider: row.provider,
    operatorAccountId: row.operator_account_id,
    externalReference: row.external_reference,
    operatorReceipt: row.operator_receipt,
    apiKeyId: numberOrNull(row.api_key_id),
    apiTriggered: row.api_triggered,
    details: row.details,
    balanceAfter: row.balance_after === null ? null : ugx(row.balance_after),
    failure: failureFromRow(row),
    transferCount: row.transfer_count,
    eventCount: row.event_count,
    createdAtMs: Number(row.created_at_ms),
    completedAtMs: numberOrNull(row.completed_at_ms),
    failedAtMs: numberOrNull(row.failed_at_ms),
  };
}

function failureFromRow(row: TransactionRow): Failure | null {
  if (row.failure_stage === null || row.failure_code === null || row.failure_reason === null) return null;
  return { stage: row.failure_stage, code: row.failure_code, reason: row.failure_reason };
}

function numberOrNull(value: WholeNumber | null): number | null {
  return value === null ? null : Number(value);
}

/** The statement that reads transactions of locked wallets. */
const readTransactions = {
  name: 'ledger.read_transactions',
  text: `
    SELECT ${transactionColumns} FROM transaction
     WHERE (wallet_id, transaction_id) IN (SELECT * FROM unnest($1::bigint[], $2::bigint[]))`,
};

/** The transactions of some wallets, by id. */
export async function readLockedTransactions(
  db: Queryable,
  asked: readonly Pick<Transaction, 'walletId' | 'transactionId'>[],
): Promise<Map<number, Transaction>> {
  if (asked.length === 0) return new Map();
  const { rows } = await db.query<TransactionRow>({
    ...readTransactions,
    values: [
      numberArray(asked.map(({ walletId }) => walletId)),
      numberArray(asked.map(({ transactionId }) => transactionId)),
    ],
  });
  return new Map(rows.map((row) => [Number(row.transaction_id), transactionFromRow(row)]));
}

const opened: CopiedTable<Transaction> = {
  columns: `transaction (
    wallet_id, transaction_id, mode, type, direction, route, status, amount, fee_amount, net_amount, sender_pays_fee,
    fee_schedule_id, description, counterparty_phone, counterparty_name, counterparty_wallet_id, provider,
    operator_account_id, external_reference, operator_receipt, api_key_id, api_triggered, details, balance_after,
    transfer_count, event_count, created_at, completed_at)`,
  write: (fields, row, at) =>
    fields
      .number(row.walletId)
      .number(row.transactionId)
      .text(row.mode)
      .text(row.type)
      .text(row.direction)
      .text(row.route)
      .text(row.status)
      .number(row.amount)
      .number(row.feeAmount)
      .number(row.netAmount)
      .boolean(row.senderPaysFee)
      .number(row.feeScheduleId)
      .text(row.description)
      .text(row.counterpartyPhone)
      .text(row.counterpartyName)
      .number(row.counterpartyWalletId)
      .text(row.provider)
      .number(row.operatorAccountId)
      .text(row.externalReference)
      .text(row.operatorReceipt)
      .number(row.apiKeyId)
      .boolean(row.apiTriggered)
      .text(row.details === null ? null : JSON.stringify(row.details))
      .number(row.balanceAfter)
      .number(row.transferCount)
      .number(row.eventCount)
      .text(at)
      .text(row.status === 'completed' ? at : null),
};

export function insertTransactions(transactions: readonly Transaction[], atMs: number): Send[] {
  return copyStatement(opened, transactions, atMs);
}

/** Whether the transaction is stored. */
export async function isStored(
  db: Queryable,
  { walletId, transactionId }: Pick<Transaction, 'walletId' | 'transactionId'>,
): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM transaction WHERE wallet_id = $1 AND transaction_id = $2', [
    walletId,
    transactionId,
  ]);
  return rowCount === 1;
}

/** A stored transaction and what it becomes; the write is conditional on the status that was read. */
export interface MovedTransaction {
  readonly before: Transaction;
  readonly after: Transaction;
}

/** SQL: transactions with lower ids are in the history store or are being moved there. */
const movingBelow = 'coalesce((SELECT end_id FROM history_partition ORDER BY first_id DESC LIMIT 1), 0)';

const update = exactly(
  'ledger.update_transactions',
  'transactions moved',
  14,
  `
    UPDATE transaction SET status = new.status, operator_receipt = new.operator_receipt,
           balance_after = new.balance_after, failure_stage = new.failure_stage, failure_code = new.failure_code,
           failure_reason = new.failure_reason, transfer_count = new.transfer_count, event_count = new.event_count,
           details = new.details::jsonb,
           completed_at = CASE WHEN new.status = transaction.status THEN transaction.completed_at
                               WHEN new.status = 'completed' THEN to_timestamp($1::float8 / 1000) END,
           failed_at = CASE WHEN new.status = transaction.status THEN transaction.failed_at
                            WHEN new.status = 'failed' THEN to_timestamp($1::float8 / 1000) END
      FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[], $9::text[],
                  $10::text[], $11::smallint[], $12::smallint[], $13::text[])
        AS new (wallet_id, transaction_id, status_read, status, operator_receipt, balance_after, failure_stage,
                failure_code, failure_reason, transfer_count, event_count, details)
     WHERE transaction.wallet_id = new.wallet_id AND transaction.transaction_id = new.transaction_id
       AND transaction.status = new.status_read
       AND transaction.transaction_id >= ${movingBelow}`,
);

/**
 * Fails where a transaction's status is not the one that was read, and where it is being moved to the history store: a change of what has
 * been copied would be lost.
 */
export function updateTransactions(moved: readonly MovedTransaction[], atMs: number): Send[] {
  const column = <T>(pick: (transaction: Transaction) => T) => moved.map(({ after }) => pick(after));
  return arrayStatement(update, moved.length, () => [
    atMs,
    numberArray(column((t) => t.walletId)),
    numberArray(column((t) => t.transactionId)),
    textArray(moved.map(({ before }) => before.status)),
    textArray(column((t) => t.status)),
    textArray(column((t) => t.operatorReceipt)),
    numberArray(column((t) => t.balanceAfter)),
    textArray(column((t) => t.failure?.stage ?? null)),
    textArray(column((t) => t.failure?.code ?? null)),
    textArray(column((t) => t.failure?.reason ?? null)),
    numberArray(column((t) => t.transferCount)),
    numberArray(column((t) => t.eventCount)),
    textArray(column((t) => (t.details === null ? null : JSON.stringify(t.details)))),
    moved.length,
  ]);
}

/** Whether the transactions are as they were planned to become. */
export async function areMoved(db: Queryable, moved: readonly MovedTransaction[]): Promise<boolean> {
  const planned = moved.map(({ after }) => after);
  const { rowCount } = await db.query(
    `SELECT FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::smallint[], $5::smallint[])
              AS planned (wallet_id, transaction_id, status, transfer_count, event_count)
       JOIN transaction t USING (wallet_id, transaction_id, status, transfer_count, event_count)`,
    [
      numberArray(planned.map((transaction) => transaction.walletId)),
      numberArray(planned.map((transaction) => transaction.transactionId)),
      textArray(planned.map((transaction) => transaction.status)),
      numberArray(planned.map((transaction) => transaction.transferCount)),
      numberArray(planned.map((transaction) => transaction.eventCount)),
    ],
  );
  return rowCount === planned.length;
}

/** A transaction of a wallet as it now is. @throws Error when it does not exist. */
export async function readTransaction(db: Queryable, walletId: number, transactionId: number): Promise<Transaction> {
  const { rows } = await db.query<TransactionRow>({
    name: 'ledger.read_transaction',
    text: `SELECT ${transactionColumns} FROM transaction WHERE wallet_id = $1 AND transaction_id = $2`,
    values: [walletId, transactionId],
  });
  const row = rows[0];
  if (row === undefined) throw new Error(`transaction ${transactionId} of wallet ${walletId} does not exist`);
  return transactionFromRow(row);
}

/**
 * A transaction that is still here and is being moved to the history store, so that the ledger changes it no more.
 * @returns null where it is not being moved, or is not here.
 */
export async function readMovingTransaction(
  db: Queryable,
  walletId: number,
  transactionId: number,
): Promise<Transaction | null> {
  const { rows } = await db.query<TransactionRow>({
    name: 'ledger.read_moving_transaction',
    text: `SELECT ${transactionColumns} FROM transaction
            WHERE wallet_id = $1 AND transaction_id = $2 AND transaction_id < ${movingBelow}`,
    values: [walletId, transactionId],
  });
  const row = rows[0];
  return row === undefined ? null : transactionFromRow(row);
}

/** Reads transactions that are needed together in one statement. */
export class TransactionReads {
  readonly #lookup: GroupedLookup<Transaction>;

  constructor(db: Queryable) {
    this.#lookup = new GroupedLookup((keys) => readByKeys(db, keys));
  }

  /** A transaction of a wallet as it now is. @throws Error when it does not exist. */
  async read(walletId: number, transactionId: number): Promise<Transaction> {
    const found = await this.#lookup.find(`${walletId} ${transactionId}`);
    if (found === null) throw new Error(`transaction ${transactionId} of wallet ${walletId} does not exist`);
    return found;
  }
}

/** @param keys wallet and transaction, with a space between. */
async function readByKeys(db: Queryable, keys: readonly string[]): Promise<ReadonlyMap<string, Transaction>> {
  const ids = keys.map((key) => key.split(' ').map(Number));
  const { rows } = await db.query<TransactionRow>({
    ...readTransactions,
    values: [
      numberArray(ids.map(([walletId]) => walletId ?? null)),
      numberArray(ids.map(([, transactionId]) => transactionId ?? null)),
    ],
  });
  const found = rows.map(transactionFromRow);
  return new Map(found.map((one) => [`${one.walletId} ${one.transactionId}`, one]));
}
