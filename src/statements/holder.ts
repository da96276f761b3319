import type { Caller } from '../access/caller.ts';
import { readClientDetails } from '../access/client-details.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { Issuer } from './issuer.ts';
import type { StatementHolder } from './statement.ts';

/**
 * Whose statement it is, for its head.
 * @param made who issues it, and when, in milliseconds since 1970.
 */
export async function readHolder(
  db: Queryable,
  { clientId, walletId, mode }: Pick<Caller, 'clientId' | 'walletId' | 'mode'>,
  made: { readonly issuer: Issuer | null; readonly madeAtMs: number },
): Promise<StatementHolder> {
  const { name: clientName, ...details } = await readClientDetails(db, clientId);
  return { clientName, ...details, walletId, mode, ...made };
}
