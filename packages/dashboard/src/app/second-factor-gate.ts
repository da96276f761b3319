import type { Me, Mode } from '../api/session.ts';

/** A page, as far as it matters for whether a second factor is needed. */
export interface Place {
  readonly path: string;
  readonly clientId?: string | undefined;
  readonly mode?: Mode | undefined;
}

/**
 * Whether a page shows nothing before the person has a second factor, because the service would refuse what it asks for. Pure. The
 * account is where one is set up.
 */
export function needsSecondFactor({ person, clients }: Me, { path, clientId, mode }: Place): boolean {
  if (person.two_factor_enabled || person.two_factor_required === 'nothing' || path === '/account') return false;
  if (person.two_factor_required === 'everything') return true;
  const isMember = clients.some((client) => String(client.client_id) === clientId);
  // The team belongs to both modes.
  const isOfTeam = path.startsWith(`/clients/${clientId}/${mode}/team`);
  return !(isMember && mode === 'test') || isOfTeam;
}
