import type { Ugx } from '../../money/ugx.ts';
import { type CopiedTable, copyStatement, type Send } from './statement.ts';

/** One line of the ledger: an amount from a debited to a credited account. */
export interface TransferRow {
  readonly walletId: number;
  readonly transactionId: number;
  readonly line: number;
  readonly debitAccount: number;
  readonly creditAccount: number;
  readonly amount: Ugx;
  /** Of the wallet, when the line touches it. */
  readonly entryNo: number | null;
  readonly balanceAfter: Ugx | null;
}

const table: CopiedTable<TransferRow> = {
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

export function insertTransfers(transfers: readonly TransferRow[], atMs: number): Send[] {
  return copyStatement(table, transfers, atMs);
}
