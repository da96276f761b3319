import type { Me, Mode } from '../api/session.ts';

const storageName = 'nsimbi.last-desk';

export interface OpenClient {
  readonly clientId: string;
  readonly mode: Mode;
}

/** Keeps which client and mode was looked at, for pages that belong to none and for the next visit. */
export function rememberOpenClient(openClient: OpenClient): void {
  try {
    localStorage.setItem(storageName, JSON.stringify(openClient));
  } catch {
    // Storage is forbidden: the next visit begins with the first client.
  }
}

/** Where to go back to: the client seen last if the person still has it, else their first one in test mode. */
export function lastOpenClient(me: Me): OpenClient | null {
  const kept = keptOpenClient();
  if (
    kept !== null &&
    (me.platform_role !== null || me.clients.some((one) => String(one.client_id) === kept.clientId))
  ) {
    return kept;
  }
  const first = me.clients[0];
  return first === undefined ? null : { clientId: String(first.client_id), mode: 'test' };
}

function keptOpenClient(): OpenClient | null {
  try {
    const kept = JSON.parse(localStorage.getItem(storageName) ?? 'null');
    if (typeof kept?.clientId !== 'string' || (kept.mode !== 'test' && kept.mode !== 'live')) return null;
    return { clientId: kept.clientId, mode: kept.mode };
  } catch {
    return null;
  }
}
