import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../../config.ts';
import { readBoundary, recordsOf } from '../../history/boundary.ts';
import { createHistoryPool } from '../../history/history-store.ts';
import { changeableRecords } from '../../ledger/changeable-records.ts';
import { lookAtInstallation } from '../../postgres/installation.ts';
import { describeExcess, readLogin } from '../../postgres/login.ts';
import { isMigrated } from '../../postgres/migrate.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { readClockDifference } from '../../postgres/trusted-clock.ts';
import { findUnsafeSettings } from '../../postgres/unsafe-settings.ts';
import { type Diagnosis, problem, warning, well } from './diagnosis.ts';

const worthKnowingMs = 1_000;
const dangerousMs = 30_000;

/** How far this machine's clock is from the database's, which dates payments; keys and rate limits go by ours. */
export async function checkClock(db: Queryable): Promise<Diagnosis> {
  const askedAtMs = Date.now();
  const { rows } = await db.query<{ now_ms: string }>(
    'SELECT round(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms',
  );
  const answeredAtMs = Date.now();
  return judgeClock(Number(rows[0]?.now_ms), askedAtMs, answeredAtMs);
}

/** The database looked at its clock at some moment between question and answer; what that cannot explain is a difference. */
export function judgeClock(databaseMs: number, askedAtMs: number, answeredAtMs: number): Diagnosis {
  const differenceMs = Math.max(0, askedAtMs - databaseMs, databaseMs - answeredAtMs);
  if (differenceMs < worthKnowingMs) return well('clock', `${differenceMs} ms from the database's`);
  const found = `${(differenceMs / 1_000).toFixed(1)} s from the database's`;
  const mend = 'let NTP set the clock of both machines (timedatectl set-ntp true)';
  return differenceMs < dangerousMs ? warning('clock', found, mend) : problem('clock', found, mend);
}

/** How far the database's clock is from the clock that deadlines count by. */
export async function checkTrustedClock(db: Queryable): Promise<Diagnosis> {
  const { differenceMs, isAlarming } = await readClockDifference(db);
  const seconds = Math.round(differenceMs / 1_000);
  const found = `the database's clock is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} trusted time`;
  if (!isAlarming) return well('trusted clock', found);
  return warning(
    'trusted clock',
    `${found}: it was set, or the service was not running`,
    'correct the clock if it is wrong; no deadline moves, and ten steady minutes of the running service end this warning',
  );
}

/** Whether the history store responds and has what has moved, where there is one or something has moved to it. */
export async function checkHistory(db: Queryable, { historyUrl }: Pick<Config, 'historyUrl'>): Promise<Diagnosis[]> {
  const { movedBelow } = await readBoundary(db);
  if (historyUrl === null) {
    if (movedBelow === 0) return [];
    return [
      problem('history', 'transactions have moved to a history store, and NSIMBI_HISTORY_URL is not set', 'set it'),
    ];
  }
  const history = createHistoryPool(historyUrl, { applicationName: 'nsimbi doctor', max: 1 });
  try {
    await recordsOf(db, history).history.query('SELECT');
    return [well('history', movedBelow === 0 ? 'nothing has moved yet' : `ids below ${movedBelow} have moved`)];
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    return [problem('history', found, 'start the history store, correct NSIMBI_HISTORY_URL, or restore what it lacks')];
  } finally {
    await history.end();
  }
}

const gigabyte = 1024 ** 3;

/** Whether the data folder can be used, its disk has room, and its secrets are only its owner's. */
export function checkDataFolder(dataDir: string): Diagnosis[] {
  const there = existsSync(dataDir);
  const place = there ? dataDir : nearestParent(dataDir);
  return [writable(dataDir, place), room(place), ...(there ? [credentialsMode(dataDir)] : [])];
}

function writable(dataDir: string, place: string): Diagnosis {
  try {
    accessSync(place, constants.W_OK | constants.X_OK);
  } catch {
    return problem(
      'data folder',
      `${place} cannot be written by this user`,
      'give this user the right, or set NSIMBI_DATA_DIR to another folder',
    );
  }
  return well('data folder', place === dataDir ? dataDir : `${dataDir} is created at the first start`);
}

function room(place: string): Diagnosis {
  const { bavail, bsize } = statfsSync(place);
  const found = `${((bavail * bsize) / gigabyte).toFixed(1)} GB free`;
  const mend = 'make room, or move the data folder to a larger disk; a full disk stops every payment';
  if (bavail * bsize < gigabyte) return problem('disk', found, mend);
  if (bavail * bsize < 10 * gigabyte) return warning('disk', found, mend);
  return well('disk', found);
}

function credentialsMode(dataDir: string): Diagnosis {
  const file = join(dataDir, 'credentials.json');
  if (!existsSync(file)) return well('credentials', 'no credentials.json');
  if ((statSync(file).mode & 0o077) === 0) return well('credentials', "credentials.json is its owner's alone");
  return warning('credentials', `others may read ${file}`, `chmod 600 ${file}`);
}

function nearestParent(path: string): string {
  let place = path;
  while (!existsSync(place)) place = dirname(place);
  return place;
}

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

/** Whether the service's login may become the roles that it serves with. */
export async function checkRoles(db: Queryable): Promise<Diagnosis> {
  const { rows } = await db.query<{ role: string }>(`
    SELECT role FROM unnest(ARRAY['nsimbi_service', 'nsimbi_reader']) AS role
     WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role AND pg_has_role(session_user, oid, 'MEMBER'))`);
  if (rows.length === 0) return well('roles', 'the user may become nsimbi_service and nsimbi_reader');
  return problem(
    'roles',
    `the user may not become ${rows.map(({ role }) => role).join(', ')}`,
    'nsimbi migrate makes the roles, or prints what an administrator of the server must run',
  );
}

/** Whether SQL that reaches the database through the service could become the owner's. */
export async function checkLogin(db: Queryable): Promise<Diagnosis> {
  const login = await readLogin(db);
  if (login.excess.length === 0) return well('login', `${login.name} may serve and no more`);
  const { found, remedy } = describeExcess(login);
  return warning('login', `${found}; live operations are refused`, remedy);
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
  const { databaseId, ownId } = await lookAtInstallation(db, config.dataDir, config.installationId);
  if (ownId === databaseId) return well('installation', databaseId);
  return problem(
    'installation',
    `the database is ${databaseId} and this process belongs to ${ownId}, so live operations are refused`,
    `if this copy is now the real one, set NSIMBI_INSTALLATION_ID=${databaseId}; else name the right database`,
  );
}
