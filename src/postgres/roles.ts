import type pg from 'pg';
import { sqlState } from './errors.ts';
import type { DatabaseRole } from './pool.ts';
import { DatabaseNotStarted } from './start-error.ts';

const roles: readonly DatabaseRole[] = ['nsimbi_owner', 'nsimbi_service', 'nsimbi_reader'];

/**
 * Makes the three roles where they are missing and lets `login` become each of them. Roles belong to the whole server,
 * so another database's migration may be making them at the same moment.
 * @param login the role that the service signs in as.
 * @throws PrivilegesMissing when the connected role may not do so.
 */
export async function ensureRoles(client: pg.ClientBase, login: string): Promise<void> {
  for (const role of roles) {
    try {
      if (!(await roleExists(client, role))) await createRole(client, role);
      if (!(await canBecome(client, login, role))) {
        await client.query(`GRANT ${role} TO ${client.escapeIdentifier(login)}`);
      }
    } catch (error) {
      if (sqlState(error) === insufficientPrivilege) throw await whatIsMissing(client, login);
      if (!isRace(error) || !(await roleExists(client, role)) || !(await canBecome(client, login, role))) throw error;
    }
  }
}

/** Makes the schema nsimbi where it is missing. @throws PrivilegesMissing when the connected role may not do so. */
export async function ensureSchema(client: pg.ClientBase, login: string): Promise<void> {
  if (await schemaExists(client)) return;
  try {
    await client.query('CREATE SCHEMA nsimbi AUTHORIZATION nsimbi_owner');
  } catch (error) {
    if (sqlState(error) === insufficientPrivilege) throw await whatIsMissing(client, login);
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

async function roleExists(client: pg.ClientBase, role: DatabaseRole): Promise<boolean> {
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
async function whatIsMissing(client: pg.ClientBase, login: string): Promise<PrivilegesMissing> {
  const statements: string[] = [];
  const ungranted: string[] = [];
  for (const role of roles) {
    const exists = await roleExists(client, role);
    if (!exists) statements.push(`CREATE ROLE ${role} NOLOGIN;`);
    if (!exists || !(await canBecome(client, login, role))) ungranted.push(role);
  }
  const quotedLogin = client.escapeIdentifier(login);
  if (ungranted.length > 0) statements.push(`GRANT ${ungranted.join(', ')} TO ${quotedLogin};`);
  if (!(await schemaExists(client))) statements.push('CREATE SCHEMA nsimbi AUTHORIZATION nsimbi_owner;');
  return new PrivilegesMissing(quotedLogin, statements.join(' '));
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
