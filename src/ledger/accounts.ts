import type { Queryable } from '../postgres/pool.ts';
import type { Mode } from './transaction.ts';

/** Accounts that belong to nobody's wallet. See docs/architecture.md for what each one holds. */
export type SystemAccountKind =
  | 'collection_float'
  | 'disbursement_float'
  | 'bank'
  | 'issuance'
  | 'in_transit'
  | 'clearing'
  | 'fee_revenue_collection'
  | 'fee_revenue_send_money'
  | 'fee_revenue_withdrawal'
  | 'operator_charges'
  | 'suspense'
  | 'receivable'
  | 'loss'
  | 'other_income'
  | 'tax_payable';

/** Gives the number of a system account; accounts of an operator also need its operator account. */
export type SystemAccounts = (mode: Mode, kind: SystemAccountKind, operatorAccountId?: number) => number;

/** The wallet that owns what belongs to no client, per mode; made by migration 1. */
export const houseWalletId: Readonly<Record<Mode, number>> = { live: 1, test: 2 };

/** System accounts lie between: 1 and 2 are the house's wallets, and the sequences of migration 1 share the bounds. */
export const firstSystemAccount = 3;
export const lastSystemAccount = 999_999;

/** Whether an account belongs to nobody's wallet, so that a batch books it as a delta. */
export function isSystemAccount(account: number): boolean {
  return account >= firstSystemAccount && account <= lastSystemAccount;
}

/** @throws SystemAccountUnknown when an account was asked for that is not in the chart as it was read. */
export async function readSystemAccounts(db: Queryable): Promise<SystemAccounts> {
  const { rows } = await db.query<{
    account_id: string;
    mode: string;
    kind: string;
    operator_account_id: number | null;
  }>('SELECT account_id, mode, kind, operator_account_id FROM system_account');
  const numbers = new Map(
    rows.map((row) => [`${row.mode} ${row.kind} ${row.operator_account_id ?? ''}`, Number(row.account_id)]),
  );
  return (mode, kind, operatorAccountId) => {
    const number = numbers.get(`${mode} ${kind} ${operatorAccountId ?? ''}`);
    if (number === undefined) throw new SystemAccountUnknown(mode, kind, operatorAccountId);
    return number;
  };
}

export class SystemAccountUnknown extends Error {
  constructor(mode: Mode, kind: SystemAccountKind, operatorAccountId: number | undefined) {
    super(
      `there is no ${mode} account ${kind}${operatorAccountId === undefined ? '' : ` of operator account ${operatorAccountId}`}`,
    );
  }
}
