import type { KnownPerson } from '../../../access/people/people.ts';
import { isoTime } from '../../../ledger/transaction-object.ts';

/** A passkey as those see it who vouch for its person. */
export interface PasskeyObject {
  readonly name: string;
  readonly created_at: string;
}

/** A person as the platform's staff sees them. */
export interface PersonObject {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Invited until a password is set; disabled people are shut out. */
  readonly status: 'invited' | 'active' | 'disabled';
  readonly platform_role: 'platform_administrator' | 'platform_support' | null;
  readonly clients: readonly { readonly client_id: number; readonly name: string; readonly role: string }[];
  readonly two_factor_enabled: boolean;
  readonly app_enabled: boolean;
  readonly passkeys: readonly PasskeyObject[];
  /** Who has seen a link by which the password can be set, where nobody has vouched for the account since. */
  readonly link_seen_by: readonly string[];
  readonly last_seen_at: string | null;
}

/** With what a person signs in beside the password, so that who vouches for the account can ask them. */
export function factorsObject({
  hasApp,
  passkeys,
}: Pick<KnownPerson, 'hasApp' | 'passkeys'>): Pick<PersonObject, 'app_enabled' | 'passkeys'> {
  return {
    app_enabled: hasApp,
    passkeys: passkeys.map(({ name, createdAtMs }) => ({ name, created_at: isoTime(createdAtMs) })),
  };
}

/** What became of a link to set a password. */
export interface LinkGiven {
  /** Null where the person will exist only when a second person has approved it. */
  readonly person: PersonObject | null;
  /** Null when it was mailed, or when none was needed. */
  readonly link: string | null;
  /** The proposal that a second person must approve; null where it was made. */
  readonly proposal: number | null;
}
