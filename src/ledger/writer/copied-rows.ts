import { copyBoolean, copyNumber, copyText } from '../../postgres/copy-into.ts';
import type { EventRow, PromiseRow, TransferRow } from '../plan/plan.ts';
import type { Transaction } from '../transaction.ts';

/** A table that takes many rows per batch: its columns, and a row of it in COPY's text form. */
export interface CopiedTable<Row> {
  readonly columns: string;
  /** `at` is the batch's time as text. */
  readonly line: (row: Row, at: string) => string;
}

export const openedTransactions: CopiedTable<Transaction> = {
  columns: `transaction (
    wallet_id, transaction_id, mode, type, direction, route, status, amount, fee_amount, net_amount, sender_pays_fee,
    fee_schedule_id, description, counterparty_phone, counterparty_name, counterparty_wallet_id, provider,
    operator_account_id, external_reference, operator_receipt, api_key_id, api_triggered, details, balance_after,
    transfer_count, event_count, created_at, completed_at)`,
  line: (row, at) =>
    `${row.walletId}\t${row.transactionId}\t${row.mode}\t${row.type}\t${row.direction}\t${row.route}\t${row.status}\t` +
    `${row.amount}\t${row.feeAmount}\t${row.netAmount}\t${copyBoolean(row.senderPaysFee)}\t` +
    `${copyNumber(row.feeScheduleId)}\t${copyText(row.description)}\t${copyText(row.counterpartyPhone)}\t` +
    `${copyText(row.counterpartyName)}\t${copyNumber(row.counterpartyWalletId)}\t${copyText(row.provider)}\t` +
    `${copyNumber(row.operatorAccountId)}\t${copyText(row.externalReference)}\t${copyText(row.operatorReceipt)}\t` +
    `${copyNumber(row.apiKeyId)}\t${copyBoolean(row.apiTriggered)}\t` +
    `${copyText(row.details === null ? null : JSON.stringify(row.details))}\t${copyNumber(row.balanceAfter)}\t` +
    `${row.transferCount}\t${row.eventCount}\t${at}\t${row.status === 'completed' ? at : '\\N'}\n`,
};

export const transfers: CopiedTable<TransferRow> = {
  columns: `transfer (
    wallet_id, transaction_id, line, debit_account, credit_account, amount, entry_no, balance_after, created_at)`,
  line: (row, at) =>
    `${row.walletId}\t${row.transactionId}\t${row.line}\t${row.debitAccount}\t${row.creditAccount}\t${row.amount}\t` +
    `${copyNumber(row.entryNo)}\t${copyNumber(row.balanceAfter)}\t${at}\n`,
};

export const events: CopiedTable<EventRow> = {
  columns: `event (
    wallet_id, first_sequence, transaction_id, first_event_no, names, api_key_id, snapshot, created_at)`,
  // Event names are plain words, so their array needs no quotes.
  line: (row, at) =>
    `${row.walletId}\t${row.firstSequence}\t${row.transactionId}\t${row.firstEventNo}\t{${row.names.join(',')}}\t` +
    `${copyNumber(row.apiKeyId)}\t${copyText(row.snapshot)}\t${at}\n`,
};

export const promises: CopiedTable<PromiseRow> = {
  columns: `idempotency_key (
    wallet_id, key, fingerprint, transaction_id, answer_due_at, answer_status, answer, created_at)`,
  line: (row, at) =>
    `${row.walletId}\t${copyText(row.key)}\t${copyText(row.fingerprint)}\t${row.transactionId}\t` +
    `${new Date(row.answerDueAtMs).toISOString()}\t${row.answer === null ? '\\N' : '200'}\t${copyText(row.answer)}\t` +
    `${at}\n`,
};
