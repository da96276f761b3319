import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
});

/**
 * What the service may do beyond reading, and why where a right is not what its name says. A migration that grants a right
 * adds it here: nothing is granted that no statement of the program uses.
 */
const rights: Readonly<Record<string, string>> = {
  adjustment_claim: 'INSERT',
  adjustment_decision: 'INSERT',
  adjustment_outcome: 'INSERT',
  adjustment_proposal: 'INSERT',
  api_key: 'INSERT, UPDATE (expires_at, revoked_at, rolled_to, last_used_at, signing_keys)',
  api_key_reminder: 'INSERT, DELETE',
  approval: 'INSERT, UPDATE (due_at, lease_until, lease_token, failures, first_approver), DELETE',
  audit_entry_proof: 'INSERT',
  audit_log: 'INSERT',
  backup_check: 'INSERT, UPDATE (checked_at, restorable_until, problem)',
  // The service can only say that an order was mailed and reviewed, and never order one.
  break_glass: 'UPDATE (mailed_at, reviewed_by, reviewed_at)',
  bulk_payout: 'INSERT, UPDATE (status, approver, stopped_by, reason, expires_at, begun_at, ended_at, first_approver)',
  bulk_payout_row: 'INSERT, UPDATE (status, transaction_id, code, reason, begun_at, tries, due_at, lease_token)',
  change_decision: 'INSERT',
  change_outcome: 'INSERT',
  change_proposal: 'INSERT',
  client: 'INSERT, UPDATE (rate_limits, two_factor_required, quotas, dashboard_ips, legal_name, address, tin)',
  client_reference: 'INSERT',
  delivery: 'INSERT, UPDATE (status, delivered_at), DELETE',
  delivery_attempt: 'INSERT, DELETE',
  delivery_due:
    'INSERT, UPDATE (delivery_id, attempts, round_attempts, due_at, lease_token, order_sequence, waiting), DELETE',
  event: 'INSERT',
  // A row is locked by a right to update it.
  event_fan_out: 'INSERT, UPDATE (transaction_id), DELETE',
  fee_schedule: 'INSERT',
  first_approval: 'INSERT',
  // Housekeeping deletes old keys.
  idempotency_key: 'INSERT, UPDATE (response_status, response), DELETE',
  installation: 'UPDATE (sealed_word)',
  // Only the ledger's writer changes what is used; the limits are set by people.
  key_budget: 'INSERT, UPDATE (per_payment, per_day, per_month, period, day, day_out, month, month_period, month_out)',
  live_mode: 'INSERT',
  // Housekeeping deletes what was notified long ago, and what is over.
  notification: 'INSERT, UPDATE (is_grouped), DELETE',
  notification_chat: 'INSERT, UPDATE (url, host, kinds, set_by, updated_at, failed_at, failure), DELETE',
  notification_choice: 'INSERT, UPDATE (by_email, chosen_at)',
  notification_cursor: 'INSERT, UPDATE (searched_to)',
  notification_group: 'INSERT, UPDATE (next_at), DELETE',
  notification_message: 'INSERT, UPDATE (notification_ids, created_at, due_at, lease_token, failures, unknown), DELETE',
  operator_account: 'INSERT',
  operator_call: 'INSERT',
  operator_float: 'INSERT, UPDATE (reported, reported_at, sent_since, asks, asked_at)',
  operator_prefix: 'INSERT, UPDATE (operator), DELETE',
  operator_receipt: 'INSERT',
  operator_reference: 'INSERT, UPDATE (hinted_at)',
  operator_word: 'INSERT, UPDATE (treated_as, raw, times, last_heard_at)',
  payer_claim: 'INSERT, UPDATE (transaction_id)',
  // The sign-in library writes these four tables whole.
  person: 'INSERT, UPDATE',
  person_browser: 'INSERT, UPDATE (last_signed_in_at), DELETE',
  person_client_role: 'INSERT, UPDATE (role, granted_by, granted_at, joined_at), DELETE',
  person_credential: 'INSERT, UPDATE, DELETE',
  person_passkey: 'INSERT, UPDATE (counter), DELETE',
  person_session: 'INSERT, UPDATE, DELETE',
  person_sign_in_attempt: 'INSERT, UPDATE (failures, last_attempt_at, next_attempt_at), DELETE',
  person_tie: 'INSERT, UPDATE (at, vouched_by, vouched_at)',
  person_two_factor: 'INSERT, UPDATE, DELETE',
  person_verification: 'INSERT, UPDATE, DELETE',
  process: 'INSERT, UPDATE (state, address, beat, seen_at, metrics_read_at), DELETE',
  proof_fork: 'INSERT',
  proof_history: 'UPDATE (phase, after_wallet, after_id, after_key)',
  proof_key: 'INSERT',
  proof_receiver: 'INSERT, UPDATE (sent_number, failures, due_at)',
  proof_round: 'INSERT',
  // Deleted in the database transaction of the round that proves it.
  proof_work: 'INSERT, DELETE',
  query_budget: 'INSERT, UPDATE (taken, granted, newly_not_found), DELETE',
  // Housekeeping deletes old quotes.
  quote: 'INSERT, DELETE',
  rate_limit_window: 'INSERT, UPDATE (minute, hits), DELETE',
  receipt_link: 'INSERT, UPDATE (revoked_by, revoked_at)',
  // A refund that failed frees its collection.
  refund_claim: 'INSERT, DELETE',
  refund_ended: 'INSERT',
  request_log: 'INSERT',
  resolution_proposal: 'INSERT, DELETE',
  review_case:
    'INSERT, UPDATE (resolved_at, resolution, resolution_reason, resolved_by, confirmed_by, resolution_transaction_id)',
  saved_recipient: 'INSERT, UPDATE (name, note, saved_by, saved_at), DELETE',
  // A row is locked by a right to update it.
  signed_request: 'INSERT, UPDATE (noted_at), DELETE',
  signed_request_horizon: 'INSERT, UPDATE (created)',
  simulator_payment: 'INSERT, UPDATE (decision, decided_at)',
  statement_columns: 'INSERT, UPDATE (columns, mapped_by, mapped_at), DELETE',
  submission:
    'INSERT, UPDATE (sends, first_sent_at, send_until, call_ended_at, waits_for, float_claimed, recheck, failed_at, queries, not_found_since, in_review, failures, due_at, lease_until, lease_token, hints), DELETE',
  suspense_claim: 'INSERT',
  system_account: 'INSERT, UPDATE (balance)',
  system_account_delta: 'INSERT, DELETE',
  transaction:
    'INSERT, UPDATE (status, operator_receipt, details, balance_after, failure_stage, failure_code, failure_reason, transfer_count, event_count, completed_at, failed_at)',
  transaction_proof: 'INSERT',
  transfer: 'INSERT',
  trusted_clock: 'UPDATE (version, trusted_at, wall_at, adopted_difference_ms, steady_difference_ms, steady_since)',
  wallet:
    'INSERT, UPDATE (available, held, entry_no, event_sequence, day, day_out, frozen, limit_per_transaction, limit_per_day, approval_threshold, withdraw_listed_only, one_collection_per_payer, has_webhooks, unique_client_references)',
  wallet_count: 'INSERT, UPDATE (counted_to, days_counted_to)',
  wallet_day: 'INSERT, UPDATE (completed, failed, moved, fees)',
  wallet_hour: 'INSERT, UPDATE (completed, failed, moved, fees), DELETE',
  wallet_phone: 'INSERT',
  webhook:
    'INSERT, UPDATE (url, events, api_key_id, description, secret, next_secret, next_secret_from, honor_hints, is_active, disabled_at, disabled_reason, deleted_at, updated_at, failing_since, ordered)',
  withdrawal_number: 'INSERT, DELETE',
};

/** The service reads every table of the schema; these rights on sequences give numbers and set none. */
const sequences: Readonly<Record<string, string>> = {
  delivery_number: 'USAGE',
  operator_call_number: 'USAGE',
  request_log_number: 'USAGE',
  system_account_number: 'USAGE',
  transaction_number: 'SELECT, USAGE',
  wallet_number: 'USAGE',
  webhook_number: 'USAGE',
};

/** Those that run as their owner can make and drop partitions, and move the sequence of transactions forward. */
const functions = {
  'begin_server_life(bigint)': 'as the owner',
  'comparable_reference(text)': 'as the caller',
  'ensure_partitions()': 'as the owner',
  'expect_rows(text,bigint,bigint)': 'as the caller',
  'is_made_with_key(bigint,bigint)': 'as the caller',
  'keep_operator_calls(timestamp with time zone)': 'as the owner',
  'keep_request_log(timestamp with time zone)': 'as the owner',
  'trusted_now()': 'as the caller',
  'wall_time_of(timestamp with time zone)': 'as the caller',
};

test('the service has the rights of this list and no others', async () => {
  const granted = await grantsTo('nsimbi_service');
  expect(withoutReading(granted.tables)).toEqual(rights);
  expect(granted.sequences).toEqual(sequences);
});

test('the service may run the functions of this list, and those that run as their owner look for names in our schema only', async () => {
  const { rows } = await database.pool.query<{ name: string; as_owner: boolean; path: string | null }>(
    `SELECT oid::regprocedure::text AS name, prosecdef AS as_owner,
            (SELECT setting FROM unnest(proconfig) AS setting WHERE setting LIKE 'search_path=%') AS path
       FROM pg_proc WHERE pronamespace = 'nsimbi'::regnamespace AND has_function_privilege('nsimbi_service', oid, 'EXECUTE')`,
  );
  expect(
    Object.fromEntries(rows.map(({ name, as_owner }) => [name, as_owner ? 'as the owner' : 'as the caller'])),
  ).toEqual(functions);
  for (const { name, as_owner, path } of rows.filter((row) => row.as_owner)) {
    expect({ name, as_owner, path }).toEqual({ name, as_owner, path: 'search_path=nsimbi, pg_temp' });
  }
});

test('on a partition the service has no right but to read it, so it writes through the table', async () => {
  const { rows } = await database.pool.query(
    `SELECT relname, privilege_type FROM pg_class, aclexplode(relacl)
      WHERE relnamespace = 'nsimbi'::regnamespace AND relispartition AND grantee = 'nsimbi_service'::regrole
        AND privilege_type <> 'SELECT'`,
  );
  expect(rows).toEqual([]);
});

test('PUBLIC has no right on a table, and nobody but the owner may create anything in the schema', async () => {
  const { rows } = await database.pool.query(
    `SELECT relname AS name, privilege_type AS privilege FROM pg_class, aclexplode(relacl)
      WHERE relnamespace = 'nsimbi'::regnamespace AND grantee = 0
      UNION ALL
     SELECT role, 'CREATE' FROM unnest(ARRAY['nsimbi_service', 'nsimbi_reader']) AS role
      WHERE has_schema_privilege(role, 'nsimbi', 'CREATE')`,
  );
  expect(rows).toEqual([]);
});

test('who only reads may read nothing that the service may not, and writes nothing', async () => {
  const { tables, sequences: read } = await grantsTo('nsimbi_reader');
  expect(withoutReading(tables)).toEqual({});
  expect(read).toEqual({ transaction_number: 'SELECT' });
  const { rows } = await database.pool.query(
    `SELECT relname, attname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      WHERE relnamespace = 'nsimbi'::regnamespace AND relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped
        AND has_column_privilege('nsimbi_reader', attrelid, attnum, 'SELECT')
        AND NOT has_column_privilege('nsimbi_service', attrelid, attnum, 'SELECT')`,
  );
  expect(rows).toEqual([]);
});

interface Grants {
  readonly tables: Readonly<Record<string, string>>;
  readonly sequences: Readonly<Record<string, string>>;
}

/** What was granted to a role itself, by table, partitions left out. */
async function grantsTo(role: string): Promise<Grants> {
  const { rows } = await database.pool.query<{ name: string; is_sequence: boolean; granted: string }>(
    `WITH acl AS (
       SELECT oid, NULL::smallint AS attnum, NULL::name AS attname, relacl AS items FROM pg_class
        UNION ALL
       SELECT attrelid, attnum, attname, attacl FROM pg_attribute WHERE NOT attisdropped),
     privilege AS (
       SELECT relname, relkind, privilege_type, string_agg(attname, ', ' ORDER BY attnum) AS columns
         FROM pg_class JOIN acl USING (oid), aclexplode(items) AS item
        WHERE relnamespace = 'nsimbi'::regnamespace AND NOT relispartition AND item.grantee = $1::regrole
        GROUP BY relname, relkind, privilege_type, attnum IS NULL)
     SELECT relname AS name, relkind = 'S' AS is_sequence,
            string_agg(privilege_type || coalesce(' (' || columns || ')', ''), ', '
                       ORDER BY array_position('{SELECT, INSERT, UPDATE, DELETE}', privilege_type)) AS granted
       FROM privilege GROUP BY relname, relkind ORDER BY relname`,
    [role],
  );
  const byName = (isSequence: boolean) =>
    Object.fromEntries(
      rows.filter((row) => row.is_sequence === isSequence).map(({ name, granted }) => [name, granted]),
    );
  return { tables: byName(false), sequences: byName(true) };
}

/** The rights to write; reading is left out, of whole tables and of single columns. */
function withoutReading(tables: Readonly<Record<string, string>>): Record<string, string> {
  const written = Object.entries(tables).map(([name, granted]): [string, string] => [
    name,
    granted.replace(/^SELECT(?: \([^)]*\))?(?:, )?/, ''),
  ]);
  return Object.fromEntries(written.filter(([, granted]) => granted !== ''));
}
