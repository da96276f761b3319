import type { Ugx } from '../money/ugx.ts';

export type Mode = 'live' | 'test';
export type TransactionType =
  | 'payment_sent'
  | 'payment_received'
  | 'withdrawal'
  | 'collection'
  | 'deposit'
  | 'adjustment'
  | 'refund';
export type TransactionStatus = 'pending' | 'processing' | 'completed' | 'failed';
export type Direction = 'in' | 'out';

/** internal: between two wallets here. external: an operator moves it. house: booked by an administrator. */
export type Route = 'internal' | 'external' | 'house';

/** Where a transaction failed: when it was submitted to the operator, when it was settled, or before a person approved it. */
export type FailureStage = 'submission' | 'settlement' | 'approval';

/** Why a transaction failed: a machine code and one sentence for the client. */
export interface Failure {
  readonly stage: FailureStage;
  readonly code: FailureCode;
  readonly reason: string;
}

/** Why money did not move; every operator's codes are mapped to these. */
export type FailureCode =
  | 'customer_refused'
  | 'customer_insufficient_funds'
  | 'customer_limit_reached'
  | 'prompt_expired'
  | 'recipient_not_found'
  | 'recipient_limit_reached'
  | 'recipient_cannot_receive'
  | 'operator_refused'
  | 'operator_float_too_low'
  | 'operator_unavailable'
  | 'operator_failed'
  | 'approval_rejected'
  | 'approval_expired'
  | 'not_sent_in_time';

/** A transaction as stored, times in milliseconds since 1970, amounts in shillings. */
export interface Transaction {
  readonly walletId: number;
  readonly transactionId: number;
  readonly mode: Mode;
  readonly type: TransactionType;
  readonly direction: Direction;
  readonly route: Route;
  readonly status: TransactionStatus;
  /** Gross: what leaves the payer. Always netAmount + feeAmount. */
  readonly amount: Ugx;
  readonly feeAmount: Ugx;
  /** What reaches the receiver. */
  readonly netAmount: Ugx;
  readonly senderPaysFee: boolean | null;
  readonly feeScheduleId: number | null;
  readonly description: string | null;
  readonly counterpartyPhone: string | null;
  readonly counterpartyName: string | null;
  readonly counterpartyWalletId: number | null;
  readonly provider: string | null;
  readonly operatorAccountId: number | null;
  readonly externalReference: string | null;
  readonly operatorReceipt: string | null;
  readonly apiKeyId: number | null;
  readonly apiTriggered: boolean;
  /** What only some transactions have: reason, maker, approver, external_reference, resolves. Goes into metadata. */
  readonly details: Readonly<Record<string, unknown>> | null;
  /** Available balance after the transaction's latest touch of the wallet; null before. */
  readonly balanceAfter: Ugx | null;
  readonly failure: Failure | null;
  readonly transferCount: number;
  readonly eventCount: number;
  readonly createdAtMs: number;
  readonly completedAtMs: number | null;
  readonly failedAtMs: number | null;
}

/** The only moves a transaction may make. Nothing leaves a final status. */
const allowedMoves: Record<TransactionStatus, readonly TransactionStatus[]> = {
  pending: ['processing', 'failed'],
  processing: ['completed', 'failed'],
  completed: [],
  failed: [],
};

/** Whether a transaction in status `from` may move to `to`. */
export function mayMove(from: TransactionStatus, to: TransactionStatus): boolean {
  return allowedMoves[from].includes(to);
}

/** Whether a status is the last one. */
export function isFinal(status: TransactionStatus): boolean {
  return allowedMoves[status].length === 0;
}

/**
 * Whether nothing that a transaction shows can change any more: it is completed and no operator has a part in it. The database
 * refuses such a change (migrations/0015-final-when-opened.sql), so that its events need no copy of it.
 */
export function neverChanges({ status, route }: Pick<Transaction, 'status' | 'route'>): boolean {
  return status === 'completed' && route !== 'external';
}
