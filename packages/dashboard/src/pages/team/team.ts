import type { PasskeyObject } from '../../../../../src/http/dashboard/schemas/people.ts';
import type { ClientRole } from '../../api/session.ts';

/** A client's people, and whether they need a second factor. */
export interface Team {
  readonly two_factor_required: boolean;
  readonly members: readonly Member[];
}

export interface Member {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: ClientRole;
  readonly status: 'invited' | 'active' | 'disabled';
  readonly two_factor_enabled: boolean;
  readonly app_enabled: boolean;
  readonly passkeys: readonly PasskeyObject[];
  /** Who has seen a link by which the password can be set, where nobody has vouched for the account since. */
  readonly link_seen_by: readonly string[];
  readonly last_seen_at: string | null;
  readonly is_you: boolean;
}

/** The filters of the team's activity in the address of its page; days such as 2026-11-21, in Kampala. */
export interface ActivitySearch {
  readonly person?: string;
  readonly address?: string;
  readonly session?: string;
  readonly from?: string;
  readonly to?: string;
}

/** What became of an invitation: the link is there only when no mail was sent. */
export interface Invitation {
  readonly id: string;
  readonly link: string | null;
  /** What there is to do now. */
  readonly sentence: string;
  /** The proposal of the role, where a second person must approve it; null where it was given. */
  readonly proposal: number | null;
}

/** The roles with what they are for; who may do what exactly stands in docs/people.md. */
export const roles: readonly { readonly value: ClientRole; readonly label: string; readonly meaning: string }[] = [
  { value: 'client_owner', label: 'Owner', meaning: 'Full access, including the team.' },
  { value: 'client_developer', label: 'Developer', meaning: 'Keys, webhooks and requests; moves test money only.' },
  { value: 'client_finance', label: 'Finance', meaning: 'Moves and approves money. No access to keys.' },
  { value: 'client_viewer', label: 'Viewer', meaning: 'Can read everything and change nothing.' },
];

/** What the address of the team's page can ask for: to invite a person with this role. */
export interface TeamSearch {
  readonly invite?: ClientRole;
}

export function isClientRole(text: unknown): text is ClientRole {
  return roles.some(({ value }) => value === text);
}

export function roleLabel(role: ClientRole): string {
  return roles.find(({ value }) => value === role)?.label ?? role;
}
