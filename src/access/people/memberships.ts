import type { Queryable } from '../../postgres/pool.ts';
import type { ClientRole, PlatformRole } from './rights.ts';

/** Where a person belongs. */
export interface Memberships {
  /** Null for people who are not the service's own staff. */
  readonly platformRole: PlatformRole | null;
  readonly clients: readonly Membership[];
}

export interface Membership {
  readonly clientId: number;
  readonly name: string;
  readonly role: ClientRole;
  /** Whether this client requires a second factor. */
  readonly twoFactorRequired: boolean;
  /** The addresses and networks from which its pages can be used; empty where they can from everywhere. */
  readonly allowedIps: readonly string[];
}

/** The roles of a person, in the order of their clients; null when there is no such person or they were shut out. */
export async function findMemberships(db: Queryable, personId: string): Promise<Memberships | null> {
  const { rows } = await db.query<{
    platform_role: PlatformRole | null;
    client_id: string | null;
    name: string;
    role: ClientRole;
    two_factor_required: boolean;
    dashboard_ips: string[];
  }>(
    `SELECT platform_role, client_id, client.name, role, two_factor_required, dashboard_ips
       FROM person LEFT JOIN (person_client_role JOIN client USING (client_id)) ON person_id = person.id
      WHERE person.id = $1 AND disabled_at IS NULL
      ORDER BY client_id`,
    [personId],
  );
  const [first] = rows;
  if (first === undefined) return null;
  return {
    platformRole: first.platform_role,
    clients: rows.flatMap(({ client_id, name, role, two_factor_required, dashboard_ips }) =>
      client_id === null
        ? []
        : [
            {
              clientId: Number(client_id),
              name,
              role,
              twoFactorRequired: two_factor_required,
              allowedIps: dashboard_ips,
            },
          ],
    ),
  };
}

/**
 * Gives a person a role at a client, in place of the one that they had.
 * @returns whether they have joined: who has no password yet joins by setting one.
 */
export async function giveClientRole(
  db: Queryable,
  grant: { readonly personId: string; readonly clientId: number; readonly role: ClientRole; readonly actor: string },
): Promise<{ readonly hasJoined: boolean }> {
  const { rows } = await db.query<{ has_joined: boolean }>(
    `INSERT INTO person_client_role (person_id, client_id, role, granted_by, joined_at)
     VALUES ($1, $2, $3, $4, CASE WHEN EXISTS (SELECT FROM person_credential WHERE person_id = $1 AND password IS NOT NULL)
                                  THEN clock_timestamp() END)
     ON CONFLICT (person_id, client_id) DO UPDATE
       SET role = excluded.role, granted_by = excluded.granted_by, granted_at = clock_timestamp()
     RETURNING joined_at IS NOT NULL AS has_joined`,
    [grant.personId, grant.clientId, grant.role, grant.actor],
  );
  return { hasJoined: rows[0]?.has_joined === true };
}
