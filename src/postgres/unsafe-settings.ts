import type { Queryable } from './pool.ts';

/** A setting of PostgreSQL with which a payment that was acknowledged can be lost. */
export interface UnsafeSetting {
  readonly name: string;
  readonly value: string;
  /** What it risks and how it is mended, for the person who runs the server. */
  readonly risk: string;
  readonly remedy: string;
}

interface Row {
  readonly name: string;
  readonly value: string;
  readonly source: string;
  readonly role: string;
  readonly database: string;
}

/**
 * What is unsafe in this session, wherever it was set. `synchronous_commit` may be `local` on no account: commits would not
 * wait for a synchronous standby, also not for one that is added later.
 */
export async function findUnsafeSettings(db: Queryable): Promise<readonly UnsafeSetting[]> {
  const { rows } = await db.query<Row>(`
    SELECT name, setting AS value, source, quote_ident(session_user) AS role, quote_ident(current_database()) AS database
      FROM pg_settings
     WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit')
       AND (setting = 'off' OR (name = 'synchronous_commit' AND setting = 'local'))
     ORDER BY name`);
  return rows.map((row) => ({
    name: row.name,
    value: row.value,
    risk:
      row.value === 'local'
        ? 'the loss of the server could lose payments that a synchronous standby should have'
        : 'a power cut could lose payments that were acknowledged',
    remedy: remedyOf(row),
  }));
}

function remedyOf({ name, source, role, database }: Row): string {
  switch (source) {
    case 'database':
      return `ALTER DATABASE ${database} RESET ${name};`;
    case 'user':
      return `ALTER ROLE ${role} RESET ${name};`;
    case 'database user':
      return `ALTER ROLE ${role} IN DATABASE ${database} RESET ${name};`;
    case 'client':
      return 'remove it from DATABASE_URL or PGOPTIONS';
    default:
      return `ALTER SYSTEM SET ${name} = on; SELECT pg_reload_conf();`;
  }
}
