/** A rule of the books. */
export type AuditRule =
  | 'wallet_balance_is_its_transfers'
  | 'transfer_has_its_transaction'
  | 'event_has_its_transaction'
  | 'entries_have_no_gap'
  | 'balance_after_follows_the_chain'
  | 'held_is_its_open_payouts'
  | 'shown_transaction_matches_its_transfers'
  | 'fee_is_in_its_account'
  | 'operator_float_is_its_payments'
  | 'suspense_has_its_case'
  | 'suspense_is_its_open_cases'
  | 'external_transaction_has_its_reference'
  | 'events_have_no_gap'
  | 'events_tell_their_transaction'
  | 'snapshot_shows_its_transaction'
  | 'trial_balance_is_zero'
  | 'clearing_is_zero'
  | 'in_transit_is_held'
  | 'system_account_is_its_transfers'
  | 'open_payment_is_owed'
  | 'owed_payment_is_open'
  | 'bulk_row_has_its_payment'
  | 'key_budget_is_its_payments'
  | 'records_cannot_be_changed';

/** How the database finds what breaks a rule. */
export interface Check {
  readonly rule: AuditRule;
  /** Gives one row with a `detail` per broken rule; must see one moment, so it is one statement. */
  readonly sql: string;
}
