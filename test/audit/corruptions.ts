import type pg from 'pg';
import { addedUp, allChecks, pagesOf } from '../../src/audit/audit.ts';
import { derivedColumns } from '../../src/audit/columns.ts';
import type { AuditRule } from '../../src/audit/rules.ts';
import { walletChecks } from '../../src/audit/wallet-checks.ts';
import { recordsIn } from '../records.ts';

/** A column, and the rule that must find a change of it. */
export interface DerivedColumn {
  readonly table: string;
  readonly column: string;
  readonly rule: AuditRule;
}

export const allDerivedColumns: readonly DerivedColumn[] = Object.entries(derivedColumns).flatMap(([table, rules]) =>
  Object.entries(rules).flatMap(([rule, columns]) =>
    columns.split(' ').map((column) => ({ table, column, rule: rule as AuditRule })),
  ),
);

/** Whether a table is empty until transactions have moved to the history store. */
export const isOfHistory = ({ table }: DerivedColumn) => table.startsWith('history_');

/** How a value of a type is changed, where the column has no way of its own. */
const otherValue: Readonly<Record<string, (column: string) => string>> = {
  bigint: (column) => `coalesce(${column}, 0) + 1`,
  integer: (column) => `coalesce(${column}, 0) + 1`,
  smallint: (column) => `coalesce(${column}, 0) + 1`,
  text: (column) => `coalesce(${column}, '') || 'x'`,
  bytea: (column) => `set_byte(${column}, 0, get_byte(${column}, 0) # 1)`,
  boolean: (column) => `NOT ${column}`,
  jsonb: (column) => `${column} || '{"x": 1}'`,
  'text[]': (column) => `array_append(${column}, 'x')`,
  'timestamp(3) with time zone': (column) => `coalesce(${column}, clock_timestamp()) + interval '1 day'`,
};

const otherMode = `CASE mode WHEN 'live' THEN 'test' ELSE 'live' END`;
/** Of a transaction whose own row is proven. */
const ended = `status IN ('completed', 'failed')`;
const otherDecision = `CASE decision WHEN 'approved' THEN 'rejected' ELSE 'approved' END`;

/** Where a constraint allows only some values, or a change can be seen only in some rows. `also` keeps the constraints of the row. */
interface Way {
  readonly value?: string;
  readonly where?: string;
  readonly also?: string;
}

const ways: Readonly<Record<string, Way>> = {
  'wallet.wallet_id': { value: '999999999', where: 'entry_no > 0' },
  'wallet.mode': { value: otherMode, where: 'client_id IS NOT NULL' },
  'wallet.client_id': { where: 'client_id IS NOT NULL' },
  'wallet.phone': { where: 'phone IS NOT NULL' },
  'wallet.holder_name': { where: 'client_id IS NOT NULL' },
  'wallet.day': { where: 'day_out > 0' },
  'transaction.mode': { value: otherMode },
  'transaction.type': { value: `'withdrawal'`, where: `type = 'payment_sent' AND status = 'completed'` },
  'transaction.direction': { value: `CASE direction WHEN 'in' THEN 'out' ELSE 'in' END`, where: `type = 'collection'` },
  'transaction.route': {
    value: `'external'`,
    where: `type = 'payment_sent' AND route = 'internal'`,
    also: `external_reference = 'x'`,
  },
  'transaction.status': {
    value: `'processing'`,
    where: `status = 'completed' AND route = 'external'`,
    also: 'completed_at = NULL',
  },
  'transaction.amount': { also: 'net_amount = net_amount + 1' },
  'transaction.net_amount': { also: 'amount = amount + 1' },
  'transaction.fee_amount': { also: 'amount = amount + 1' },
  'transaction.fee_schedule_id': { where: `type = 'payment_sent' AND route = 'external'` },
  'transaction.counterparty_wallet_id': { where: `route = 'internal' AND status = 'completed'` },
  'transaction.external_reference': { where: `route = 'external'` },
  'transaction.operator_account_id': { where: `route = 'external'` },
  'transaction.operator_receipt': { where: 'operator_receipt IS NOT NULL' },
  'transaction.completed_at': { where: `status = 'completed'` },
  'transaction.failed_at': { where: `status = 'failed'` },
  'transaction.sender_pays_fee': { where: ended },
  'transaction.description': { where: ended },
  'transaction.counterparty_phone': { where: `${ended} AND counterparty_phone IS NOT NULL` },
  'transaction.counterparty_name': { where: `${ended} AND counterparty_name IS NOT NULL` },
  'transaction.provider': { where: `${ended} AND provider IS NOT NULL` },
  'transaction.api_triggered': { where: ended },
  'transaction.details': { where: `${ended} AND details IS NOT NULL` },
  'transaction.balance_after': { where: `${ended} AND balance_after IS NOT NULL` },
  'transaction.failure_stage': {
    value: `CASE failure_stage WHEN 'submission' THEN 'settlement' ELSE 'submission' END`,
    where: `status = 'failed'`,
  },
  'transaction.failure_code': { where: `status = 'failed'` },
  'transaction.failure_reason': { where: `status = 'failed'` },
  'transfer.wallet_id': { value: '999999999', where: 'entry_no IS NULL' },
  'transfer.transaction_id': { value: '999999' },
  'transfer.line': { value: '9' },
  'transfer.entry_no': { value: 'entry_no + 100', where: 'entry_no IS NOT NULL' },
  'transfer.balance_after': { where: 'entry_no IS NOT NULL' },
  'transfer.debit_account': { value: '25', where: 'entry_no IS NULL' },
  'transfer.credit_account': { value: '26', where: 'entry_no IS NULL' },
  'event.wallet_id': { value: '999999999' },
  'event.transaction_id': { value: '999999' },
  'event.first_sequence': { value: 'first_sequence + 500' },
  'event.first_event_no': { value: 'first_event_no + 5', where: 'snapshot IS NOT NULL' },
  'event.snapshot': { where: 'snapshot IS NOT NULL' },
  'idempotency_key.transaction_id': { value: '999999', where: 'response IS NOT NULL' },
  'idempotency_key.wallet_id': { value: '999999999', where: 'response IS NOT NULL' },
  'idempotency_key.key': { where: 'response IS NOT NULL' },
  'idempotency_key.fingerprint': { where: 'response IS NOT NULL' },
  'idempotency_key.response_due_at': { where: 'response IS NOT NULL' },
  'idempotency_key.response_status': { where: 'response IS NOT NULL' },
  'idempotency_key.response': { where: 'response IS NOT NULL' },
  'idempotency_key.created_at': { where: 'response IS NOT NULL' },
  'transaction_proof.transaction_id': { value: '999999' },
  'transaction_proof.round': { value: '999999' },
  'transaction_proof.contents': { value: `contents || ',t99'` },
  'audit_log.audit_log_id': { value: '999999' },
  'audit_entry_proof.audit_log_id': { value: '999999' },
  'audit_entry_proof.round': { value: '999999' },
  'proof_round.number': { value: '999999' },
  'proof_round.fork_of': { where: 'fork_of IS NOT NULL' },
  'proof_round.key_id': { value: 'reverse(key_id)' },
  'proof_key.key_id': { value: 'reverse(key_id)' },
  'proof_key.introduced_by': { value: 'reverse(introduced_by)', where: 'introduced_by IS NOT NULL' },
  'proof_key.introduction': { where: 'introduction IS NOT NULL' },
  'proof_key.signs_from': { where: 'introduced_by IS NOT NULL' },
  'history_partition.accounts': { value: `accounts || '{"1": 1}'` },
  'history_partition.pairs': { value: `pairs || '{"1": 1}'` },
  'history_entry_run.wallet_id': { value: '999999999' },
  'history_event_run.wallet_id': { value: '999999999' },
  'system_account.account_id': { value: '999998', where: `mode = 'live' AND kind = 'bank'` },
  'system_account.mode': { value: otherMode, where: 'operator_account_id IS NOT NULL' },
  'system_account.kind': { value: `'bank'`, where: `kind = 'suspense'` },
  'system_account.operator_account_id': { value: '77', where: 'operator_account_id IS NOT NULL' },
  'system_account.normal': { value: `CASE normal WHEN 'debit' THEN 'credit' ELSE 'debit' END` },
  'system_account_delta.account_id': { value: '999998' },
  'operator_account.operator_account_id': { value: '77', where: `mode = 'test'` },
  'operator_account.mode': { value: otherMode, also: `host = 'other'`, where: `mode = 'test'` },
  'operator_account.operator': { where: `mode = 'test'` },
  'operator_reference.transaction_id': { value: '999999' },
  'operator_receipt.transaction_id': { value: '999999' },
  'operator_call.transaction_id': { value: '999999' },
  'operator_call.call': { value: `'refund'`, where: `call = 'pay_out'` },
  'operator_call.request_body': { value: `replace(request_body, '25677', '25670')` },
  'operator_word.transaction_id': { value: '999999' },
  'submission.transaction_id': { value: '999999' },
  'submission.mode': { value: otherMode },
  'submission.direction': { value: `CASE direction WHEN 'payout' THEN 'refund' ELSE 'payout' END` },
  'submission.recheck': { value: 'false', where: 'recheck' },
  'approval.transaction_id': { value: '999999' },
  'approval.first_approver': { where: 'first_approver IS NOT NULL' },
  'payer_claim.transaction_id': { value: '999999' },
  'client_reference.transaction_id': { value: '999999' },
  'quote.type': { value: `'withdrawal'` },
  'quote.amount': { also: 'net_amount = net_amount + 1' },
  'quote.net_amount': { also: 'amount = amount + 1' },
  'quote.fee_amount': { also: 'amount = amount + 1' },
  'refund_claim.collection_id': { value: '999999' },
  'refund_claim.refund_id': { value: '999999' },
  'refund_claim.amount': { value: 'amount - 1' },
  'refund_claim.collected': { value: 'collected + 1', where: 'collected IS NOT NULL' },
  'refund_ended.collection_id': { value: '999999' },
  'refund_ended.refund_id': { value: '999999' },
  'suspense_claim.transaction_id': { value: '999999' },
  'review_case.mode': { value: otherMode },
  'review_case.wallet_id': { where: 'transaction_id IS NOT NULL' },
  'review_case.transaction_id': { value: '999999' },
  'review_case.kind': { value: `'receipt_differs'` },
  'review_case.found': { value: `jsonb_set(found, '{expected}', '1')` },
  'review_case.operator_account_id': { value: '77' },
  'review_case.review_case_id': { value: '999999', where: 'resolved_at IS NOT NULL' },
  'review_case.resolved_at': {
    value: 'NULL',
    where: 'resolved_at IS NOT NULL',
    also: 'resolution = NULL, resolution_reason = NULL, resolved_by = NULL, confirmed_by = NULL',
  },
  'review_case.resolution': { value: `'kept'`, where: 'resolved_at IS NOT NULL' },
  'review_case.resolution_reason': { where: 'resolved_at IS NOT NULL' },
  'review_case.resolved_by': { where: 'resolved_at IS NOT NULL' },
  'review_case.confirmed_by': { where: 'resolved_at IS NOT NULL' },
  'review_case.resolution_transaction_id': { where: 'resolved_at IS NOT NULL' },
  'resolution_proposal.review_case_id': { value: '999999' },
  'adjustment_claim.mode': { value: otherMode },
  'adjustment_claim.transaction_id': { value: '999999' },
  'adjustment_proposal.adjustment_proposal_id': { value: '999999' },
  'adjustment_proposal.mode': { value: otherMode },
  'adjustment_proposal.type': { value: `'adjustment'`, where: `type = 'deposit'` },
  'adjustment_proposal.direction': { value: `'in'`, where: `direction = 'out'` },
  'adjustment_decision.adjustment_proposal_id': { value: '999999' },
  'adjustment_decision.mode': { value: otherMode },
  'adjustment_decision.decision': { value: otherDecision },
  'adjustment_decision.digest': { value: `repeat('0', 64)` },
  'adjustment_outcome.adjustment_proposal_id': { value: '999999' },
  'adjustment_outcome.transaction_id': { value: '999999', where: 'transaction_id IS NOT NULL' },
  'adjustment_outcome.refusal': { where: 'refusal IS NOT NULL' },
  'change_proposal.change_proposal_id': { value: '999999' },
  'change_decision.change_proposal_id': { value: '999999' },
  'change_decision.decision': { value: otherDecision },
  'change_decision.digest': { value: `repeat('0', 64)` },
  'change_outcome.change_proposal_id': { value: '999999' },
  'change_outcome.transaction_id': { where: 'transaction_id IS NOT NULL' },
  'first_approval.kind': { value: `'adjustment'`, where: `kind = 'change'` },
  'first_approval.subject_id': { value: '999999' },
  'break_glass.change_proposal_id': { value: '999999' },
  'bulk_payout.bulk_payout_id': { value: '999999' },
  'bulk_payout.mode': { value: otherMode },
  'bulk_payout.api_key_id': { value: '7' },
  'bulk_payout_row.moved': { value: `'{"status": "completed"}'`, where: 'transaction_id IS NOT NULL' },
  'bulk_payout_row.bulk_payout_id': { value: '999999' },
  'bulk_payout_row.transaction_id': { where: 'transaction_id IS NOT NULL' },
  'key_budget.wallet_id': { value: '999999999' },
  'key_budget.lineage': { value: '999999' },
  'fee_schedule.fee_schedule_id': { value: '999999', where: `created_by <> 'default'` },
  'fee_schedule.operation': { value: `'withdrawal'`, where: `operation = 'collection'` },
  'fee_schedule.bands': { value: `jsonb_set(bands, '{0,fixed}', '7')`, where: 'bands IS NOT NULL' },
  'client.client_id': { value: '999999' },
  'client.phone': { value: `'256772999999'` },
  'wallet_phone.mode': { value: otherMode, also: `phone = phone || '0'` },
  'wallet_phone.wallet_id': { value: '999999999' },
  'withdrawal_number.wallet_id': { value: '999999999' },
  'api_key.api_key_id': { value: '999999' },
  'api_key.mode': { value: otherMode },
  'api_key.permissions': { value: `'{wallet:read}'` },
  'api_key.revoked_at': { value: 'NULL', where: 'revoked_at IS NOT NULL' },
  'api_key.rolled_to': { where: 'rolled_to IS NOT NULL' },
  'api_key.lineage': { where: 'lineage IS NOT NULL' },
  'person.id': { where: 'platform_role IS NOT NULL' },
  'person.platform_role': { value: `'platform_support'`, where: `platform_role = 'platform_administrator'` },
  'person_client_role.client_id': { value: '999999' },
  'person_client_role.role': { value: `'client_finance'` },
};

/**
 * Changes a column of one row, as a superuser for whom no trigger and no foreign key works.
 * @returns whether there was a row to change.
 */
export async function corrupt(
  client: pg.Client,
  { table, column }: Pick<DerivedColumn, 'table' | 'column'>,
): Promise<boolean> {
  const { rows } = await client.query<{ type: string; identity: string }>(
    `SELECT format_type(atttypid, atttypmod) AS type, attidentity AS identity FROM pg_attribute
      WHERE attrelid = $1::regclass AND attname = $2`,
    [`nsimbi.${table}`, column],
  );
  const way = ways[`${table}.${column}`] ?? {};
  const value = way.value ?? otherValue[rows[0]?.type ?? '']?.(column);
  if (value === undefined) throw new Error(`a ${rows[0]?.type} has no other value: ${table}.${column}`);
  if (rows[0]?.identity === 'a') await client.query(`ALTER TABLE ${table} ALTER COLUMN ${column} DROP IDENTITY`);
  const also = way.also === undefined ? '' : `, ${way.also}`;
  const { rowCount } = await client.query(
    `UPDATE ${table} SET ${column} = ${value}${also}
      WHERE (tableoid, ctid) = (SELECT tableoid, ctid FROM ${table} WHERE ${way.where ?? 'true'} ORDER BY ${column} IS NULL, ctid LIMIT 1)`,
  );
  return rowCount === 1;
}

const lowest = '-9223372036854775808';
const highest = '9223372036854775807';

/** What the checks of a rule find, over everything at once, or over the pages that the audit reads. */
export async function findingsOf(client: pg.Client, rule: AuditRule): Promise<string[]> {
  const found: string[] = [];
  for (const check of allChecks.filter(({ rules }) => rules.includes(rule))) {
    for (const bounds of await boundsOf(client, check)) {
      const { rows } = await client.query<{ rule: AuditRule; detail: string }>(check.sql, [...bounds]);
      found.push(...rows.filter((row) => row.rule === rule).map(({ detail }) => detail));
    }
  }
  for (const [name, find] of addedUp) if (name === rule) found.push(...(await find(recordsIn(client))));
  return found;
}

async function boundsOf(client: pg.Client, check: (typeof allChecks)[number]): Promise<readonly (readonly string[])[]> {
  if (walletChecks.includes(check)) return [[lowest, highest]];
  if ('table' in check) return await pagesOf(client, check.table);
  return [check.sql.includes('$4') ? [lowest, highest, lowest, highest] : []];
}
