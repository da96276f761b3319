import type { Field } from './leaf.ts';

/**
 * The fields of each kind of record, in their order, from the rows as the database has them: numbers in decimal, times as
 * milliseconds since 1970. docs/proofs.md lists them; a new field is a new version of the kind.
 */

/** A number as the driver reads it from a column. */
type Digits = string | number;

export interface TransactionRecord {
  readonly transaction_id: Digits;
  readonly wallet_id: Digits;
  readonly client_id: Digits | null;
  readonly holder_name: string;
  readonly reference: string;
  readonly mode: string;
  readonly type: string;
  readonly direction: string;
  readonly route: string;
  readonly status: string;
  readonly amount: Digits;
  readonly fee_amount: Digits;
  readonly net_amount: Digits;
  readonly sender_pays_fee: boolean | null;
  readonly fee_schedule_id: Digits | null;
  readonly description: string | null;
  readonly counterparty_phone: string | null;
  readonly counterparty_name: string | null;
  readonly counterparty_wallet_id: Digits | null;
  readonly provider: string | null;
  readonly operator_account_id: Digits | null;
  readonly external_reference: string | null;
  readonly operator_receipt: string | null;
  readonly api_key_id: Digits | null;
  readonly api_triggered: boolean;
  /** As PostgreSQL prints jsonb. */
  readonly details: string | null;
  /** The transaction that it refunds or resolves. */
  readonly related_transaction: string | null;
  readonly balance_after: Digits | null;
  readonly failure_stage: string | null;
  readonly failure_code: string | null;
  readonly failure_reason: string | null;
  readonly transfer_count: Digits;
  readonly event_count: Digits;
  readonly created_at: Date;
  readonly completed_at: Date | null;
  readonly failed_at: Date | null;
}

/** The fields of a transaction. A masked twin lets a receipt show a party that is proven and not named. */
export function transactionFields(row: TransactionRecord): Field[] {
  return [
    ['reference', row.reference],
    ['wallet_id', text(row.wallet_id)],
    ['client_id', text(row.client_id)],
    ['mode', row.mode],
    ['type', row.type],
    ['direction', row.direction],
    ['status', row.status],
    ['amount', text(row.amount)],
    ['fee', text(row.fee_amount)],
    ['net_amount', text(row.net_amount)],
    ['currency', 'UGX'],
    ['created_at', time(row.created_at)],
    ['completed_at', time(row.completed_at)],
    ['business_name', row.holder_name],
    ['business_name_masked', maskedName(row.holder_name)],
    ['counterparty_phone', row.counterparty_phone],
    ['counterparty_phone_masked', maskedPhone(row.counterparty_phone)],
    ['counterparty_name', row.counterparty_name],
    ['counterparty_name_masked', maskedName(row.counterparty_name)],
    ['provider', row.provider],
    ['operator_receipt', row.operator_receipt],
    ['operator_reference', row.external_reference],
    ['description', row.description],
    ['failure_code', row.failure_code],
    ['related_transaction', row.related_transaction],
    ['id', text(row.transaction_id)],
    ['route', row.route],
    ['sender_pays_fee', text(row.sender_pays_fee)],
    ['fee_schedule_id', text(row.fee_schedule_id)],
    ['counterparty_wallet_id', text(row.counterparty_wallet_id)],
    ['operator_account_id', text(row.operator_account_id)],
    ['api_key_id', text(row.api_key_id)],
    ['api_triggered', text(row.api_triggered)],
    ['details', row.details],
    ['balance_after', text(row.balance_after)],
    ['failure_stage', row.failure_stage],
    ['failure_reason', row.failure_reason],
    ['transfer_count', text(row.transfer_count)],
    ['event_count', text(row.event_count)],
    ['failed_at', time(row.failed_at)],
  ];
}

export interface TransferRecord {
  readonly wallet_id: Digits;
  readonly transaction_id: Digits;
  readonly line: number;
  readonly debit_account: Digits;
  readonly credit_account: Digits;
  readonly amount: Digits;
  readonly entry_no: Digits | null;
  readonly balance_after: Digits | null;
  readonly created_at: Date;
}

export function transferFields(row: TransferRecord): Field[] {
  return [
    ['wallet_id', text(row.wallet_id)],
    ['transaction_id', text(row.transaction_id)],
    ['line', text(row.line)],
    ['debit_account', text(row.debit_account)],
    ['credit_account', text(row.credit_account)],
    ['amount', text(row.amount)],
    ['entry_no', text(row.entry_no)],
    ['balance_after', text(row.balance_after)],
    ['created_at', time(row.created_at)],
  ];
}

export interface EventRecord {
  readonly wallet_id: Digits;
  readonly first_sequence: Digits;
  readonly transaction_id: Digits;
  readonly first_event_no: number;
  readonly names: readonly string[];
  readonly api_key_id: Digits | null;
  readonly snapshot: string | null;
  readonly created_at: Date;
}

export function eventFields(row: EventRecord): Field[] {
  return [
    ['wallet_id', text(row.wallet_id)],
    ['first_sequence', text(row.first_sequence)],
    ['transaction_id', text(row.transaction_id)],
    ['first_event_no', text(row.first_event_no)],
    ['names', row.names.join(',')],
    ['api_key_id', text(row.api_key_id)],
    ['snapshot', row.snapshot],
    ['created_at', time(row.created_at)],
  ];
}

/** A stored response of an Idempotency-Key. Times are trusted time. */
export interface ResponseRecord {
  readonly wallet_id: Digits;
  readonly key: string;
  readonly fingerprint: string;
  readonly transaction_id: Digits;
  readonly response_status: number;
  readonly response: string;
  readonly response_due_at: Date;
  readonly created_at: Date;
}

export function responseFields(row: ResponseRecord): Field[] {
  return [
    ['wallet_id', text(row.wallet_id)],
    ['key', row.key],
    ['fingerprint', row.fingerprint],
    ['transaction_id', text(row.transaction_id)],
    ['status', text(row.response_status)],
    ['body', row.response],
    ['due_at', time(row.response_due_at)],
    ['created_at', time(row.created_at)],
  ];
}

export interface AuditEntryRecord {
  readonly audit_log_id: Digits;
  readonly at: Date;
  readonly actor: string;
  readonly on_behalf_of: string | null;
  readonly address: string | null;
  readonly session: string | null;
  readonly action: string;
  readonly subject: string;
  /** As PostgreSQL prints jsonb, as is `shown`. */
  readonly details: string;
  readonly shown: string | null;
}

export function auditEntryFields(row: AuditEntryRecord): Field[] {
  return [
    ['id', text(row.audit_log_id)],
    ['at', time(row.at)],
    ['actor', row.actor],
    ['on_behalf_of', row.on_behalf_of],
    ['address', row.address],
    ['session', row.session],
    ['action', row.action],
    ['subject', row.subject],
    ['details', row.details],
    ['shown', row.shown],
  ];
}

/**
 * A phone without the five digits before its last two, 256772123456 as 25677*****56. It looks like the phones of
 * src/phone/masked-phones.ts and does not follow them, because it is a part of what is proven.
 */
function maskedPhone(phone: string | null): string | null {
  return phone === null ? null : `${phone.slice(0, -7)}*****${phone.slice(-2)}`;
}

/** The first letter of each word: `Amina Nakato` becomes `A. N.`. */
function maskedName(name: string | null): string | null {
  if (name === null) return null;
  const words = name.split(/\s+/u).filter((word) => word !== '');
  return words.map((word) => `${Array.from(word)[0]}.`).join(' ');
}

function text(value: Digits | boolean | null): string | null {
  return value === null ? null : String(value);
}

let lastMs = Number.NaN;
let lastText = '';

/** Records of one batch have one time, so the last text is kept. */
function time(at: Date | null): string | null {
  if (at === null) return null;
  const ms = at.getTime();
  if (ms !== lastMs) {
    lastText = at.toISOString();
    lastMs = ms;
  }
  return lastText;
}
