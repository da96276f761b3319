import { type ClientData, clientDataOf } from '../ledger/client-data.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { isOwnMetadata } from '../ledger/transaction-object.ts';
import { invalidField } from '../refusal.ts';

/** What a request may note on the payment that it asks for. */
export interface ClientDataRequest {
  /** 1 to 64 characters. */
  readonly client_reference?: string;
  /** At most 20 pairs of a name and a text. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Without a colon, because the filter of a list separates name and value with one. */
const namePattern = /^[^\p{Cc}:]{1,40}$/u;

/**
 * What a command stores of a request's notes: nothing where it has none.
 * @throws Refusal for a name that cannot be used, or a text that cannot be stored.
 */
export function clientDataOfRequest({ client_reference: reference, metadata }: ClientDataRequest): {
  readonly clientData?: ClientData;
} {
  if (reference === undefined && metadata === undefined) return {};
  for (const [name, text] of Object.entries(metadata ?? {})) {
    if (!namePattern.test(name) || !name.isWellFormed()) {
      throw invalidField(
        'metadata',
        'metadata must have names of 1 to 40 characters, without colons and control characters.',
      );
    }
    if (isOwnMetadata(name)) {
      throw invalidField(
        'metadata',
        `metadata must not have the name ${name}, which the service uses itself; choose another.`,
      );
    }
    if (!text.isWellFormed()) {
      throw invalidField('metadata', `metadata must have text that is valid Unicode, and ${name} is not.`);
    }
  }
  return { clientData: { reference: reference ?? null, metadata: metadata ?? null } };
}

/** The same in a response: only what the client noted, so that the response to a request without notes has no field for them. */
export function shownClientData(transaction: Pick<Transaction, 'details'>): ClientDataRequest {
  const { reference, metadata } = clientDataOf(transaction);
  return {
    ...(reference === null ? {} : { client_reference: reference }),
    ...(metadata === null ? {} : { metadata }),
  };
}

/** The pair that a filter asks for, written name:value. @throws Refusal for anything else. */
export function metadataPair(filter: string): Readonly<Record<string, string>> {
  const colon = filter.indexOf(':');
  if (colon < 1) {
    throw invalidField(
      'metadata',
      'metadata must be a name and a value with a colon between them, such as branch:Kampala.',
    );
  }
  return { [filter.slice(0, colon)]: filter.slice(colon + 1) };
}
