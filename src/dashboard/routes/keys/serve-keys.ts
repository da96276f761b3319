import type { DashboardApi } from '../../api.ts';
import type { DashboardServices } from '../../services.ts';
import { createKey } from './create-key.ts';
import { listKeys } from './list-keys.ts';
import { revokeKey } from './revoke-key.ts';
import { rollKey } from './roll-key.ts';

/** A client's API keys of one mode. */
export function serveKeys(api: DashboardApi, services: DashboardServices): void {
  listKeys(api, services);
  createKey(api, services);
  rollKey(api, services);
  revokeKey(api, services);
}
