import type { RowBytes } from '../../postgres/row-bytes.ts';
import type { EventRow, TransferRow } from '../plan/plan.ts';
import type { Transaction } from '../transaction.ts';

/** A table that takes many rows per batch. */
export interface CopiedTable<Row> {
  readonly columns: string;
  /** Writes the fields of a row, in the order of the columns. `at` is the batch's time as text. */
  readonly write: (fields: RowBytes, row: Row, at: string) => void;
}

export const openedTransactions: CopiedTable<Transaction> = {
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

export const transfers: CopiedTable<TransferRow> = {
  columns: `transfer (
    wallet_id, transaction_id, line, debit_account, credit_account, amount, entry_no, balance_after, created_at)`,
  write: (fields, row, at) =>
    fields
      .number(row.walletId)
      .number(row.transactionId)
      .number(row.line)
      .number(row.debitAccount)
      .number(row.creditAccount)
      .number(row.amount)
      .number(row.entryNo)
      .number(row.balanceAfter)
      .text(at),
};

export const events: CopiedTable<EventRow> = {
  columns: `event (
    wallet_id, first_sequence, transaction_id, first_event_no, names, api_key_id, snapshot, created_at)`,
  write: (fields, row, at) =>
    fields
      .number(row.walletId)
      .number(row.firstSequence)
      .number(row.transactionId)
      .number(row.firstEventNo)
      // Event names are plain words, so their array needs no quotes.
      .text(`{${row.names.join(',')}}`)
      .number(row.apiKeyId)
      .text(row.snapshot)
      .text(at),
};
