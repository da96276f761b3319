import { referenceOf } from '../ledger/reference.ts';
import type { TransactionType } from '../ledger/transaction.ts';
import { numberArray, textArray } from '../postgres/array-parameter.ts';
import type { Queryable } from '../postgres/pool.ts';
import type {
  AuditEntryRecord,
  EventRecord,
  ResponseRecord,
  TransactionRecord,
  TransferRecord,
} from './format/records.ts';

/** The rows that are proven, as the database has them now. */

export interface TransactionId {
  readonly walletId: number;
  readonly transactionId: number;
}

export interface EventId extends TransactionId {
  readonly firstSequence: number;
}

export interface ResponseId {
  readonly walletId: number;
  readonly key: string;
}

/** The columns of a transaction's record, of a transaction `t`; client and holder are those of its wallet. */
export const transactionRecordColumns = `t.wallet_id, t.transaction_id, t.mode, t.type, t.direction, t.route, t.status, t.amount, t.fee_amount, t.net_amount,
           t.sender_pays_fee, t.fee_schedule_id, t.description, t.counterparty_phone, t.counterparty_name,
           t.counterparty_wallet_id, t.provider, t.operator_account_id, t.external_reference, t.operator_receipt,
           t.api_key_id, t.api_triggered, t.details::text AS details,
           coalesce(t.details ->> 'refunds', t.details ->> 'resolves') AS related_transaction,
           t.balance_after, t.failure_stage, t.failure_code, t.failure_reason, t.transfer_count, t.event_count, t.created_at,
           t.completed_at, t.failed_at`;

const transactions = {
  name: 'proofs.read_transactions',
  text: `
    SELECT ${transactionRecordColumns}, w.client_id, w.holder_name
      FROM unnest($1::bigint[], $2::bigint[]) AS asked (wallet_id, transaction_id)
      JOIN transaction t ON t.wallet_id = asked.wallet_id AND t.transaction_id = asked.transaction_id
      JOIN wallet w ON w.wallet_id = t.wallet_id`,
};

/** Transactions with the wallet that each belongs to; those that are missing are left out. */
export async function readTransactionRecords(
  db: Queryable,
  asked: readonly TransactionId[],
): Promise<TransactionRecord[]> {
  if (asked.length === 0) return [];
  const { rows } = await db.query<StoredTransaction & WalletFacts>({ ...transactions, values: idsOf(asked) });
  return rows.map((row) => transactionRecord(row, row));
}

/** A row of `transaction` as `transactionRecordColumns` reads it. */
export type StoredTransaction = Omit<TransactionRecord, 'reference' | keyof WalletFacts> & {
  readonly type: TransactionType;
};

/** What a transaction's record says of its wallet. */
export type WalletFacts = Pick<TransactionRecord, 'client_id' | 'holder_name'>;

/** The record that is proven of a transaction. */
export function transactionRecord(row: StoredTransaction, { client_id, holder_name }: WalletFacts): TransactionRecord {
  const reference = referenceOf(row.type, row.created_at.getTime(), Number(row.transaction_id));
  return { ...row, client_id, holder_name, reference };
}

export const transferRecordColumns = `
           t.wallet_id, t.transaction_id, t.line, t.debit_account, t.credit_account, t.amount, t.entry_no, t.balance_after,
           t.created_at`;

const transfers = {
  name: 'proofs.read_transfers',
  text: `
    SELECT ${transferRecordColumns}
      FROM unnest($1::bigint[], $2::bigint[]) AS asked (wallet_id, transaction_id)
      JOIN transfer t ON t.wallet_id = asked.wallet_id AND t.transaction_id = asked.transaction_id
     ORDER BY t.transaction_id, t.line`,
};

export async function readTransferRecords(db: Queryable, asked: readonly TransactionId[]): Promise<TransferRecord[]> {
  if (asked.length === 0) return [];
  return (await db.query<TransferRecord>({ ...transfers, values: idsOf(asked) })).rows;
}

export const eventRecordColumns = `
           e.wallet_id, e.first_sequence, e.transaction_id, e.first_event_no, e.names, e.api_key_id, e.snapshot, e.created_at`;

const events = {
  name: 'proofs.read_events',
  text: `
    SELECT ${eventRecordColumns}
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS asked (wallet_id, transaction_id, first_sequence)
      JOIN event e ON e.wallet_id = asked.wallet_id AND e.transaction_id = asked.transaction_id
                  AND e.first_sequence = asked.first_sequence
     ORDER BY e.transaction_id, e.first_event_no`,
};

export async function readEventRecords(db: Queryable, asked: readonly EventId[]): Promise<EventRecord[]> {
  if (asked.length === 0) return [];
  const values = [...idsOf(asked), numberArray(asked.map(({ firstSequence }) => firstSequence))];
  return (await db.query<EventRecord>({ ...events, values })).rows;
}

const responses = {
  name: 'proofs.read_responses',
  text: `
    SELECT k.wallet_id, k.key, k.fingerprint, k.transaction_id, k.response_status, k.response, k.response_due_at, k.created_at
      FROM unnest($1::bigint[], $2::text[]) AS asked (wallet_id, key)
      JOIN idempotency_key k ON k.wallet_id = asked.wallet_id AND k.key = asked.key
     WHERE k.response IS NOT NULL`,
};

/** Stored responses; keys that are forgotten, or have no response yet, are left out. */
export async function readResponseRecords(db: Queryable, asked: readonly ResponseId[]): Promise<ResponseRecord[]> {
  if (asked.length === 0) return [];
  const values = [numberArray(asked.map(({ walletId }) => walletId)), textArray(asked.map(({ key }) => key))];
  return (await db.query<ResponseRecord>({ ...responses, values })).rows;
}

const auditEntries = {
  name: 'proofs.read_audit_entries',
  text: `
    SELECT audit_log_id, at, actor, on_behalf_of, address, session, action, subject, details::text AS details,
           shown::text AS shown
      FROM audit_log WHERE audit_log_id = ANY ($1::bigint[]) ORDER BY audit_log_id`,
};

export async function readAuditEntryRecords(db: Queryable, ids: readonly number[]): Promise<AuditEntryRecord[]> {
  if (ids.length === 0) return [];
  return (await db.query<AuditEntryRecord>({ ...auditEntries, values: [numberArray(ids)] })).rows;
}

function idsOf(asked: readonly TransactionId[]): string[] {
  return [
    numberArray(asked.map(({ walletId }) => walletId)),
    numberArray(asked.map(({ transactionId }) => transactionId)),
  ];
}
