import type { Records } from '../history/records.ts';
import { readPublicKeys } from '../proofs/keys.ts';
import type { TransactionId } from '../proofs/stored-records.ts';
import { Refusal } from '../refusal.ts';
import type { Disclosure } from './disclosure.ts';
import { findByToken } from './links.ts';
import { type IssuedReceipt, readReceiptOf } from './read-receipt-of.ts';

/** What can be asked about receipts, by an API key, in the dashboard, or with a link. */
export function receiptOperations(records: Records) {
  return {
    /** The receipt of a transaction of a wallet. @throws Refusal `not_found` */
    read: async (transaction: TransactionId, disclosure: Disclosure): Promise<IssuedReceipt> => {
      const receipt = await readReceiptOf(records, transaction, disclosure);
      if (receipt === null)
        throw new Refusal('not_found', 'This wallet has no transaction with that id; check the id.');
      return receipt;
    },
    /** The receipt that a link shows; null for a link that is unknown, revoked or expired. */
    readLinked: async (token: string): Promise<IssuedReceipt | null> => {
      const found = await findByToken(records, token);
      return found === null ? null : await readReceiptOf(records, found, found.disclosure);
    },
    /** The public keys of this installation in base64, the oldest first. */
    trustedKeys: async (): Promise<string[]> => (await readPublicKeys(records)).map(({ public_key }) => public_key),
  };
}

export type ReceiptOperations = ReturnType<typeof receiptOperations>;
