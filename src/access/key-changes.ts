import { notifyWithCommit } from '../postgres/notices.ts';
import type { Queryable } from '../postgres/pool.ts';

/** The notification channel on which every process learns that its cached key is out of date. */
export const keyChangesChannel = 'nsimbi_api_key';

/** What changed: one key, or what all keys of a client take from the client. */
export type KeyChange = { readonly publicId: string } | { readonly clientId: number };

/**
 * Tells every process that a key changed. Unlike other notices it is part of the database transaction: a revocation
 * that committed without a notification would leave the key working, and such changes are too rare to slow commits.
 */
export async function announceKeyChange(db: Queryable, publicId: string): Promise<void> {
  await notifyWithCommit(db, keyChangesChannel, `key ${publicId}`);
}

/** Tells every process that a client changed, in the database transaction of the change. */
export async function announceClientChange(db: Queryable, clientId: number): Promise<void> {
  await notifyWithCommit(db, keyChangesChannel, `client ${clientId}`);
}

/** What a notice says, or null when it is none of ours. */
export function readKeyChange(payload: string): KeyChange | null {
  const [kind, value] = payload.split(' ');
  if (value === undefined) return null;
  if (kind === 'key') return { publicId: value };
  if (kind === 'client') return { clientId: Number(value) };
  return null;
}
