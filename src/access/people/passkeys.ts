import { isIP } from 'node:net';
import type { Queryable } from '../../postgres/pool.ts';
import type { AccessOf } from './sign-in-log.ts';

/** Passkeys that a person can have. */
export const passkeysMax = 20;

/** The longest name of a passkey. */
export const passkeyNameLengthMax = 60;

/** Where browsers allow our passkeys. */
export interface PasskeySite {
  /** The relying party: the domain that passkeys belong to. */
  readonly rpId: string;
  /** The one address of pages on which passkeys are added and used. */
  readonly origin: string;
}

/**
 * Where passkeys work, from the address at which people reach the dashboard; null where they work nowhere. Browsers allow them
 * on https pages with a domain name, and over plain http on this machine as `localhost` only (Web Authentication Level 2,
 * section 13.4.9: a relying party is a domain, never an IP address). Pure.
 */
export function passkeySite(baseUrl: string): PasskeySite | null {
  const { protocol, hostname, port, origin } = new URL(baseUrl);
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (protocol === 'http:' && (/^127\./.test(address) || address === '::1')) {
    return { rpId: 'localhost', origin: `http://localhost${port === '' ? '' : `:${port}`}` };
  }
  if (isIP(address) !== 0) return null;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isLocal ? { rpId: hostname, origin } : null;
}

/** A passkey as its person sees it. */
export interface KnownPasskey {
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly createdAtMs: number;
}

/** The passkeys of a person, in the order in which they were added. */
export async function listPasskeys(db: Queryable, personId: string): Promise<KnownPasskey[]> {
  const { rows } = await db.query<{ id: string; name: string; created_at: Date }>(
    'SELECT id, name, created_at FROM person_passkey WHERE person_id = $1 ORDER BY created_at, id',
    [personId],
  );
  return rows.map(({ id, name, created_at }) => ({ id, name, createdAtMs: created_at.getTime() }));
}

/** What a browser needs to find one of a person's passkeys (PublicKeyCredentialDescriptor). */
export interface PasskeyDescriptor {
  readonly type: 'public-key';
  readonly id: string;
  readonly transports: readonly string[];
}

/** The passkeys of a person as a browser looks for them. */
export async function describePasskeys(db: Queryable, personId: string): Promise<PasskeyDescriptor[]> {
  const { rows } = await db.query<{ credential_id: string; transports: string | null }>(
    'SELECT credential_id, transports FROM person_passkey WHERE person_id = $1 ORDER BY created_at, id',
    [personId],
  );
  return rows.map(({ credential_id, transports }) => ({
    type: 'public-key',
    id: credential_id,
    transports: (transports ?? '').split(',').filter((transport) => transport !== ''),
  }));
}

/** Whose passkey this is; null when nobody here has it. */
export async function findPasskeyOwner(db: Queryable, credentialId: string): Promise<AccessOf | null> {
  const { rows } = await db.query<{ id: string; email: string }>(
    `SELECT person.id, email FROM person_passkey JOIN person ON person.id = person_id WHERE credential_id = $1`,
    [credentialId],
  );
  return rows[0] === undefined ? null : { personId: rows[0].id, email: rows[0].email };
}

/** The second factors of a person. */
export interface Factors {
  /** An authenticator app that was set up to the end. */
  readonly hasApp: boolean;
  readonly hasPasskey: boolean;
}

/** Which second factors a person has. */
export async function readFactors(db: Queryable, personId: string): Promise<Factors> {
  const { rows } = await db.query<{ has_app: boolean; has_passkey: boolean }>(
    `SELECT EXISTS (SELECT FROM person_two_factor WHERE person_id = $1 AND verified) AS has_app,
            EXISTS (SELECT FROM person_passkey WHERE person_id = $1) AS has_passkey`,
    [personId],
  );
  return { hasApp: rows[0]?.has_app === true, hasPasskey: rows[0]?.has_passkey === true };
}
