import type { Transaction } from '../ledger/transaction.ts';
import { isoTime, type TransactionObject, transactionObject } from '../ledger/transaction-object.ts';
import { ugx } from '../money/ugx.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { AnswerRecord, RecordValue } from './record.ts';

/** A transaction as the interface shows it, with whose wallet it is in and who of us asked and approved. */
export function transactionRecord(transaction: Transaction): AnswerRecord {
  const object: TransactionObject = transactionObject(transaction);
  return {
    ...object,
    sender_pays_fee: object.sender_pays_fee ?? null,
    amount: transaction.amount,
    fee_amount: transaction.feeAmount,
    net_amount: transaction.netAmount,
    balance_after: transaction.balanceAfter,
    metadata: plainRecord({ ...object.metadata, ...transaction.details }),
    wallet_id: transaction.walletId,
  };
}

/** Its lines in the ledger, accounts named. */
export async function transferRecords(db: Queryable, transaction: Transaction): Promise<AnswerRecord[]> {
  const { rows } = await db.query<TransferRow>(
    `SELECT line, amount, balance_after, round(extract(epoch FROM created_at) * 1000)::bigint AS created_at_ms,
            debit_account, credit_account, debit.kind AS debit_kind, credit.kind AS credit_kind
       FROM transfer
       LEFT JOIN system_account debit ON debit.account_id = debit_account
       LEFT JOIN system_account credit ON credit.account_id = credit_account
      WHERE wallet_id = $1 AND transaction_id = $2 ORDER BY line`,
    [transaction.walletId, transaction.transactionId],
  );
  return rows.map((row) => ({
    line: row.line,
    debit: row.debit_kind ?? `wallet ${row.debit_account}`,
    credit: row.credit_kind ?? `wallet ${row.credit_account}`,
    amount: ugx(row.amount),
    balance_after: row.balance_after === null ? null : ugx(row.balance_after),
    created_at: isoTime(Number(row.created_at_ms)),
  }));
}

interface TransferRow {
  line: number;
  amount: string;
  balance_after: string | null;
  created_at_ms: string;
  debit_account: string;
  credit_account: string;
  debit_kind: string | null;
  credit_kind: string | null;
}

/** Its events, in order. */
export async function eventRecords(db: Queryable, transaction: Transaction): Promise<AnswerRecord[]> {
  const { rows } = await db.query<{ event_no: number; name: string; sequence: string; created_at_ms: string }>(
    `SELECT first_event_no + i - 1 AS event_no, names[i] AS name, first_sequence + i - 1 AS sequence,
            round(extract(epoch FROM created_at) * 1000)::bigint AS created_at_ms
       FROM event, generate_subscripts(names, 1) AS i
      WHERE wallet_id = $1 AND transaction_id = $2 ORDER BY event_no`,
    [transaction.walletId, transaction.transactionId],
  );
  return rows.map((row) => ({
    id: `evt_${transaction.transactionId}_${row.event_no}`,
    type: row.name,
    sequence: Number(row.sequence),
    created_at: isoTime(Number(row.created_at_ms)),
  }));
}

/** What its operator said of it that nobody knows the meaning of, in the order in which it was first heard. */
export async function operatorWordRecords(db: Queryable, transaction: Transaction): Promise<AnswerRecord[]> {
  const { rows } = await db.query<OperatorWordRow>(
    `SELECT call, word, treated_as, times, raw,
            round(extract(epoch FROM first_heard_at) * 1000)::bigint AS first_heard_at_ms,
            round(extract(epoch FROM last_heard_at) * 1000)::bigint AS last_heard_at_ms
       FROM operator_word
      WHERE wallet_id = $1 AND transaction_id = $2 ORDER BY first_heard_at, call, word`,
    [transaction.walletId, transaction.transactionId],
  );
  return rows.map(({ first_heard_at_ms, last_heard_at_ms, ...row }) => ({
    ...row,
    first_heard_at: isoTime(Number(first_heard_at_ms)),
    last_heard_at: isoTime(Number(last_heard_at_ms)),
  }));
}

interface OperatorWordRow {
  call: string;
  word: string;
  treated_as: string;
  times: number;
  raw: string;
  first_heard_at_ms: string;
  last_heard_at_ms: string;
}

/** What JSON can hold, as it came from there. */
export function plainRecord(object: Readonly<Record<string, unknown>>): AnswerRecord {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, plainValue(value)]));
}

function plainValue(value: unknown): RecordValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value;
  }
  return JSON.stringify(value) ?? null;
}
