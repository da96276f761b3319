import { randomBytes } from 'node:crypto';
import type { Queryable } from '../../postgres/pool.ts';
import { hashPassword } from './password-hash.ts';
import type { PlatformRole } from './rights.ts';

/** The name under which the sign-in library knows a password of ours. */
const passwordProvider = 'credential';

/** How many characters a password that a person chooses has. */
export const passwordLengthMin = 10;
export const passwordLengthMax = 200;

/** A random password that a person can copy: 120 bits. */
export function newPassword(): string {
  return randomBytes(15).toString('base64url');
}

/** A person's number, as the sign-in library makes them: 32 letters and digits. */
export function newPersonId(): string {
  return randomBytes(16).toString('hex');
}

/**
 * Writes a person with a password, or gives the one with this email a new password and role.
 * @returns the person's id.
 */
export async function putPerson(
  db: Queryable,
  person: {
    readonly email: string;
    readonly name: string;
    readonly platformRole: PlatformRole | null;
    readonly password: string;
  },
): Promise<string> {
  const hashed = await hashPassword(person.password);
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO person (id, email, name, email_verified, platform_role) VALUES ($1, lower($2), $3, true, $4)
     ON CONFLICT (email) DO UPDATE SET platform_role = excluded.platform_role, disabled_at = NULL
     RETURNING id`,
    [newPersonId(), person.email, person.name, person.platformRole],
  );
  const personId = rows[0]?.id ?? '';
  await db.query(
    `INSERT INTO person_credential (id, account_id, provider_id, person_id, password)
     VALUES ($1, $2, $3, $2, $4)
     ON CONFLICT (person_id, provider_id) DO UPDATE SET password = excluded.password, updated_at = clock_timestamp()`,
    [newPersonId(), personId, passwordProvider, hashed],
  );
  return personId;
}
