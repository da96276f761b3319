import { ugx } from '../money/ugx.ts';
import type { Failure, Transaction } from './transaction.ts';

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
