import type { AuditRule } from './rules.ts';

/**
 * How each column of the database is covered, in three lists. A test compares them with the catalogue, so that a new column must be put
 * into one of them. Another test changes each column of the first two lists and expects a finding.
 */

/** Columns that the audit derives from others, by table, with the rule that finds a change. */
export const derivedColumns: Readonly<Record<string, Readonly<Partial<Record<AuditRule, string>>>>> = {
  wallet: {
    wallet_balance_is_its_transfers: 'wallet_id available',
    entries_have_no_gap: 'entry_no',
    held_is_its_open_payouts: 'held',
    events_have_no_gap: 'event_sequence',
    day_out_is_its_payouts: 'day day_out',
    client_is_as_created: 'client_id mode holder_name phone',
    wallet_limits_are_as_set:
      'frozen limit_per_transaction limit_per_day approval_threshold withdraw_listed_only one_collection_per_payer unique_client_references',
  },
  transaction: {
    transfer_has_its_transaction: 'wallet_id transaction_id',
    transfer_stays_in_its_wallet: 'mode',
    events_tell_their_transaction: 'type direction status event_count',
    shown_transaction_matches_its_transfers: 'amount fee_amount net_amount transfer_count',
    fee_is_of_its_schedule: 'fee_schedule_id route',
    sent_and_received_pair: 'counterparty_wallet_id',
    external_transaction_has_its_reference: 'external_reference operator_account_id',
    receipt_pays_for_one_transaction: 'operator_receipt',
    event_is_of_its_moment: 'api_key_id created_at completed_at failed_at',
  },
  wallet_day: {
    wallet_days_are_their_transactions: 'wallet_id day type direction operator completed failed moved fees',
  },
  wallet_count: { wallet_days_are_their_transactions: 'days_counted_to' },
  transfer: {
    transfer_has_its_transaction: 'wallet_id transaction_id',
    shown_transaction_matches_its_transfers: 'line',
    system_account_is_its_transfers: 'debit_account credit_account amount',
    entries_have_no_gap: 'entry_no',
    balance_after_follows_the_chain: 'balance_after',
  },
  event: {
    event_has_its_transaction: 'wallet_id transaction_id',
    events_have_no_gap: 'first_sequence',
    events_tell_their_transaction: 'first_event_no names',
    event_is_of_its_moment: 'api_key_id created_at',
  },
  history_boundary: { moved_partitions_are_sealed: 'moved_below created_until' },
  history_partition: {
    moved_partitions_are_sealed: 'first_id end_id transactions transfers events accounts pairs',
  },
  history_entry_run: { moved_runs_are_their_records: 'wallet_id first_no last_no moved balance_after' },
  history_event_run: { moved_runs_are_their_records: 'wallet_id first_no last_no' },
  system_account: {
    system_account_is_its_transfers: 'account_id balance',
    operator_accounts_are_complete: 'mode kind operator_account_id normal',
  },
  system_account_delta: { system_account_is_its_transfers: 'account_id amount' },
  operator_account: { provider_is_its_operator: 'operator_account_id mode operator' },
  operator_reference: {
    operator_reference_has_its_transaction: 'operator_account_id reference wallet_id transaction_id',
  },
  operator_receipt: { operator_receipt_has_its_transaction: 'operator_account_id receipt wallet_id transaction_id' },
  operator_call: { operator_call_is_of_its_transaction: 'wallet_id transaction_id operator call request_body' },
  operator_word: { operator_word_is_of_its_transaction: 'wallet_id transaction_id' },
  submission: {
    owed_payment_is_open: 'transaction_id wallet_id recheck',
    submission_is_of_its_transaction: 'mode operator operator_account_id direction reference',
  },
  approval: {
    owed_payment_is_open: 'transaction_id wallet_id',
    approval_is_of_its_payment: 'maker first_approver',
  },
  payer_claim: { payer_claim_has_its_collection: 'wallet_id phone transaction_id' },
  client_reference: { client_reference_has_its_transaction: 'wallet_id client_reference transaction_id' },
  refund_claim: { refund_has_its_claim: 'collection_id refund_id wallet_id paid_late amount collected' },
  refund_ended: { ended_refund_came_back: 'collection_id refund_id wallet_id' },
  suspense_claim: { suspense_claim_has_its_transaction: 'transaction_id kind amount receipt wallet_id' },
  review_case: {
    review_case_is_of_its_transaction: 'mode wallet_id transaction_id operator_account_id kind claim found',
    resolved_case_has_its_act:
      'review_case_id resolved_at resolution resolution_reason resolved_by confirmed_by resolution_transaction_id',
  },
  resolution_proposal: { proposal_has_its_act: 'review_case_id resolution client_id reason proposed_by' },
  adjustment_claim: { slip_has_its_booking: 'mode external_reference wallet_id transaction_id reference_key' },
  adjustment_proposal: {
    proposal_has_its_act:
      'adjustment_proposal_id client_id wallet_id mode type direction amount external_reference proposed_by',
    adjustment_is_as_approved: 'reason proposed_at',
  },
  adjustment_decision: {
    adjustment_is_as_approved: 'adjustment_proposal_id mode proposed_by decision decided_by digest',
  },
  adjustment_outcome: { booked_adjustment_is_as_proposed: 'adjustment_proposal_id transaction_id refusal' },
  change_proposal: { proposal_has_its_act: 'change_proposal_id change before client_id proposed_by' },
  change_decision: { change_is_as_approved: 'change_proposal_id proposed_by decision decided_by digest' },
  change_outcome: { change_is_as_approved: 'change_proposal_id transaction_id created_client_id' },
  first_approval: { change_is_as_approved: 'kind subject_id approver' },
  break_glass: { change_is_as_approved: 'change_proposal_id ordered_by reason' },
  live_mode: { change_is_as_approved: 'proposed_by approved_by' },
  bulk_payout: {
    bulk_payout_has_its_acts:
      'bulk_payout_id wallet_id client_id mode maker api_key_id first_approver approver stopped_by',
    bulk_payout_is_its_rows: 'row_count amount fees',
  },
  bulk_payout_row: {
    bulk_row_has_its_payment:
      'row_no phone amount fee description client_reference transaction_id fee_schedule_id moved',
    bulk_payout_is_its_rows: 'bulk_payout_id',
  },
  quote: {
    quoted_payment_is_as_quoted:
      'wallet_id type phone provider recipient_wallet_id amount fee_amount net_amount sender_pays_fee fee_schedule_id created_at',
  },
  key_budget: {
    key_budget_is_its_payments: 'day_out month_out period month_period',
    key_budget_is_as_set: 'wallet_id lineage per_payment per_day per_month',
  },
  fee_schedule: { fees_are_as_set: 'fee_schedule_id client_id operation effective_from bands created_by' },
  client: { client_is_as_created: 'client_id name phone' },
  wallet_phone: { phone_leads_to_its_wallet: 'mode phone wallet_id' },
  withdrawal_number: { withdrawal_numbers_are_as_set: 'wallet_id phone' },
  api_key: {
    api_key_is_as_created:
      'api_key_id client_id wallet_id mode name permissions allowed_ips revoked_at rolled_to created_by lineage',
    signing_keys_are_as_set: 'signing_keys',
  },
  person: { role_is_as_granted: 'id platform_role' },
  person_client_role: { role_is_as_granted: 'person_id client_id role' },
  audit_beginning: { rules_begin_where_they_did: 'transaction_id audit_log_id' },
};

/** Columns of the leaves of the ledger's proofs, and of what signs them, by table: a change no longer agrees with what was signed (docs/proofs.md). */
export const provenColumns: Readonly<Record<string, string>> = {
  transaction:
    'sender_pays_fee description counterparty_phone counterparty_name provider api_triggered details balance_after failure_stage failure_code failure_reason',
  transfer: 'created_at',
  event: 'snapshot',
  idempotency_key: 'wallet_id key fingerprint transaction_id response_due_at response_status response created_at',
  audit_log: 'audit_log_id at actor action subject details on_behalf_of address session shown',
  transaction_proof: 'transaction_id wallet_id round first_leaf contents secret leaves',
  audit_entry_proof: 'audit_log_id round leaf_index secret leaf',
  proof_round: 'number tree_size root previous signed_at fork_of hash key_id signature',
  proof_key: 'key_id public_key signs_from introduced_by introduction',
  proof_fork: 'common_number common_hash published_number proposed_by decided_by',
};

/** Columns on which no money depends, by table and reason. */
export const operationalColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  wallet: { 'decides only whether events are queued for webhooks; the events are there either way': 'has_webhooks' },
  system_account_delta: { 'numbers the rows until they are added to the balance': 'delta_id' },
  operator_account: { 'says where the account is, for people': 'host environment api_user created_at' },
  operator_reference: { 'limits how often a callback causes a query': 'hinted_at' },
  operator_call: {
    'describes the call, for support; a settlement reads none of it':
      'operator_call_id at simulated send_no method path outcome status duration_ms request_bytes answer_body answer_bytes',
  },
  operator_word: {
    'describes an unknown code, for support; it settles nothing':
      'call word treated_as raw times first_heard_at last_heard_at',
  },
  submission: {
    'schedules calls and queries: a payment is sent under its one reference, and settled by what the operator then reports':
      'created_at sends first_sent_at send_until call_ended_at waits_for float_claimed failed_at queries not_found_since in_review failures due_at lease_until lease_token hints',
  },
  operator_float: {
    'is what the operator reported, to send no payment that it would refuse; nothing is booked by it':
      'operator_account_id float reported reported_at sent_since asks asked_at',
  },
  approval: {
    'schedules the end of the wait, at which the money is back in the wallet':
      'due_at lease_until lease_token failures',
  },
  suspense_claim: { 'is shown to people': 'created_at' },
  review_case: { 'is shown to people': 'opened_at' },
  resolution_proposal: { 'identifies the proposal for its confirmation, which fails when it differs': 'proposed_at' },
  adjustment_proposal: { 'recognize a form that is sent twice': 'form_key fingerprint' },
  adjustment_decision: { 'are shown to people': 'decided_at comment' },
  adjustment_outcome: { 'is shown to people': 'at' },
  change_proposal: { 'recognize a form that is sent twice, and its age': 'form_key fingerprint proposed_at' },
  change_decision: { 'are shown to people': 'decided_at comment' },
  change_outcome: { 'are shown to people': 'at refusal' },
  first_approval: {
    'counts only where it is that of the proposal as it stands, which the second approval reads again':
      'digest approved_at',
  },
  break_glass: {
    'schedule and record notices about the order': 'ordered_at due_at mailed_at reviewed_by reviewed_at',
  },
  live_mode: { 'is shown to people': 'is_enabled enabled_at' },
  bulk_payout: {
    'describe and schedule it; each row is paid once, under its own key':
      'name form_key fingerprint status ask_approval retry_of reason created_at expires_at begun_at ended_at',
  },
  bulk_payout_row: {
    'schedule the row, which is paid once, under its own key':
      'line status code reason begun_at tries due_at lease_token',
    'is shown to people; no payment depends on it': 'recipient_name',
  },
  key_budget: {
    'say which day and month the sums belong to; a later one begins at 0, and the payments that counted are compared':
      'day month',
  },
  quote: {
    'name it, end it and are shown to people: a payment keeps what it cost, and the time of its price':
      'quote_id expires_at recipient_name name_match name_match_reason',
  },
  fee_schedule: { 'are shown to people, and recognize a form that is sent twice': 'created_at form_key fingerprint' },
  client: {
    'limit requests and sign-in; payments have limits of their own':
      'created_at rate_limits two_factor_required quotas dashboard_ips',
    'are printed on statements': 'legal_name address tin',
  },
  withdrawal_number: { 'is shown to people': 'created_at' },
  api_key: {
    'identify the caller; whatever a key pays is a transaction that names it, within its permissions and budget':
      'public_id secret_hash rate_limits expires_at last_used_at created_at',
  },
  api_key_reminder: { 'record e-mails': 'api_key_id days_before sent_at' },
  person: {
    'identify who signs in; what a person does is in the audit log, and needs a second person for live money':
      'email name email_verified image two_factor_enabled disabled_at created_at updated_at last_seen_at',
  },
  person_client_role: { 'are shown to people': 'granted_by granted_at joined_at' },
  person_browser: {
    'is for sign-in, and moves no money': 'browser_hash person_id first_signed_in_at last_signed_in_at',
  },
  person_credential: {
    'is for sign-in, and moves no money':
      'id account_id provider_id person_id access_token refresh_token id_token access_token_expires_at refresh_token_expires_at scope password created_at updated_at',
  },
  person_passkey: {
    'is for sign-in, and moves no money':
      'id person_id name credential_id public_key counter device_type backed_up transports aaguid created_at',
  },
  person_session: {
    'is for sign-in, and moves no money':
      'id token person_id expires_at ip_address user_agent created_at updated_at factor_given_at',
  },
  person_sign_in_attempt: { 'is for sign-in, and moves no money': 'subject failures last_attempt_at next_attempt_at' },
  person_tie: {
    'decides who may approve for whom; the approval itself names both people':
      'person_id tied_to kind at vouched_by vouched_at',
  },
  person_two_factor: {
    'is for sign-in, and moves no money':
      'id person_id secret backup_codes verified failed_verification_count locked_until last_step',
  },
  person_verification: { 'is for sign-in, and moves no money': 'id identifier value expires_at created_at updated_at' },
  delivery: {
    'sends events, which are there without it':
      'wallet_id webhook_id delivery_id transaction_id first_sequence sequence event_no event_type status created_at delivered_at',
  },
  delivery_attempt: {
    'sends events, which are there without it':
      'wallet_id webhook_id delivery_id attempt_no at response_status duration_ms error response_excerpt',
  },
  delivery_due: {
    'sends events, which are there without it':
      'webhook_id delivery_id wallet_id attempts round_attempts is_retry due_at lease_token order_transaction_id order_sequence waiting',
  },
  event_fan_out: { 'sends events, which are there without it': 'wallet_id first_sequence transaction_id' },
  webhook: {
    'sends events, which are there without it':
      'wallet_id webhook_id client_id mode url events api_key_id description secret next_secret next_secret_from honor_hints api_version is_active disabled_at disabled_reason deleted_at created_at updated_at failing_since ordered',
  },
  operator_prefix: {
    'chooses the operator of a phone; the transaction names the one that it was sent to': 'prefix operator',
  },
  simulator_payment: {
    'is the books of the simulated operators, which are theirs':
      'reference payment_id operator direction phone amount description merchant_name created_at prompt_until decision decided_at',
  },
  query_budget: { 'limits queries': 'operator_account_id second taken granted newly_not_found' },
  rate_limit_window: { 'limits requests': 'key minute hits' },
  signed_request: { 'refuses a signed request that was let in before': 'api_key_id nonce created noted_at' },
  signed_request_horizon: { 'refuses signed requests that are old': 'api_key_id created' },
  request_log: {
    'is shown to developers':
      'request_log_id wallet_id at method path query status duration_ms request_id api_key_id idempotency_key error_code transaction_id request_body request_bytes answer_body answer_bytes',
  },
  statement_columns: { 'names the columns of files': 'operator columns mapped_by mapped_at' },
  notification: {
    'is for messages to people, and moves no money':
      'notification_id kind client_id person_id subject details found_at due_at is_grouped',
  },
  notification_chat: { 'is for messages to people': 'client_id url host kinds set_by updated_at failed_at failure' },
  notification_choice: { 'is for messages to people': 'person_id client_id kind by_email chosen_at' },
  notification_cursor: { 'is for messages to people': 'wallet_id searched_to' },
  notification_group: { 'is for messages to people': 'kind client_id person_id next_at' },
  notification_message: {
    'is for messages to people':
      'message_id kind client_id person_id notification_ids created_at due_at lease_token failures unknown',
  },
  wallet_count: { 'counts events for figures': 'wallet_id counted_to' },
  wallet_hour: { 'is figures for people': 'wallet_id hour type direction operator completed failed moved fees' },
  history_boundary: { 'keeps one row': 'one' },
  history_partition: { 'names the copy, and schedules its steps': 'copy_id begun_at closed_at dropped_at' },
  installation: { 'identifies the database; a copy moves no live money': 'one installation_id created_at sealed_word' },
  process: {
    'shows processes to people, and keeps old programs from a new schema':
      'process_id host pid roles version state address started_at beat seen_at metrics_read_at',
  },
  backup_check: { 'shows the last check of the backups to people': 'stanza checked_at restorable_until problem' },
  number_origin: { 'keeps numbers from coming back after a recovery': 'one origin' },
  server_life: { 'keeps numbers from coming back after a recovery': 'one' },
  trusted_clock: {
    'times deadlines, at which nothing is paid':
      'one version trusted_at wall_at adopted_difference_ms steady_difference_ms steady_since',
  },
  schema_migration: { 'describes the schema': 'number name checksum oldest_program applied_at' },
  audit_beginning: { 'keeps one row': 'one' },
  proof_key: { 'is shown to people': 'introduced_at' },
  proof_fork: { 'is shown to people': 'decided_at' },
  proof_work: {
    'names what waits for its proof; a record that is neither named nor proven is found':
      'proof_work_id noted_at records wallet_ids transaction_ids first_sequences responses audit_log_ids',
  },
  proof_history: { 'says how far the records of before are proven': 'one phase after_wallet after_id after_key' },
  proof_receiver: { 'schedules where rounds are sent': 'address sent_number failures due_at' },
  saved_recipient: {
    'fills in forms; a person confirms each payment, whose transaction names the phone':
      'wallet_id phone name note saved_by saved_at',
  },
  receipt_link: {
    'shows a receipt to whoever has the link; the receipt proves itself':
      'receipt_link_id wallet_id transaction_id token_hash business counterparty description created_by created_at expires_at revoked_by revoked_at',
  },
};
