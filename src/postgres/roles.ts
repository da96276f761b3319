import type pg from 'pg';
import { sqlState } from './errors.ts';
import type { DatabaseRole } from './pool.ts';

const roles: readonly DatabaseRole[] = ['nsimbi_owner', 'nsimbi_service', 'nsimbi_reader'];

/**
 * Makes the three roles where they are missing and lets `login` become each of them. Roles belong to the whole server,
 * so another database's migration may be making them at the same moment.
 * @param login the role that the service signs in as.
 * @throws RolesMissing when the connected role may not do so.
 */
export async function ensureRoles(client: pg.ClientBase, login: string): Promise<void> {
  for (const role of roles) {
    try {
      if (!(await roleExists(client, role))) await createRole(client, role);
      if (!(await canBecome(client, login, role)))
        await client.query(`GRANT ${role} TO ${client.escapeIdentifier(login)}`);
    } catch (error) {
      if (sqlState(error) === insufficientPrivilege) throw new RolesMissing(client.escapeIdentifier(login));
      if (!isRace(error) || !(await roleExists(client, role)) || !(await canBecome(client, login, role))) throw error;
    }
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

/** The database's role may neither make nor become the roles; carries the SQL that an administrator must run once. */
export class RolesMissing extends Error {
  override readonly name = 'RolesMissing';
  readonly sql: string;

  constructor(quotedLogin: string) {
    const sql = [
      ...roles.map((role) => `CREATE ROLE ${role} NOLOGIN;`),
      `GRANT ${roles.join(', ')} TO ${quotedLogin};`,
    ].join(' ');
    super(
      `the database role ${quotedLogin} may not create the roles that Nsimbi needs; ` +
        `let an administrator of the server run (leaving out roles that exist): ${sql}`,
    );
    this.sql = sql;
  }
}
