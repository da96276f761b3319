import type { Config } from '../../config.ts';
import { changeableRecords } from '../../ledger/changeable-records.ts';
import { lookAtInstallation } from '../../postgres/installation.ts';
import { isMigrated } from '../../postgres/migrate.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { findUnsafeSettings } from '../../postgres/unsafe-settings.ts';
import { type Diagnosis, problem, well } from './diagnosis.ts';

/** Version and durability. Opening the database has refused what cannot be trusted; this says what there is. */
export async function checkServer(db: Queryable): Promise<Diagnosis[]> {
  const { rows } = await db.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
  const unsafe = await findUnsafeSettings(db);
  return [
    well('database', `PostgreSQL ${rows[0]?.version}`),
    unsafe.length === 0
      ? well('durability', 'fsync, full_page_writes and synchronous_commit are on')
      : problem(
          'durability',
          unsafe.map(({ name, value, risk }) => `${name} is ${value}: ${risk}`).join('; '),
          unsafe.map(({ remedy }) => remedy).join(' '),
        ),
  ];
}

/** Whether the signed-in user may become each of our roles. */
export async function checkRoles(db: Queryable): Promise<Diagnosis> {
  const { rows } = await db.query<{ role: string }>(`
    SELECT role FROM unnest(ARRAY['nsimbi_owner', 'nsimbi_service', 'nsimbi_reader']) AS role
     WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role AND pg_has_role(session_user, oid, 'MEMBER'))`);
  if (rows.length === 0) return well('roles', 'the user may become nsimbi_owner, nsimbi_service and nsimbi_reader');
  return problem(
    'roles',
    `the user may not become ${rows.map(({ role }) => role).join(', ')}`,
    'nsimbi migrate makes the roles, or prints what an administrator of the server must run',
  );
}

export async function checkMigrations(db: Queryable): Promise<Diagnosis> {
  if (await isMigrated(db)) return well('migrations', 'all are applied');
  return problem('migrations', 'some are missing', 'nsimbi migrate, or start the service');
}

/** Whether the service could change what must never change. */
export async function checkRecords(db: Queryable): Promise<Diagnosis> {
  const found = await changeableRecords(db);
  if (found.length === 0)
    return well('records', 'transfers, events, fees, amounts and the audit log cannot be changed');
  return problem(
    'records',
    `the service has ${found.join(', ')}`,
    found.map((privilege) => `REVOKE ${privilege} FROM nsimbi_service;`).join(' '),
  );
}

export async function checkInstallation(db: Queryable, config: Config): Promise<Diagnosis> {
  const { databaseId, ownId, liveAllowed } = await lookAtInstallation(db, config.dataDir, config.installationId);
  if (liveAllowed) return well('installation', databaseId);
  return problem(
    'installation',
    `the database is ${databaseId} and this process belongs to ${ownId}, so live operations are refused`,
    `if this copy is now the real one, set NSIMBI_INSTALLATION_ID=${databaseId}; else name the right database`,
  );
}
