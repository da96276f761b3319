import type { Transaction } from './transaction.ts';

/** What a client notes on a payment for itself. The service does not interpret it. */
export interface ClientData {
  /** The client's own number or name of the payment; null where it gave none. */
  readonly reference: string | null;
  /** Pairs of names and texts. */
  readonly metadata: Readonly<Record<string, string>> | null;
}

/** The names under which `transaction.details` stores it. */
const referenceName = 'client_reference';
const metadataName = 'client_metadata';

/** The part of a transaction's details that stores what the client noted; empty where it noted nothing. */
export function clientDetails(data: ClientData | undefined): Record<string, unknown> {
  const details: Record<string, unknown> = {};
  if (data === undefined) return details;
  if (data.reference !== null) details[referenceName] = data.reference;
  if (data.metadata !== null && Object.keys(data.metadata).length > 0) details[metadataName] = data.metadata;
  return details;
}

/** What the client noted on a transaction, as it was stored by `clientDetails`. */
export function clientDataOf({ details }: Pick<Transaction, 'details'>): ClientData {
  return {
    reference: (details?.[referenceName] as string | undefined) ?? null,
    metadata: (details?.[metadataName] as Record<string, string> | undefined) ?? null,
  };
}

/** Whether a name in `transaction.details` is one that `clientDetails` stores. */
export function isClientDetail(name: string): boolean {
  return name === referenceName || name === metadataName;
}
