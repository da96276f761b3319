import { type Client, ClientNotFound, findClient } from '../access/clients.ts';
import type { Mode } from '../ledger/transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { OutputRecord } from './record.ts';

/** A client that must be there. @throws ClientNotFound */
export async function clientNumbered(db: Queryable, clientId: number): Promise<Client> {
  const client = await findClient(db, clientId);
  if (client === null) throw new ClientNotFound(clientId);
  return client;
}

/** What is set for one of a client's wallets. */
export function walletRecord(client: Client, mode: Mode): OutputRecord {
  const wallet = client.wallets[mode];
  return {
    client_id: client.clientId,
    name: client.name,
    mode,
    wallet_id: wallet.walletId,
    frozen: wallet.frozen,
    limit_per_transaction: wallet.limitPerTransaction,
    limit_per_day: wallet.limitPerDay,
    approval_threshold: wallet.approvalThreshold,
    withdraw_listed_only: wallet.withdrawListedOnly,
    one_collection_per_payer: wallet.oneCollectionPerPayer,
    unique_client_references: wallet.uniqueClientReferences,
  };
}
