import { createHash } from 'node:crypto';
import type { Records } from '../history/records.ts';
import { approversNeeded } from '../ledger/commands/decide-approval.ts';
import { referenceOf } from '../ledger/reference.ts';
import { responsibleFor } from '../ledger/rows/approval.ts';
import { type TransactionRow, transactionColumns, transactionFromRow } from '../ledger/rows/transaction.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { isoTime } from '../ledger/transaction-object.ts';
import { ugxToJson } from '../money/ugx.ts';
import type { Queryable } from '../postgres/pool.ts';
import { Refusal } from '../refusal.ts';
import { findTransaction } from '../wallet/history.ts';
import { refusalOf } from '../wallet/sentences.ts';

/** A payment that waits for a second person. */
export interface WaitingPayment {
  readonly transaction: Transaction;
  readonly maker: string;
  /** The person behind the maker; null where none is known. */
  readonly responsible: string | null;
  readonly firstApprover: string | null;
  /** What the wall clock will show then. */
  readonly expiresAtMs: number;
}

/** What a second person sees and confirms; amounts in shillings. */
export interface ShownPayment {
  readonly transaction_id: number;
  readonly reference: string;
  readonly type: string;
  readonly amount: number;
  readonly fee_amount: number;
  readonly net_amount: number;
  readonly recipient_phone: string | null;
  readonly recipient_name: string | null;
  readonly provider: string | null;
  readonly description: string | null;
  readonly maker: string;
  /** The person behind the maker: of an API key, who created or last rolled it. Null where none is known. */
  readonly responsible: string | null;
  /** How many persons must approve. */
  readonly approvers_needed: 1 | 2;
  /** Who approved it already, where two must. */
  readonly first_approver: string | null;
  readonly created_at: string;
  readonly expires_at: string;
}

/** The payments of a wallet that wait, oldest first, by keyset after a transaction's number; 0 begins. */
export async function listWaitingPayments(
  db: Queryable,
  walletId: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<WaitingPayment[]> {
  return await waitingPayments(db, 'approval.transaction_id > $2 ORDER BY approval.transaction_id LIMIT $3', [
    walletId,
    after,
    limit,
  ]);
}

/** One payment that waits; null when this wallet has none of this number that does. */
export async function findWaitingPayment(
  db: Queryable,
  walletId: number,
  transactionId: number,
): Promise<WaitingPayment | null> {
  const [found] = await waitingPayments(db, 'approval.transaction_id = $2', [walletId, transactionId]);
  return found ?? null;
}

/**
 * One payment of a wallet that waits.
 * @throws Refusal `not_pending` when it waits no longer, `not_found` when there is none. @throws HistoryUnavailable
 */
export async function readWaitingPayment(
  records: Records,
  walletId: number,
  transactionId: number,
): Promise<WaitingPayment> {
  const waiting = await findWaitingPayment(records, walletId, transactionId);
  if (waiting !== null) return waiting;
  const transaction = await findTransaction(records, walletId, transactionId);
  if (transaction === null) throw new Refusal('not_found', 'This wallet has no transaction with that id.');
  throw refusalOf({ code: 'not_pending', status: transaction.status });
}

/** Everybody who asked for a payment, or has approved it already: the approver must be another person than each of them. Pure. */
export function makersOf({ maker, responsible, firstApprover }: WaitingPayment): string[] {
  return [maker, responsible, firstApprover].filter((person) => person !== null);
}

async function waitingPayments(db: Queryable, which: string, values: readonly number[]): Promise<WaitingPayment[]> {
  const { rows } = await db.query<
    TransactionRow & { maker: string; responsible: string | null; first_approver: string | null; due_at_ms: string }
  >(
    `SELECT payment.*, maker, ${responsibleFor('approval.maker')} AS responsible, first_approver,
            round(extract(epoch FROM wall_time_of(due_at)) * 1000)::bigint AS due_at_ms
       FROM approval
      CROSS JOIN LATERAL (SELECT ${transactionColumns} FROM transaction
                           WHERE wallet_id = $1 AND transaction_id = approval.transaction_id OFFSET 0) AS payment
      WHERE approval.wallet_id = $1 AND ${which}`,
    [...values],
  );
  return rows.map((row) => ({
    transaction: transactionFromRow(row),
    maker: row.maker,
    responsible: row.responsible,
    firstApprover: row.first_approver,
    expiresAtMs: Number(row.due_at_ms),
  }));
}

/** What the second person is shown of a payment. Pure. */
export function shownPayment(payment: WaitingPayment): ShownPayment {
  const { transaction, maker, responsible, firstApprover, expiresAtMs } = payment;
  return {
    transaction_id: transaction.transactionId,
    reference: referenceOf(transaction.type, transaction.createdAtMs, transaction.transactionId),
    type: transaction.type,
    amount: ugxToJson(transaction.amount),
    fee_amount: ugxToJson(transaction.feeAmount),
    net_amount: ugxToJson(transaction.netAmount),
    recipient_phone: transaction.counterpartyPhone,
    recipient_name: transaction.counterpartyName,
    provider: transaction.provider,
    description: transaction.description,
    maker,
    responsible,
    approvers_needed: approversNeeded(payment, transaction.mode),
    first_approver: firstApprover,
    created_at: isoTime(transaction.createdAtMs),
    expires_at: isoTime(expiresAtMs),
  };
}

/**
 * A digest of what was shown, without the expiry: the time that a clock will show then is another one when that clock is set. It
 * is sent with the approval, so that a person approves exactly what they read: a payment that has changed since has another digest.
 * Pure.
 */
export function digestOfShown({ expires_at: _, ...shown }: ShownPayment): string {
  const fields = Object.entries(shown).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url');
}
