import type { Queryable } from './pool.ts';

/** Who has logged in to the database, and what that login may do. */
export interface Login {
  readonly name: string;
  /** Whether it is a member of nsimbi_service. */
  readonly serves: boolean;
  /** Whether it can become nsimbi_owner, and so apply migrations. */
  readonly becomesOwner: boolean;
  /**
   * What it may do beyond serving, such as `is a superuser`. Empty for a login that is only a member of nsimbi_service:
   * whatever SQL runs in its sessions, RESET ROLE and SET ROLE give no further rights.
   */
  readonly excess: readonly string[];
}

/**
 * Reads what the login of a session may do; the session's current role plays no part. Membership counts however it was
 * granted: since PostgreSQL 16 one WITH SET FALSE, INHERIT FALSE can still have the admin option, which grants the rest.
 * Of PostgreSQL's predefined roles only those are harmless that neither read files nor write data.
 */
export async function readLogin(db: Queryable): Promise<Login> {
  const { rows } = await db.query<Login>(`
    WITH login AS (SELECT oid, rolname, rolsuper FROM pg_catalog.pg_roles WHERE rolname = session_user),
         reachable AS (
           SELECT role.oid, role.rolname, role.rolsuper, role.rolcreaterole, role.rolreplication,
                  CASE WHEN role.oid = login.oid THEN '' ELSE 'can become ' || quote_ident(role.rolname) || ', which ' END
                    AS by
             FROM pg_catalog.pg_roles AS role, login
            WHERE role.oid = login.oid OR (NOT login.rolsuper AND pg_has_role(login.oid, role.oid, 'MEMBER'))),
         excess AS (
           SELECT by || reason AS what
             FROM reachable, LATERAL (VALUES
               (rolsuper, 'is a superuser'),
               (rolcreaterole, 'may create roles and grant them'),
               (rolreplication, 'may copy the whole server by replication'),
               (rolname = 'nsimbi_owner', 'owns the tables'),
               (rolname ~ '^pg_' AND rolname <> ALL ('{pg_monitor, pg_read_all_settings, pg_read_all_stats,
                  pg_stat_scan_tables, pg_signal_backend, pg_checkpoint, pg_use_reserved_connections}'),
                'has rights of an administrator'),
               (rolname <> 'nsimbi_owner' AND EXISTS (SELECT FROM pg_catalog.pg_namespace
                   WHERE nspname = 'nsimbi' AND (nspowner = reachable.oid
                     OR EXISTS (SELECT FROM pg_catalog.pg_class WHERE relnamespace = pg_namespace.oid AND relowner = reachable.oid)
                     OR EXISTS (SELECT FROM pg_catalog.pg_proc WHERE pronamespace = pg_namespace.oid AND proowner = reachable.oid))),
                'owns what is in the schema nsimbi'),
               (rolname <> ALL ('{nsimbi_owner, nsimbi_service, nsimbi_reader}') AND EXISTS (
                  SELECT FROM pg_catalog.pg_class, LATERAL (
                           SELECT relacl AS acl UNION ALL
                           SELECT attacl FROM pg_catalog.pg_attribute WHERE attrelid = pg_class.oid) AS lists, aclexplode(acl) AS item
                   WHERE relnamespace = to_regnamespace('nsimbi') AND relowner <> reachable.oid
                     AND item.grantee = reachable.oid AND item.privilege_type <> 'SELECT'),
                'may write to our tables by a right of its own')) AS test (applies, reason)
            WHERE applies)
    SELECT rolname AS name,
           EXISTS (SELECT FROM pg_catalog.pg_roles AS role
                    WHERE role.rolname = 'nsimbi_service' AND pg_has_role(login.oid, role.oid, 'MEMBER')) AS serves,
           EXISTS (SELECT FROM pg_catalog.pg_roles AS role
                    WHERE role.rolname = 'nsimbi_owner' AND pg_has_role(login.oid, role.oid, 'MEMBER')) AS "becomesOwner",
           ARRAY(SELECT what FROM excess ORDER BY what) AS excess
      FROM login`);
  const login = rows[0];
  if (login === undefined) throw new Error('the server did not say who logged in');
  return login;
}

/** What is unsafe about a login that may do more than serve, and the SQL for one that may not. */
export function describeExcess({ name, excess }: Login): { readonly found: string; readonly remedy: string } {
  return {
    found:
      `the login ${name} of DATABASE_URL ${excess.join(', and ')}, so SQL that reaches the database through the service ` +
      'could change every record',
    remedy:
      "name a login in DATABASE_URL that is only a member of nsimbi_service (CREATE ROLE … LOGIN PASSWORD '…'; " +
      'GRANT nsimbi_service TO …;), and keep this one in NSIMBI_OWNER_DATABASE_URL for migrations',
  };
}
