import type { DashboardApi } from '../../../api.ts';
import type { DashboardServices } from '../../../services.ts';
import { changeClient } from './change-client.ts';
import { changeWallet } from './change-wallet.ts';
import { createClientRoute } from './create-client.ts';
import { listClientsRoute } from './list-clients.ts';
import { readClient } from './read-client.ts';

/** Clients, their wallets and what is set for them. */
export function serveClients(api: DashboardApi, services: DashboardServices): void {
  listClientsRoute(api, services);
  createClientRoute(api, services);
  readClient(api, services);
  changeWallet(api, services);
  changeClient(api, services);
}
