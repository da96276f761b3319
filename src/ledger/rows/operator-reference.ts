import { numberArray, textArray } from '../../postgres/array-parameter.ts';
import type { Transaction } from '../transaction.ts';
import { arrayStatement, type Send } from './statement.ts';

const insert = {
  name: 'ledger.insert_operator_references',
  text: `
    INSERT INTO operator_reference (operator_account_id, reference, wallet_id, transaction_id)
    SELECT * FROM unnest($1::integer[], $2::text[], $3::bigint[], $4::bigint[])`,
};

/** Stores which transaction each reference stands for, so that a callback that knows only the reference finds it. */
export function insertOperatorReferences(transactions: readonly Transaction[]): Send[] {
  return arrayStatement(insert, transactions.length, () => [
    numberArray(transactions.map((t) => t.operatorAccountId)),
    textArray(transactions.map((t) => t.externalReference)),
    numberArray(transactions.map((t) => t.walletId)),
    numberArray(transactions.map((t) => t.transactionId)),
  ]);
}
