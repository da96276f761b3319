import { type Issuer, issuerText } from '../statements/issuer.ts';
import type { IssuedReceipt } from './read-receipt-of.ts';

/** A line of a receipt for people. */
export type ReceiptFact = readonly [label: string, value: string];

const typeNames: Readonly<Record<string, string>> = {
  payment_sent: 'Payment sent',
  payment_received: 'Payment received',
  withdrawal: 'Withdrawal',
  collection: 'Collection',
  deposit: 'Deposit',
  adjustment: 'Correction',
  refund: 'Refund',
};

const digits = new Intl.NumberFormat('en-US');
const moment = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Kampala',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** What a payment is called on its receipt. Pure. */
export function receiptTitle({ transaction }: IssuedReceipt): string {
  return typeNames[transaction.type ?? ''] ?? 'Transaction';
}

/** What a receipt says, line by line; fields that it hides or that are empty are left out. Pure. @param issuer who issues it; null where that is not set. */
export function receiptFacts({ transaction: shown }: IssuedReceipt, issuer: Issuer | null): ReceiptFact[] {
  const isOut = shown.direction === 'out';
  const facts: readonly (readonly [label: string, value: string | null | undefined])[] = [
    ['Issued by', issuer === null ? null : issuerText(issuer)],
    ['Reference', shown.reference],
    ['Status', shown.status],
    [isOut ? 'Total deducted' : 'Amount paid', money(shown.amount)],
    ['Fee', money(shown.fee)],
    [isOut ? 'Recipient receives' : 'Business receives', money(shown.net_amount)],
    ['Created', timeText(shown.created_at)],
    ['Completed', timeText(shown.completed_at)],
    ['Failed', timeText(shown.failed_at)],
    ['Business', shown.business_name ?? shown.business_name_masked],
    [isOut ? 'Recipient' : 'Payer', shown.counterparty_name ?? shown.counterparty_name_masked],
    [isOut ? 'Recipient’s phone' : 'Payer’s phone', shown.counterparty_phone ?? shown.counterparty_phone_masked],
    ['Operator', shown.provider],
    ['Operator’s receipt', shown.operator_receipt],
    ['Description', shown.description],
    ['Failure', shown.failure_code?.replaceAll('_', ' ')],
  ];
  return facts.flatMap(([label, value]) => (value === null || value === undefined ? [] : [[label, value] as const]));
}

/** What proves a receipt, or that nothing does yet. Pure. */
export function proofFacts({ round, leaf }: IssuedReceipt): ReceiptFact[] {
  if (round === null || leaf === null) {
    return [['Proof', 'Not yet proven: the transaction is not in a signed round. Download the receipt again later.']];
  }
  return [
    ['Round', `${digits.format(round.number)}, signed ${timeText(round.signed_at)}`],
    ['Root', round.root],
    ['Place in the tree', `leaf ${leaf.index} of ${round.tree_size}`],
    ['Path', leaf.path.length === 0 ? 'none: the only leaf' : leaf.path.join(' ')],
    ['Key', `${round.key_id} (${round.public_key})`],
    ['Signature', round.signature],
  ];
}

function money(amount: string | null | undefined): string | null {
  return amount === null || amount === undefined ? null : `UGX ${digits.format(BigInt(amount))}`;
}

function timeText(iso: string | null | undefined): string | null {
  return iso === null || iso === undefined ? null : `${moment.format(Date.parse(iso))} +03:00`;
}
