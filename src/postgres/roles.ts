import type pg from 'pg';
import { sqlState } from './errors.ts';
import type { DatabaseRole } from './pool.ts';
import { DatabaseNotStarted } from './start-error.ts';

/** The names of those who log in: for migrations, and for the service. They may be the same. */
export interface Logins {
  readonly owner: string;
  readonly serving: string;
}

/**
 * Makes the three roles where they are missing and lets the logins become what they need: the owner's nsimbi_owner, the
 * service's nsimbi_service, and from there nsimbi_reader, which may do less. Roles belong to the whole server, so another
 * database's migration may be making them at the same moment.
 * @throws PrivilegesMissing when the connected role may not do so.
 */
export async function ensureRoles(client: pg.ClientBase, logins: Logins): Promise<void> {
  for (const [role, member] of memberships(logins)) {
    try {
      if (!(await roleExists(client, role))) await createRole(client, role);
      if (!(await canBecome(client, member, role))) {
        await client.query(`GRANT ${role} TO ${client.escapeIdentifier(member)}`);
      }
    } catch (error) {
      if (sqlState(error) === insufficientPrivilege) throw await whatIsMissing(client, logins);
      if (!isRace(error) || !(await roleExists(client, role)) || !(await canBecome(client, member, role))) throw error;
    }
  }
}

/** Each role and who must be able to become it. */
function memberships({ owner, serving }: Logins): readonly (readonly [role: DatabaseRole, member: string])[] {
  return [
    ['nsimbi_owner', owner],
    ['nsimbi_service', serving],
    ['nsimbi_reader', owner === serving ? serving : 'nsimbi_service'],
  ];
}

/** Makes the schema nsimbi where it is missing. @throws PrivilegesMissing when the connected role may not do so. */
export async function ensureSchema(client: pg.ClientBase, logins: Logins): Promise<void> {
  if (await schemaExists(client)) return;
  try {
    await client.query('CREATE SCHEMA nsimbi AUTHORIZATION nsimbi_owner');
  } catch (error) {
    if (sqlState(error) === insufficientPrivilege) throw await whatIsMissing(client, logins);
    throw error;
  }
}

const insufficientPrivilege = '42501';

async function createRole(client: pg.ClientBase, role: DatabaseRole): Promise<void> {
  try {
    await client.query(`CREATE ROLE ${role} NOLOGIN`);
  } catch (error) {
    if (!isRace(error)) throw error;
  }
}

/** Another session made or granted the same role first: duplicate object, unique violation, "tuple concurrently updated". */
function isRace(error: unknown): boolean {
  return ['42710', '23505', 'XX000'].includes(sqlState(error) ?? '');
}

async function roleExists(client: pg.ClientBase, role: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  return rowCount === 1;
}

/** Before PostgreSQL 16 a member may always SET ROLE; since then that is a privilege of its own. */
async function canBecome(client: pg.ClientBase, login: string, role: DatabaseRole): Promise<boolean> {
  const { rows } = await client.query<{ can: boolean }>(
    `SELECT pg_has_role($1::name, $2::name,
                        CASE WHEN current_setting('server_version_num')::integer >= 160000 THEN 'SET' ELSE 'MEMBER' END) AS can`,
    [login, role],
  );
  return rows[0]?.can === true;
}

async function schemaExists(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT 1 FROM pg_namespace WHERE nspname = 'nsimbi'`);
  return rowCount === 1;
}

/** All that is missing at once, so that an administrator is asked only once. */
async function whatIsMissing(client: pg.ClientBase, logins: Logins): Promise<PrivilegesMissing> {
  const statements: string[] = [];
  const ungranted = new Map<string, DatabaseRole[]>();
  for (const [role, member] of memberships(logins)) {
    const exists = await roleExists(client, role);
    if (!exists) statements.push(`CREATE ROLE ${role} NOLOGIN;`);
    // Where a role is missing, so is every membership of it and in it.
    if (!exists || !(await roleExists(client, member)) || !(await canBecome(client, member, role))) {
      ungranted.set(member, [...(ungranted.get(member) ?? []), role]);
    }
  }
  for (const [member, granted] of ungranted) {
    statements.push(`GRANT ${granted.join(', ')} TO ${client.escapeIdentifier(member)};`);
  }
  if (!(await schemaExists(client))) statements.push('CREATE SCHEMA nsimbi AUTHORIZATION nsimbi_owner;');
  return new PrivilegesMissing(client.escapeIdentifier(logins.owner), statements.join(' '));
}

/** The database's role may not make what we need; carries the SQL that an administrator must run once in this database. */
export class PrivilegesMissing extends DatabaseNotStarted {
  override readonly name = 'PrivilegesMissing';
  readonly sql: string;

  constructor(quotedLogin: string, sql: string) {
    super(
      `the database role ${quotedLogin} may not create what Nsimbi needs; ` +
        `let an administrator run this once, in this database: ${sql}`,
    );
    this.sql = sql;
  }
}
