import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isConnectionLost, sqlState } from '../errors.ts';
import type { DatabaseTarget } from '../pool.ts';
import { ensureRoles } from '../roles.ts';
import { DatabaseNotStarted } from '../start-error.ts';
import {
  type Cluster,
  clusterAt,
  ensureCluster,
  ensureSocketFolder,
  explainServerText,
  requirePasswords,
  socketTarget,
  writeSettings,
} from './cluster.ts';
import { ownerLogin, readPasswords, scramVerifier, servingLogin, superuser } from './passwords.ts';
import {
  logSize,
  readLogFrom,
  removeStalePidFile,
  runningPostmaster,
  spawnPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import type { ServerHome } from './server-home.ts';
import { findServerPrograms, type ServerPrograms } from './server-programs.ts';
import type { ServerUser } from './server-user.ts';

export interface EmbeddedServerOptions {
  /** A service owns its data folder alone and brings a dead server back; a command works beside it. */
  readonly purpose: 'service' | 'command';
  /** False only for tests: their data may be lost with the machine. */
  readonly durable: boolean;
  /** Receives in one sentence what a person should know: a long recovery, a server that died. */
  readonly report: (sentence: string) => void;
}

export interface EmbeddedServer {
  readonly cluster: Cluster;
  /** Signs in as the service to the database nsimbi. */
  readonly target: DatabaseTarget;
  /** Signs in as the login that applies migrations. */
  readonly owner: DatabaseTarget;
  /** Stops the server unless another process of this data folder still uses it. */
  close(): Promise<void>;
}

const databaseName = 'nsimbi';

/**
 * Uses the PostgreSQL of a home folder, starting it when it does not run.
 *
 * Who uses it and who may stop it is kept in the server itself, in advisory locks of one *guard* connection per process:
 * every process holds `users` shared, the one that stops the server must hold it alone, and a service holds `service`.
 * PostgreSQL drops the locks of a process that dies, so no number of a dead process can be mistaken for a living one.
 * @throws DatabaseNotStarted, DataFolderInUse
 */
export async function openEmbeddedServer(
  { home, user }: ServerHome,
  options: EmbeddedServerOptions,
): Promise<EmbeddedServer> {
  const programs = findServerPrograms(user);
  const cluster = clusterAt(home);
  await ensureCluster(cluster, programs, user);

  const start = (): ChildProcess => {
    removeStalePidFile(cluster);
    ensureSocketFolder(cluster, user);
    writeSettings(cluster, user, options.durable);
    return spawnPostmaster(cluster, programs, user);
  };
  const obtain = async (): Promise<pg.Client> => {
    const guard = await obtainGuard(cluster, programs, start, options);
    try {
      if (options.purpose === 'service') await becomeTheService(guard, cluster);
      return guard;
    } catch (error) {
      await leave(guard, cluster);
      throw error;
    }
  };

  let guard = await obtain();
  let closing = false;
  let revival = Promise.resolve();
  const watch = (): void => {
    guard.once('end', () => {
      if (closing || options.purpose !== 'service') return;
      options.report('The database server ended unexpectedly. It is being started again.');
      revival = revive();
    });
  };
  const revive = async (): Promise<void> => {
    for (let waitMs = 100; !closing; waitMs = Math.min(waitMs * 2, 5_000)) {
      try {
        guard = await obtain();
        watch();
        options.report('The database server is back.');
        return;
      } catch (error) {
        options.report(`The database server could not be started: ${messageOf(error)}.`);
        await sleep(waitMs);
      }
    }
  };
  watch();
  try {
    await ensureDatabase(guard);
    await secureLogins(guard, cluster, user);
  } catch (error) {
    closing = true;
    await leave(guard, cluster);
    throw error;
  }

  return {
    cluster,
    target: socketTarget(cluster, servingLogin, databaseName),
    owner: socketTarget(cluster, ownerLogin, databaseName),
    close: async () => {
      closing = true;
      await revival;
      await leave(guard, cluster);
    },
  };
}

const recoveryMsMax = 600_000;
const turnsMsMax = 30_000;

async function obtainGuard(
  cluster: Cluster,
  programs: ServerPrograms,
  start: () => ChildProcess,
  { purpose, report }: EmbeddedServerOptions,
): Promise<pg.Client> {
  const beganAt = Date.now();
  let child: ChildProcess | null = null;
  let logStart = 0;
  let reported = false;
  for (;;) {
    const guard = await connectGuard(cluster, purpose);
    if (guard !== null && (await holdAsUser(guard))) return guard;

    const waitedMs = Date.now() - beganAt;
    if (child !== null && hasEnded(child)) {
      // Another process may have been faster, or the remains of a killed server may still be ending.
      const text = readLogFrom(cluster, logStart);
      const worthWaiting = runningPostmaster(cluster) !== null || /lock file|shared memory block/.test(text);
      if (!worthWaiting || waitedMs > turnsMsMax) {
        throw explainServerText(text, cluster.home, `PostgreSQL ${programs.major} did not start (${cluster.logFile})`);
      }
      child = null;
      await sleep(100);
    } else if (child === null && guard === null && runningPostmaster(cluster) === null) {
      logStart = logSize(cluster);
      child = start();
    }
    if (waitedMs > recoveryMsMax) {
      throw new DatabaseNotStarted(`PostgreSQL did not accept connections within ten minutes; see ${cluster.logFile}`);
    }
    if (waitedMs > 5_000 && !reported) {
      report('PostgreSQL is still starting; after a crash it first repeats what its log holds.');
      reported = true;
    }
    await sleep(10);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}

/** Null when no server listens, or one that is starting, stopping or full. */
async function connectGuard(cluster: Cluster, purpose: string): Promise<pg.Client | null> {
  const guard = new pg.Client({
    ...socketTarget(cluster, superuser, 'postgres'),
    application_name: `nsimbi ${purpose} ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  });
  guard.on('error', () => undefined);
  try {
    await guard.connect();
    return guard;
  } catch (error) {
    await guard.end().catch(() => undefined);
    if (isConnectionLost(error)) return null;
    throw new DatabaseNotStarted(`PostgreSQL refuses its own socket ${cluster.socketFolder}: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

const usersLock = `hashtextextended('nsimbi.users', 0)`;
const serviceLock = `hashtextextended('nsimbi.service', 0)`;

/** False while another process is stopping the server. */
async function holdAsUser(guard: pg.Client): Promise<boolean> {
  try {
    if (await ask(guard, `SELECT pg_try_advisory_lock_shared(${usersLock}) AS yes`)) return true;
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
  }
  await guard.end().catch(() => undefined);
  return false;
}

/**
 * The server notices within moments that the guard of a killed service is gone, so the lock is asked for a while: so many
 * times rather than so long, because this thread may be kept by the loading of code between a question and its answer.
 */
async function becomeTheService(guard: pg.Client, cluster: Cluster): Promise<void> {
  for (let asked = 1; !(await ask(guard, `SELECT pg_try_advisory_lock(${serviceLock}) AS yes`)); asked += 1) {
    if (asked === 30) throw new DataFolderInUse(cluster.home, await serviceProcess(guard));
    await sleep(50);
  }
}

async function serviceProcess(guard: pg.Client): Promise<string> {
  const { rows } = await guard.query<{ name: string }>(
    `SELECT application_name AS name FROM pg_stat_activity
      WHERE application_name LIKE 'nsimbi service %' AND pid <> pg_backend_pid()`,
  );
  return rows[0]?.name.replace('nsimbi service ', '') ?? 'unknown';
}

async function ensureDatabase(guard: pg.Client): Promise<void> {
  for (const login of [ownerLogin, servingLogin]) {
    await unlessItExists(guard, `SELECT 1 FROM pg_roles WHERE rolname = '${login}'`, `CREATE ROLE ${login} LOGIN`);
  }
  await ensureRoles(guard, { owner: ownerLogin, serving: servingLogin });
  await unlessItExists(
    guard,
    `SELECT 1 FROM pg_database WHERE datname = '${databaseName}'`,
    `CREATE DATABASE ${databaseName} OWNER nsimbi_owner`,
  );
}

/**
 * Gives each login its password and takes from the service's what it does not need, in a new cluster and in one of an
 * older version, where it owned the database and nobody needed a password. The passwords are committed before they are
 * required, so a start that is cut off in between is completed by the next one.
 */
async function secureLogins(guard: pg.Client, cluster: Cluster, user: ServerUser): Promise<void> {
  await guard.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('nsimbi.logins', 0))`);
  for (const [login, password] of Object.entries(readPasswords(cluster.home))) {
    await guard.query(`ALTER ROLE ${guard.escapeIdentifier(login)} PASSWORD '${scramVerifier(password)}'`);
  }
  const { rows } = await guard.query<{ role: string }>(
    `SELECT roleid::regrole::text AS role FROM pg_auth_members
      WHERE member = '${servingLogin}'::regrole AND roleid <> 'nsimbi_service'::regrole`,
  );
  for (const { role } of rows) await guard.query(`REVOKE ${role} FROM ${servingLogin}`);
  await guard.query(`ALTER DATABASE ${databaseName} OWNER TO nsimbi_owner`);
  // A table that only one session sees must not stand before one of ours.
  await guard.query(`REVOKE TEMPORARY ON DATABASE ${databaseName} FROM PUBLIC; COMMIT`);
  requirePasswords(cluster, user);
  // Also when the file was right: a start that was cut off may have changed it.
  await guard.query('SELECT pg_reload_conf()');
}

async function unlessItExists(guard: pg.Client, look: string, create: string): Promise<void> {
  if ((await guard.query(look)).rowCount !== 0) return;
  try {
    await guard.query(create);
  } catch (error) {
    // Made by another process at the same moment.
    if (!['42P04', '42710', '23505'].includes(sqlState(error) ?? '')) throw error;
  }
}

/** Releases the server; the last process to do so stops it. */
async function leave(guard: pg.Client, cluster: Cluster): Promise<void> {
  let last: boolean;
  try {
    await guard.query(`SELECT pg_advisory_unlock_all()`);
    last = await ask(guard, `SELECT pg_try_advisory_lock(${usersLock}) AS yes`);
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    last = false;
  }
  if (last) await stopPostmaster(cluster);
  await guard.end().catch(() => undefined);
}

async function ask(guard: pg.Client, question: string): Promise<boolean> {
  const { rows } = await guard.query<{ yes: boolean }>(question);
  return rows[0]?.yes === true;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Another living service uses the data folder. */
export class DataFolderInUse extends DatabaseNotStarted {
  override readonly name = 'DataFolderInUse';

  constructor(home: string, processId: string) {
    super(
      `the database in ${home} is used by another running Nsimbi (process ${processId}); ` +
        'stop that one, or give this one its own folder with NSIMBI_DATA_DIR',
    );
  }
}
