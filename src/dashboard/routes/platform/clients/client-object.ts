import type { ClientSummary, WalletSummary } from '../../../../access/search-clients.ts';
import { isoTime } from '../../../../ledger/transaction-object.ts';
import { ugxToJson } from '../../../../money/ugx.ts';
import type { ClientListed, WalletListed } from '../../../schemas/platform-clients.ts';

/** A client in the platform's list. */
export function clientListed(client: ClientSummary): ClientListed {
  return {
    client_id: client.clientId,
    name: client.name,
    phone: client.phone,
    created_at: isoTime(client.createdAtMs),
    live: walletListed(client.wallets.live),
    test: walletListed(client.wallets.test),
  };
}

export function walletListed({ walletId, available, held, frozen }: WalletSummary): WalletListed {
  return { wallet_id: walletId, balance: ugxToJson(available), held: ugxToJson(held), frozen };
}
