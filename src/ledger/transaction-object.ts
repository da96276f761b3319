import { ugxToJson } from '../money/ugx.ts';
import { clientDataOf, isClientDetail } from './client-data.ts';
import { referenceOf } from './reference.ts';
import type { Transaction } from './transaction.ts';

/** The transaction as the interface shows it, in history and as the data of an event. Amounts in shillings. */
export interface TransactionObject {
  id: number;
  reference: string;
  external_reference: string | null;
  /** Only where the client gave one, so that the events of before it keep their bytes. */
  client_reference?: string;
  type: string;
  amount: number;
  fee_amount: number;
  net_amount: number;
  currency: 'UGX';
  status: string;
  description: string | null;
  created_at: string;
  completed_at: string | null;
  failed_at: string | null;
  metadata: Record<string, unknown>;
  mode: string;
  direction: string;
  failure_code: string | null;
  failure_reason: string | null;
  sender_pays_fee?: boolean | null;
  balance_after: number | null;
}

/**
 * Renders a transaction as interface.md ("Transaction object") and interface-decisions.md section 3 say. Events that were
 * written without a copy are shown by this too, and must give the same bytes for ever: what changes its text is a new version of
 * the payload (`apiVersion`), and the old one stays for the events of before (src/events/snapshot.database.test.ts pins it).
 */
export function transactionObject(transaction: Transaction): TransactionObject {
  const object: TransactionObject = {
    id: transaction.transactionId,
    reference: referenceOf(transaction.type, transaction.createdAtMs, transaction.transactionId),
    external_reference: transaction.externalReference,
    type: transaction.type,
    amount: ugxToJson(transaction.amount),
    fee_amount: ugxToJson(transaction.feeAmount),
    net_amount: ugxToJson(transaction.netAmount),
    currency: 'UGX',
    status: transaction.status,
    description: transaction.description,
    created_at: isoTime(transaction.createdAtMs),
    completed_at: isoTimeOrNull(transaction.completedAtMs),
    failed_at: isoTimeOrNull(transaction.failedAtMs),
    metadata: metadataOf(transaction),
    mode: transaction.mode,
    direction: transaction.direction,
    failure_code: transaction.failure?.code ?? null,
    failure_reason: transaction.failure?.reason ?? null,
    balance_after: transaction.balanceAfter === null ? null : ugxToJson(transaction.balanceAfter),
  };
  if (transaction.direction === 'out') object.sender_pays_fee = transaction.senderPaysFee;
  const { reference } = clientDataOf(transaction);
  if (reference !== null) object.client_reference = reference;
  return object;
}

let lastMs = 0;
let lastText = new Date(0).toISOString();

/** ISO 8601 UTC with milliseconds. The last one is remembered, because all of a batch is of one moment. */
export function isoTime(atMs: number): string {
  if (atMs !== lastMs) {
    lastText = new Date(atMs).toISOString();
    lastMs = atMs;
  }
  return lastText;
}

export function isoTimeOrNull(atMs: number | null): string | null {
  return atMs === null ? null : isoTime(atMs);
}

/** Who of our staff asked, approved or rejected, and where a payment counted, is for the audit, not for the client. */
const forStaffOnly = new Set(['maker', 'first_approver', 'approver', 'rejected_by', 'paid_from', 'key_budget']);

/** The names that the service itself shows in `metadata`, or stores among the details that it is made of. */
const ownMetadata: ReadonlySet<string> = new Set([
  ...forStaffOnly,
  'api_triggered',
  'recipient_phone',
  'recipient_name',
  'customer_phone',
  'customer_name',
  'sender_phone',
  'sender_name',
  'provider',
  'operator_receipt',
  'refunds',
  'bulk_payout_id',
  'bulk_payout_row',
  'batch_id',
  'batch_item',
  'batch_items',
  'bank_reference',
  'review_case',
  'resolves',
  'reason',
  'client_reference',
  'client_metadata',
]);

/** Whether a client cannot use a name in its own metadata. Names with the prefix `nsimbi_` are kept for later ones of ours. */
export function isOwnMetadata(name: string): boolean {
  return ownMetadata.has(name) || name.startsWith('nsimbi_');
}

function metadataOf(transaction: Transaction): Record<string, unknown> {
  const metadata: Record<string, unknown> = {};
  if (transaction.type === 'payment_sent' || transaction.type === 'withdrawal') {
    metadata.recipient_phone = transaction.counterpartyPhone;
    metadata.recipient_name = transaction.counterpartyName;
    metadata.provider = transaction.provider;
  } else if (transaction.type === 'collection' || transaction.type === 'refund') {
    metadata.customer_phone = transaction.counterpartyPhone;
    metadata.customer_name = transaction.counterpartyName;
    metadata.provider = transaction.provider;
  } else if (transaction.type === 'payment_received') {
    metadata.sender_phone = transaction.counterpartyPhone;
    metadata.sender_name = transaction.counterpartyName;
  }
  metadata.api_triggered = transaction.apiTriggered;
  if (transaction.operatorReceipt !== null) metadata.operator_receipt = transaction.operatorReceipt;
  for (const [name, value] of Object.entries(transaction.details ?? {})) {
    if (!forStaffOnly.has(name) && !isClientDetail(name)) metadata[name] = value;
  }
  const noted = clientDataOf(transaction).metadata;
  return noted === null ? metadata : { ...noted, ...metadata };
}
