import type { Mode } from './transaction.ts';

/** Accounts that belong to no wallet. See docs/architecture.md for what each one holds. */
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

/** The wallet that owns what belongs to no client, per mode; made by migration 1. */
export const houseWalletId: Readonly<Record<Mode, number>> = { live: 1, test: 2 };

/** System accounts lie between: 1 and 2 are the house's wallets, and the sequences of migration 1 share the bounds. */
export const firstSystemAccount = 3;
export const lastSystemAccount = 999_999;

/** Whether an account belongs to no wallet, so that a batch books it as a delta. */
export function isSystemAccount(account: number): boolean {
  return account >= firstSystemAccount && account <= lastSystemAccount;
}
