import { clientDataOf } from '../ledger/client-data.ts';
import type { Mode } from '../ledger/transaction.ts';
import { isoTime } from '../ledger/transaction-object.ts';
import type { Statement, StatementRow } from './statement.ts';

/** A row as the interface shows it. Amounts in shillings; balance = balance before + money_in - money_out. */
export function statementRowObject({ atMs, reference, transaction, moneyIn, moneyOut, fee, balance }: StatementRow) {
  return {
    id: transaction.transactionId,
    reference,
    completed_at: isoTime(atMs),
    type: transaction.type,
    direction: transaction.direction,
    money_in: Number(moneyIn),
    money_out: Number(moneyOut),
    fee_amount: Number(fee),
    balance: Number(balance),
    description: transaction.description,
    counterparty_phone: transaction.counterpartyPhone,
    counterparty_name: transaction.counterpartyName,
    operator: transaction.provider,
    external_reference: transaction.externalReference,
    operator_receipt: transaction.operatorReceipt,
    client_reference: clientDataOf(transaction).reference,
  };
}

/** The sums of a statement and some of its rows as the interface shows them. Amounts in shillings. */
export function statementObject(statement: Statement, mode: Mode, rows: readonly StatementRow[]) {
  return {
    from: statement.period.fromDay,
    to: statement.period.toDay,
    mode,
    currency: 'UGX',
    opening_balance: Number(statement.opening),
    money_in: Number(statement.moneyIn),
    money_out: Number(statement.moneyOut),
    fees: Number(statement.fees),
    closing_balance: Number(statement.closing),
    closing_held: Number(statement.closingHeld),
    row_count: statement.rowCount,
    rows: rows.map(statementRowObject),
  };
}
