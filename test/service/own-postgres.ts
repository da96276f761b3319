import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Cluster } from '../../src/postgres/embedded/cluster.ts';
import {
  clusterAt,
  ensureCluster,
  ensureSocketFolder,
  socketTarget,
  writeSettings,
} from '../../src/postgres/embedded/cluster.ts';
import { passwordsFile, readPasswords, superuser } from '../../src/postgres/embedded/passwords.ts';
import {
  removeStalePidFile,
  runningPostmaster,
  spawnPostmaster,
  stopPostmaster,
} from '../../src/postgres/embedded/postmaster.ts';
import { prepareServerHome } from '../../src/postgres/embedded/server-home.ts';
import { findServerPrograms, type ServerPrograms } from '../../src/postgres/embedded/server-programs.ts';
import { giveTo, type ServerUser } from '../../src/postgres/embedded/server-user.ts';
import { createServingLogin, run, servingTarget } from '../postgres-server.ts';
import { waitUntil } from './wait-until.ts';

/** A PostgreSQL that belongs to nobody's service, with the settings of the embedded one, durable as that is. */
export interface OwnPostgres {
  readonly cluster: Cluster;
  /** Signs in by the socket as superuser. */
  urlOf(database: string): string;
  /** The settings with which a service uses the database `nsimbi`. */
  readonly settings: { readonly DATABASE_URL: string; readonly NSIMBI_OWNER_DATABASE_URL: string };
  start(): Promise<void>;
  /** Cuts all sessions and waits until the server is gone. */
  stop(): Promise<void>;
  /** kill -9 of every process of the server at once. */
  kill(): Promise<void>;
}

/** Returns programs in place of PostgreSQL's own, such as scripts that start them in another way. */
export type WrapPrograms = (programs: ServerPrograms) => ServerPrograms;

const asInstalled: WrapPrograms = (programs) => programs;

/** Makes a server in `folder`, starts it, and creates the database `nsimbi`. */
export async function createOwnPostgres(folder: string, wrap = asInstalled): Promise<OwnPostgres> {
  const server = await prepareOwnPostgres(join(folder, 'own-postgres'), wrap);
  await server.start();
  await createServiceDatabase(server);
  return server;
}

/** The server in the folder `parent`, which is made where there is none. It is not started. */
export async function prepareOwnPostgres(parent: string, wrap = asInstalled): Promise<OwnPostgres> {
  const { cluster, user, programs } = placeIn(parent, wrap);
  await ensureCluster(cluster, programs, user);
  return serverOf(cluster, programs, user);
}

/** Creates the login of a service, and the empty database `nsimbi`, last. */
export async function createServiceDatabase(server: OwnPostgres): Promise<void> {
  const target = { connectionString: server.urlOf('postgres') };
  await createServingLogin(target);
  await run(target, 'CREATE DATABASE nsimbi');
}

/**
 * A standby of `primary` in the folder `parent`, made from an online backup (PostgreSQL's manual, "Making a Base Backup Using the
 * Low Level API"; the npm package has no pg_basebackup) and started. It receives all that the primary writes, from the beginning
 * of the backup on, by the only slot that the primary may have.
 */
export async function createStandby(primary: OwnPostgres, parent: string, wrap = asInstalled): Promise<OwnPostgres> {
  const { cluster, user, programs } = placeIn(parent, wrap);
  copyFileSync(passwordsFile(primary.cluster.home), passwordsFile(cluster.home));
  const backup = new pg.Client({ connectionString: primary.urlOf('postgres') });
  backup.on('error', () => undefined);
  await backup.connect();
  try {
    await waitUntil('nobody uses the slot of an earlier standby', async () => {
      const { rows } = await backup.query('SELECT FROM pg_replication_slots WHERE active');
      return rows.length === 0;
    });
    await backup.query('SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots');
    await backup.query("SELECT pg_create_physical_replication_slot('standby', true)");
    await backup.query("SELECT pg_backup_start('standby', true)");
    await copyCluster(primary.cluster.folder, cluster.folder);
    const { rows } = await backup.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    writeStandbyFiles(primary, cluster, user, rows[0]?.labelfile ?? '');
  } finally {
    await backup.end();
  }
  const server = serverOf(cluster, programs, user);
  await server.start();
  return server;
}

/** With owners and modes, which PostgreSQL checks. Files may vanish while they are copied. */
async function copyCluster(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]).catch((error: { stderr?: string }) => {
    const lines = (error.stderr ?? String(error)).trim().split('\n');
    if (!lines.every((line) => /No such file or directory/.test(line))) throw error;
  });
  for (const name of ['postmaster.pid', 'postmaster.opts', 'postgresql.auto.conf', 'pg_wal', 'pg_replslot']) {
    rmSync(join(to, name), { recursive: true, force: true });
  }
}

function writeStandbyFiles(primary: OwnPostgres, cluster: Cluster, user: ServerUser, label: string): void {
  const { home, socketFolder } = primary.cluster;
  const password = readPasswords(home)[superuser];
  const settings = [
    `primary_conninfo = 'host=${socketFolder} port=5432 user=${superuser} password=${password} application_name=standby'`,
    "primary_slot_name = 'standby'",
    "wal_retrieve_retry_interval = '200ms'",
    "wal_receiver_timeout = '10s'",
  ];
  for (const name of ['pg_wal', 'pg_wal/archive_status', 'pg_replslot']) {
    mkdirSync(join(cluster.folder, name), { mode: 0o700 });
    giveTo(user, join(cluster.folder, name));
  }
  const files = { backup_label: label, 'standby.signal': '', 'postgresql.auto.conf': `${settings.join('\n')}\n` };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(cluster.folder, name), text, { mode: 0o600 });
    giveTo(user, join(cluster.folder, name));
  }
}

function placeIn(parent: string, wrap: WrapPrograms): { cluster: Cluster; user: ServerUser; programs: ServerPrograms } {
  mkdirSync(parent, { recursive: true, mode: 0o755 });
  const { home, user } = prepareServerHome(parent);
  return { cluster: clusterAt(home), user, programs: wrap(findServerPrograms(user)) };
}

function serverOf(cluster: Cluster, programs: ServerPrograms, user: ServerUser): OwnPostgres {
  ensureSocketFolder(cluster, user);
  writeSettings(cluster, user, true);
  const urlOf = (database: string) => socketTarget(cluster, superuser, database).connectionString;
  return {
    cluster,
    urlOf,
    settings: {
      DATABASE_URL: servingTarget({ connectionString: urlOf('nsimbi') }).connectionString,
      NSIMBI_OWNER_DATABASE_URL: urlOf('nsimbi'),
    },
    async start() {
      removeStalePidFile(cluster);
      await waitUntil('PostgreSQL answers', async () => {
        // After a kill the first attempts fail, until the last process of the old server is gone.
        if (runningPostmaster(cluster) === null) spawnPostmaster(cluster, programs, user);
        return await run({ connectionString: urlOf('postgres') }, 'SELECT 1').then(
          () => true,
          () => false,
        );
      });
    },
    stop: () => stopPostmaster(cluster),
    async kill() {
      const pid = runningPostmaster(cluster);
      if (pid === null) throw new Error('there is no server to kill');
      process.kill(-pid, 'SIGKILL');
      await waitUntil('the killed server is gone', () => runningPostmaster(cluster) === null);
    },
  };
}
