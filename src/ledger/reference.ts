import type { TransactionType } from './transaction.ts';

/** How the references of each type of transaction begin. */
export const referencePrefixes: Readonly<Record<TransactionType, string>> = {
  payment_sent: 'SM',
  payment_received: 'RCV',
  withdrawal: 'API_WD',
  collection: 'API_COL',
  deposit: 'DEP',
  adjustment: 'ADJ',
  refund: 'REF',
};

/** A transaction's reference: `<prefix>_<unix seconds of creation>_<transaction number>`. */
export function referenceOf(type: TransactionType, createdAtMs: number, transactionId: number): string {
  return `${referencePrefixes[type]}_${Math.floor(createdAtMs / 1000)}_${transactionId}`;
}

/** The transaction number inside a reference, or null when the text is no reference of ours. */
export function numberOfReference(reference: string): number | null {
  const match = /^(?:SM|RCV|API_WD|API_COL|DEP|ADJ|REF)_\d{1,12}_(\d{1,16})$/.exec(reference);
  if (match?.[1] === undefined) return null;
  const number = Number(match[1]);
  return Number.isSafeInteger(number) ? number : null;
}
