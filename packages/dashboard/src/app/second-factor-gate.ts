import type { Me, Mode } from '../api/session.ts';

/** A page, as far as it matters for whether a second factor is needed. */
export interface Place {
  readonly path: string;
  readonly clientId?: string | undefined;
  readonly mode?: Mode | undefined;
}

/** Pages of a client that are the same in both modes. */
const ofBothModes = ['team', 'notifications'] as const;

/**
 * Whether a page shows nothing before the person has a second factor, because the service would refuse what it asks for. Pure. The
 * account is where one is set up. A client's own rule is for its pages; who has such a client needs one on the platform too.
 */
export function needsSecondFactor({ person, clients }: Me, { path, clientId, mode }: Place): boolean {
  if (person.two_factor_enabled || path === '/account') return false;
  if (person.two_factor_required === 'everything') return true;
  const isPlatform = path.startsWith('/platform');
  const own = isPlatform ? undefined : clients.find((client) => String(client.client_id) === clientId);
  if (isPlatform ? clients.some((client) => client.two_factor_required) : own?.two_factor_required === true)
    return true;
  if (person.two_factor_required === 'nothing') return false;
  const isMember = own !== undefined;
  const isOfBothModes = ofBothModes.some((page) => path.startsWith(`/clients/${clientId}/${mode}/${page}`));
  return !(isMember && mode === 'test') || isOfBothModes;
}
