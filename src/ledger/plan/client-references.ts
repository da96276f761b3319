import { type ClientData, clientDataOf } from '../client-data.ts';
import { clientReferenceKey } from '../rows/client-reference.ts';
import type { Transaction } from '../transaction.ts';
import type { Draft } from './draft.ts';
import type { LedgerRefusal } from './outcome.ts';

/**
 * Refuses a payment whose client reference an earlier payment of the wallet has, whatever became of that one, where the wallet uses a
 * reference once; null where it may be used.
 */
export function refusalOfReference(
  draft: Draft,
  { walletId, clientData }: { readonly walletId: number; readonly clientData?: ClientData },
): LedgerRefusal | null {
  const reference = clientData?.reference ?? null;
  if (reference === null || draft.wallet(walletId)?.uniqueClientReferences !== true) return null;
  const key = clientReferenceKey(walletId, reference);
  const transactionId = draft.clientReferencesMade.get(key) ?? draft.state.clientReferences.get(key);
  return transactionId === undefined ? null : { code: 'client_reference_used', transactionId };
}

/** Notes the client reference of a transaction that was opened, by which it is found. */
export function noteReference(draft: Draft, transaction: Transaction): void {
  const { reference } = clientDataOf(transaction);
  if (reference === null) return;
  const { walletId, transactionId } = transaction;
  const key = clientReferenceKey(walletId, reference);
  if (!draft.clientReferencesMade.has(key)) draft.clientReferencesMade.set(key, transactionId);
  draft.rows.clientReferences.push({ walletId, reference, transactionId });
}
