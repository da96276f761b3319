import { ClientNotValid, createClient, PhoneTaken, refuseNewClient } from '../../access/clients.ts';
import { invalidField, sentenceOf } from '../../refusal.ts';
import type { ChangeOf } from '../change.ts';
import type { ChangeKind } from '../change-kind.ts';

/**
 * A new client. Live payments to its phone go into its wallet from then on, also those that other clients send, so that the second
 * person verifies that the phone is the client's.
 */
export const client: ChangeKind<ChangeOf<'client'>> = {
  mode: () => 'live',
  read: async (db, { name, phone }) => {
    await asRefusal(refuseNewClient(db, { name, phone }));
    return {};
  },
  isLoosening: () => true,
  make: async (db, { name, phone }, { proposedBy: actor }) => {
    const { clientId } = await asRefusal(createClient(db, { name, phone, actor }));
    return { clientId };
  },
};

async function asRefusal<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof PhoneTaken || error instanceof ClientNotValid)) throw error;
    throw invalidField('phone', sentenceOf(error));
  }
}
